import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./step.ts";

/** How the program asks the database: what is typed by Prisma, what by PostgreSQL, what is put together, and who writes which table. */
export type DataAccess = {
  /** Calls of Prisma Client. */
  client: number;
  /** Statements of `.sql` files. */
  typed: number;
  /** `file: function`, of statements that are put together as they are sent. */
  composed: string[];
  /** `file:line`, of statements that nobody types. */
  untyped: string[];
  /** Table → the folders of lib that write it. */
  writers: Map<string, Set<string>>;
};

/** Where statements are no part of the program's data access: what runs them, and what makes and keeps a server. */
const BESIDE = /^lib\/(kernel\/(database|statement)\.ts|server\/|generated\/)|\.(test|fixture)\.ts$/;
const READS = "findMany|findFirst|findUnique|findFirstOrThrow|findUniqueOrThrow|count|aggregate|groupBy";
const WRITES = "create|createMany|createManyAndReturn|update|updateMany|upsert|delete|deleteMany";
const WRITTEN = /\binsert into (\w+)|(?<!do )(?<!for )\bupdate (\w+)(?: (?:as )?\w+)? set\b|\bdelete from (\w+)/g;

export function readDataAccess(): DataAccess {
  const tables = tablesByModel();
  const calls = new RegExp(`\\.(${[...tables.keys()].join("|")})\\s*\\.(${READS}|${WRITES})\\(`, "g");
  const found: DataAccess = { client: 0, typed: 0, composed: [], untyped: [], writers: new Map() };
  const wrote = (table: string | undefined, path: string) => {
    const folder = dirname(path).split("/").slice(0, 2).join("/");
    if (table) found.writers.set(table, (found.writers.get(table) ?? new Set()).add(folder));
  };
  for (const path of globSync("lib/**/*.{ts,sql}", { cwd: ROOT }).sort()) {
    if (BESIDE.test(path) || path.endsWith(".sql.ts")) continue;
    const text = readFileSync(join(ROOT, path), "utf8");
    for (const [, ...names] of withoutComments(text).matchAll(WRITTEN)) wrote(names.find(Boolean), path);
    if (path.endsWith(".sql")) {
      found.typed += [...text.matchAll(/^-- name: /gm)].length;
      continue;
    }
    for (const [, model = "", verb = ""] of text.matchAll(calls)) {
      found.client += 1;
      if (new RegExp(`^(${WRITES})$`).test(verb)) wrote(tables.get(model), path);
    }
    for (const { index } of text.matchAll(/\$queryRaw\b|\$queryRawUnsafe\b|\brunLean[<(]/g))
      found.composed.push(`${path}: ${functionAround(text, index)}`);
    for (const { index } of text.matchAll(/\$executeRaw(?:Unsafe)?\b|\b(?:pool|client|connection)\.query[<(]/g))
      found.untyped.push(`${path}:${text.slice(0, index).split("\n").length}`);
  }
  return found;
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

if (process.argv[1] === import.meta.filename) {
  const { client, typed, composed, untyped, writers } = readDataAccess();
  const shared = [...writers].filter(([, folders]) => folders.size > 1);
  const lines = [
    `Prisma Client ${client}, typed SQL ${typed}, composed ${composed.length}, untyped ${untyped.length}`,
    ...composed.map((each) => `  composed  ${each}`),
    ...untyped.map((each) => `  untyped   ${each}`),
    `${writers.size} tables, ${shared.length} with more than one writer`,
    ...shared.map(([table, folders]) => `  ${table}: ${[...folders].join(", ")}`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}
