import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CASTS, COMPOSED, FUNCTIONS, OUTSIDE_STORES, PLAIN, WRITERS } from "./data-access-rules.ts";
import { ROOT } from "./step.ts";
import { writtenRows } from "./written-rows.ts";

/** How the program asks the database: what is typed by Prisma, what by PostgreSQL, what is put together, and who writes which table. */
export type DataAccess = {
  /** Calls of Prisma Client. */
  client: number;
  /** Statements of `.sql` files. */
  typed: number;
  /** `file: name`, of typed statements that say nothing Prisma Client could not. */
  plain: string[];
  /** `file: function`, of statements that are put together as they are sent. */
  composed: string[];
  /** `file:line`, of statements that nobody types. */
  untyped: string[];
  /** `file: type`, of row types written by hand (.config/written-rows.ts). */
  rewritten: string[];
  /** `file: what is cast to`, of columns that a store takes for something else than the database says. */
  cast: string[];
  /** Files beside the stores that ask the database. */
  outside: string[];
  /** Functions of the database that write a table and are no room's. */
  strayFunctions: string[];
  /** Table → the folders of lib that write it, by statements or by functions of the database. */
  writers: Map<string, Set<string>>;
};

/** Where statements are no part of the program's data access: what runs them, and what makes and keeps a server. */
const BESIDE = /^lib\/(kernel\/(database|statement)\.ts|(server|postgres|generated)\/)|\.(test|fixture)\.ts$/;
const READS = "findMany|findFirst|findUnique|findFirstOrThrow|findUniqueOrThrow|count|aggregate|groupBy";
const WRITES = "create|createMany|createManyAndReturn|update|updateMany|updateManyAndReturn|upsert|delete|deleteMany";
const WRITTEN = /\binsert into (\w+)|(?<!do )(?<!for )\bupdate (\w+)(?: (?:as )?\w+)? set\b|\bdelete from (\w+)/g;

export function readDataAccess(): DataAccess {
  const tables = tablesByModel();
  const calls = new RegExp(`\\.(${[...tables.keys()].join("|")})\\s*\\.(${READS}|${WRITES})\\(`, "g");
  const found: DataAccess = {
    client: 0,
    typed: 0,
    plain: [],
    composed: [],
    untyped: [],
    rewritten: [],
    cast: [],
    outside: [],
    strayFunctions: [],
    writers: new Map(),
  };
  for (const path of globSync("lib/**/*.{ts,sql}", { cwd: ROOT }).sort()) {
    if (BESIDE.test(path) || path.endsWith(".sql.ts")) continue;
    const text = readFileSync(join(ROOT, path), "utf8");
    const called = path.endsWith(".sql") ? [] : [...text.matchAll(calls)];
    const changed = called.filter(([, , verb = ""]) => WRITES.split("|").includes(verb));
    const folder = dirname(path).split("/").slice(0, 2).join("/");
    for (const table of [...writtenIn(text), ...changed.map(([, model = ""]) => tables.get(model))])
      if (table) noteWriter(found, table, folder);
    found.client += called.length;
    if (path.endsWith(".sql")) noteTyped(found, path, text);
    else noteStatements(found, path, text);
    noteRows(found, path, text);
    noteOutside(found, path, called.length > 0 || ASKS.test(text));
  }
  noteFunctions(found);
  return found;
}

function noteFunctions(found: DataAccess): void {
  const owners = ownersOf(FUNCTIONS);
  for (const [name, written] of writingFunctions()) {
    const folder = owners.get(name);
    if (folder === undefined) found.strayFunctions.push(name);
    else for (const table of written) noteWriter(found, table, folder);
  }
}

function noteWriter({ writers }: DataAccess, table: string, folder: string): void {
  writers.set(table, (writers.get(table) ?? new Set()).add(folder));
}

const writtenIn = (text: string): string[] =>
  [...withoutComments(text).replace(/\s+/g, " ").matchAll(WRITTEN)].flatMap(
    ([, ...names]) => names.find(Boolean) ?? [],
  );

/** The functions of the database that write, with the tables they write, as the last migration left them. */
function writingFunctions(): Map<string, string[]> {
  const bodies = globSync("prisma/migrations/*/migration.sql", { cwd: ROOT })
    .sort()
    .flatMap((path) => [
      ...readFileSync(join(ROOT, path), "utf8").matchAll(
        /create (?:or replace )?function (\w+)\(.*?as \$\$(.*?)\$\$/gs,
      ),
    ]);
  const written = new Map(bodies.map(([, name = "", body = ""]) => [name, writtenIn(body)]));
  return new Map([...written].filter(([, tables]) => tables.length > 0));
}

const ownersOf = (lists: Readonly<Record<string, readonly string[]>>): Map<string, string> =>
  new Map(Object.entries(lists).flatMap(([folder, names]) => names.map((name) => [name, folder])));

function noteTyped(found: DataAccess, path: string, text: string): void {
  const statements = text.split(/^-- name: /m).slice(1);
  found.typed += statements.length;
  for (const statement of statements) {
    const [name, ...lines] = statement.split("\n");
    if (isPlain(withoutComments(lines.join("\n")))) found.plain.push(`${path}: ${name}`);
  }
}

const CLAUSES =
  /\b(join|with|union|exists|case|distinct|for update|on conflict|returning|lateral|set transaction|nulls (first|last))\b/;
/** Casts, JSON, arithmetic and comparisons between columns, and calls of functions. */
const EXPRESSIONS =
  /::|->|@>|\|\||[\w?] [-+*/<>~]+ (?!\?|'|\d)|\b(?!in\b|values\b)\w+ ?\(|\b(set|,) \w+ = (?!null|true|false)[a-z]/;

/** Whether a statement only finds, writes or deletes rows by values, as Prisma Client does. */
function isPlain(statement: string): boolean {
  const bare = statement
    .replace(/\s+/g, " ")
    .trim()
    .replace(/(?<!:):(?!:)\w+\??(::\w+(\[\])?)?/g, "?")
    .replace(/\bas "?\w+!?"?/g, "")
    .replace(/^insert into \w+ \([^)]*\) values \(/, "insert ")
    .replace(/^select \*/, "select all");
  return !CLAUSES.test(bare) && !EXPRESSIONS.test(bare);
}

function noteStatements(found: DataAccess, path: string, text: string): void {
  for (const { index } of text.matchAll(/\$queryRaw\b|\$queryRawUnsafe\b|\brunLean[<(]/g))
    found.composed.push(`${path}: ${functionAround(text, index)}`);
  for (const { index } of text.matchAll(/\$executeRaw(?:Unsafe)?\b|\.query[<(]/g))
    found.untyped.push(`${path}:${text.slice(0, index).split("\n").length}`);
}

/** `row.facts as Facts`, `rows as Pair[]`, `(row?.bids ?? {}) as Bids`: up to where the type ends. */
const CAST =
  /\b(?:rows?|one|each|found)(?:\??\.\w+)?(?: \?\? [^()]*)?\)? as (?!const\b)(?:unknown as )?([A-Z][\w.]*(?:<[^;]*>|\["\w+"\])?(?:\[\])?|\{[^}]*\}|\[[^\]]*\](?:\[\])?)/g;

/** Columns are typed by the database, and rows named by what makes them; JSON alone is whatever its writer made of it. */
function noteRows(found: DataAccess, path: string, text: string): void {
  found.rewritten.push(...writtenRows(path, text, COMPOSED));
  if (!path.endsWith("store.ts")) return;
  for (const [, into = ""] of withoutComments(text).matchAll(CAST)) found.cast.push(`${path}: ${into}`);
}

/** What a typed statement or a composed one is sent by. */
const ASKS = /from "\.\/[\w-]+\.sql\.ts"|\$(?:query|execute)Raw/;

/** Verbs decide; what asks the database is their room's store, where its statements are found together. */
function noteOutside(found: DataAccess, path: string, asks: boolean): void {
  if (asks && path.endsWith(".ts") && !path.endsWith("store.ts")) found.outside.push(path);
}

const withoutComments = (text: string) => text.replace(/^\s*(?:--|\/\/|\*|\/\*\*).*$/gm, "");

function functionAround(text: string, index: number): string {
  const above = [...text.slice(0, index).matchAll(/^(?:export )?(?:async )?(?:function|const) (\w+)/gm)];
  return above.at(-1)?.[1] ?? "";
}

/** `savedView` → `saved_view`, as Prisma's schema has it. */
function tablesByModel(): Map<string, string> {
  const schema = globSync("prisma/schema/*.prisma", { cwd: ROOT })
    .map((path) => readFileSync(join(ROOT, path), "utf8"))
    .join("\n");
  return new Map(
    [...schema.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].map(([, model = "", body = ""]) => [
      `${model[0]?.toLowerCase()}${model.slice(1)}`,
      /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model,
    ]),
  );
}

/** What is not as the rules say; empty when all is. */
export function faultsOf(access: DataAccess): string[] {
  const { plain, composed, untyped, rewritten, cast, outside, strayFunctions, writers } = access;
  const owners = ownersOf(WRITERS);
  const written = [...writers].flatMap(([table, folders]) => [...folders].map((folder) => ({ table, folder })));
  return [
    ...untyped.map((at) => `${at}: a statement without types: put it into the .sql beside it, or ask Prisma Client`),
    ...plain
      .filter((each) => !(each in PLAIN))
      .map((each) => `${each}: Prisma Client can ask this; if it must not, say why in .config/data-access-rules.ts`),
    ...Object.keys(PLAIN)
      .filter((each) => !plain.includes(each))
      .map((each) => `${each}: kept as plain SQL, but not so`),
    ...composed
      .filter((each) => !COMPOSED.includes(each))
      .map((each) => `${each}: a composed statement that is not on the list`),
    ...COMPOSED.filter((each) => !composed.includes(each)).map((each) => `${each}: on the list, but there is none`),
    ...rewritten.map(
      (each) =>
        `${each}: a row that is typed already: name it by what makes it, RowOf<typeof sql.…>, GetPayload or ReturnType<typeof …>`,
    ),
    ...cast
      .filter((each) => !(each in CASTS))
      .map((each) => `${each}: a column taken for something else than the database says`),
    ...Object.keys(CASTS)
      .filter((each) => !cast.includes(each))
      .map((each) => `${each}: on the list of casts, but there is none`),
    ...outside.filter((each) => !(each in OUTSIDE_STORES)).map((each) => `${each}: asks the database and is no store`),
    ...Object.keys(OUTSIDE_STORES)
      .filter((each) => !outside.includes(each))
      .map((each) => `${each}: on the list of what asks beside the stores, but does not`),
    ...strayFunctions.map((name) => `${name}: a function of the database that writes, and no room has it`),
    ...written
      .filter(({ table, folder }) => owners.get(table) !== folder)
      .map(({ table, folder }) => `${folder} writes ${table}, which ${owners.get(table) ?? "nobody"} writes`),
    ...[...owners]
      .filter(([table, folder]) => !writers.get(table)?.has(folder))
      .map(([table, folder]) => `${folder} does not write ${table}`),
  ];
}

if (process.argv[1] === import.meta.filename) {
  const access = readDataAccess();
  const { client, typed, plain, composed, untyped, rewritten, cast, outside, writers } = access;
  const shared = [...writers].filter(([, folders]) => folders.size > 1).length;
  const faults = faultsOf(access);
  const lines = [
    `Prisma Client ${client}, typed SQL ${typed} (${plain.length} plain, each with its reason), composed ${composed.length}, untyped ${untyped.length}, rows typed by hand ${rewritten.length}, casts ${cast.length}, files beside the stores ${outside.length} (each with its reason); ${writers.size} tables, ${shared} with a second writer.`,
    ...faults,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
