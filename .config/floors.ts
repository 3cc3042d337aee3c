import { globSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type ICruiseResult, cruise } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { includesOf } from "#prisma/statements/parse.ts";
import { ensureClient } from "#lib/server/build.ts";
import config, { FLOORS, NATIVE_ROUTES, PAGE_FLOORS, PURE, STORES } from "./dependency-cruiser.mjs";
import { drawElsewhere, drawingOf, isTest, longestChain, reached, roomOf, rootOf } from "./rooms.ts";

const FOLDERS = ["app", "components", "lib", "prisma", "e2e"];
const { values, positionals } = parseArgs({ options: { draw: { type: "boolean" } }, allowPositionals: true });

// Another checkout, an older one for example, has no tables to be held against: its rooms are only drawn.
if (positionals[0] !== undefined) {
  process.stdout.write(await drawElsewhere(positionals[0]));
  process.exit(0);
}
await ensureClient();

const { output } = await cruise(
  FOLDERS,
  {
    ...config.options,
    ruleSet: { forbidden: config.forbidden },
    validate: true,
  } as Parameters<typeof cruise>[1],
  config.options.enhancedResolveOptions as Parameters<typeof cruise>[2],
  { tsConfig: extractTSConfig("tsconfig.json") },
);
const { modules, summary } = output as ICruiseResult;

for (const { rule, from, to } of summary.violations) process.stdout.write(`${rule.name}: ${from} → ${to}\n`);

// It passes in silence on a TypeScript that it cannot read, so what it saw is counted.
const there = globSync(`{${FOLDERS.join(",")}}/**/*.{ts,tsx}`, { exclude: (path) => path === "generated" });
const seen = new Set(modules.map(({ source }) => source));
const unseen = there.filter((path) => !seen.has(path));
const edges = modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
if (unseen.length > 0) process.stdout.write(`Not seen: ${unseen.join(", ")}\n`);
if (edges < there.length) process.stdout.write(`Only ${edges} imports were seen in ${there.length} files.\n`);
const TABLES: Readonly<Record<string, readonly string[][]>> = { lib: FLOORS, components: PAGE_FLOORS };
const ROOMS = Object.entries(TABLES).flatMap(([root, floors]) => floors.flat().map((room) => `${root}/${room}`));
const drawing = drawingOf(modules);

// Imports go down the tables of floors, by value: one pass for all rooms, where a rule for each took seconds.
const upwards: string[] = modules.flatMap(({ source, dependencies }) =>
  isTest(source)
    ? []
    : dependencies
        .filter(({ resolved, dependencyTypes }) => !dependencyTypes.includes("type-only") && isAbove(resolved, source))
        .map(({ resolved }) => `${source} imports ${resolved}`),
);

// A statement that includes a part of another room's goes down as well.
for (const path of globSync("lib/**/*.sql").sort()) {
  const from = roomOf(path) ?? "";
  for (const include of includesOf(readFileSync(path, "utf8"))) {
    const to = roomOf(include.path) ?? "";
    if (to !== from) drawing.set(from, (drawing.get(from) ?? new Set()).add(to));
    if (isAbove(include.path, path)) upwards.push(`${path} includes ${include.path}`);
  }
}
for (const upward of upwards) process.stdout.write(`${upward}: it stands above\n`);

// Another noun's rows are reached by its verbs: a store and the typed statements of a room serve that room.
const PRIVATE = new RegExp(`${STORES}|\\.sql\\.ts$`);
const trespasses = modules.flatMap(({ source, dependencies }) =>
  isTest(source) || !source.startsWith("lib/")
    ? []
    : dependencies
        .filter(({ resolved }) => PRIVATE.test(resolved) && roomOf(resolved) !== roomOf(source))
        .map(({ resolved }) => `${source} imports ${resolved}`),
);
for (const trespass of trespasses) process.stdout.write(`${trespass}: it serves its own room\n`);

/** Whether a file's room is above another's in the table of their root. */
function isAbove(path: string, below: string): boolean {
  const [to, from] = [roomOf(path), roomOf(below)];
  return (
    to !== undefined && from !== undefined && rootOf(to) === rootOf(from) && ROOMS.indexOf(to) > ROOMS.indexOf(from)
  );
}

/** What each file loads when it runs: the import of a type is none. */
const runs = graphOf(["type-only"]);
/** The same at its start: what is imported when it is asked for comes later. */
const loads = graphOf(["type-only", "dynamic-import"]);

function graphOf(without: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const wanted = (types: readonly string[]) => !types.some((type) => without.includes(type));
  return new Map(
    modules.map(({ source, dependencies }) => [
      source,
      dependencies.filter(({ dependencyTypes }) => wanted(dependencyTypes)).map(({ resolved }) => resolved),
    ]),
  );
}

/**
 * The way by which a file comes to one of some files, itself included; undefined where it comes to none. What is `met`
 * already came to none.
 */
function wayTo(some: RegExp, file: string, graph = loads, met: Set<string> = new Set()): readonly string[] | undefined {
  if (some.test(file)) return [file];
  for (const next of graph.get(file) ?? []) {
    if (met.has(next)) continue;
    met.add(next);
    const way = wayTo(some, next, graph, met);
    if (way) return [file, ...way];
  }
  return undefined;
}

// What a native route runs has no JSX, no Next and no React: Node runs it as it is.
const PAGES = /\.tsx$|^node_modules\/(?:next|react|react-dom|next-auth\/(?!jwt).*)\//;
const isNative = new RegExp(NATIVE_ROUTES);
const native = [...runs.keys()]
  .filter((path) => isNative.test(path))
  .flatMap((path) => {
    const way = wayTo(PAGES, path, runs);
    return way ? [way.join(" → ")] : [];
  });
for (const way of native) process.stdout.write(`a native route loads pages: ${way}\n`);

// A contract is loaded by the browser too. Types count as well: what a page names of the database it comes to use.
const names = graphOf([]);
const DATABASE = /^(node_modules\/(pg|@prisma\/.*)\/|lib\/generated\/|lib\/kernel\/database\.ts$)/;
const IN_BROWSER = /^(lib\/[^/]+\/contract\.ts$|components\/|app\/.*\.tsx$)/;
const reaching = there
  .filter((path) => IN_BROWSER.test(path) && !/^app\/(?:.*\/)?(?:layout|page|not-found|desk-frame)\.tsx$/.test(path))
  .flatMap((path) => {
    const way = wayTo(DATABASE, path, names);
    return way ? [way.join(" → ")] : [];
  });
for (const way of reaching) process.stdout.write(`the browser would load the database: ${way}\n`);

const SCHEMAS = /^node_modules\/zod\//;
/** What asks the world: the database and all that has it, the network, files, processes and the environment. */
const WORLD =
  /^lib\/kernel\/(app|database|env|statement)\.ts$|store\.ts$|\.sql\.ts$|^(node:)?(child_process|dns|fs|https?|net|process|tls)(\/|$)|^node_modules\/pg\//;
const CLOCK = /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\.|\bperformance\.|\bfetch\(/;
const impure = globSync(PURE).flatMap((path) => {
  const [asked] =
    CLOCK.exec(
      readFileSync(path, "utf8")
        .replace(/\/\*.*?\*\//gs, "")
        .replace(/\/\/.*$/gm, ""),
    ) ?? [];
  const way = wayTo(WORLD, path) ?? (asked ? [path, asked] : []);
  return way.length > 0 ? [way.join(" → ")] : [];
});
for (const way of impure) process.stdout.write(`a rule asks the world: ${way}\n`);

// Schemas come with a form, when its first word is typed: a page is shown with the calls made from them. The pages of
// the documents are made on the server.
const heavy = there
  .filter((path) => /^components\/(?!docs\/)/.test(path) && !/\.(?:test|fixture)\.tsx?$/.test(path))
  .flatMap((path) => {
    const way = wayTo(SCHEMAS, path);
    return way && !way[1]?.startsWith("components/") ? [way.join(" → ")] : [];
  });
for (const way of heavy) process.stdout.write(`a page loads schemas: ${way}\n`);

const isDrawn = values.draw === true;
const knotted = [...drawing.keys()].filter((room) => reached(drawing, room).has(room));
for (const [root, floors] of Object.entries(TABLES)) {
  const own = [...drawing].filter(([room]) => rootOf(room) === root);
  if (isDrawn) {
    for (const [floor, rooms] of [...floors.entries()].reverse())
      for (const room of [...rooms].reverse()) {
        const below = [...(drawing.get(`${root}/${room}`) ?? [])].map((to) => to.slice(root.length + 1));
        process.stdout.write(`${floor}  ${room.padEnd(13)} -> ${below.sort().join(" ")}\n`);
      }
  }
  const arrows = own.flatMap(([from, to]) => [...to].map((below) => [from, below] as const));
  const floorOf = (room: string) => floors.findIndex((rooms) => rooms.includes(room.slice(root.length + 1)));
  const sideways = arrows.filter(([from, to]) => floorOf(from) === floorOf(to)).length;
  const inKnots = own.filter(([room]) => knotted.includes(room)).length;
  const chain = inKnots > 0 ? [] : longestChain(new Map(own));
  process.stdout.write(
    `${own.length} rooms of ${root} on ${floors.length} floors, ${arrows.length} arrows, ${sideways} of them sideways to the left, ${inKnots} rooms in knots.\n`,
  );
  if (isDrawn) process.stdout.write(`  the longest chain has ${chain.length} rooms: ${chain.join(" > ")}\n`);
}
process.stdout.write(
  `${there.length} files, ${edges} imports, ${summary.violations.length + upwards.length} upwards.\n`,
);
const faults = [summary.violations, upwards, trespasses, native, reaching, heavy, impure, knotted, unseen].reduce(
  (sum, { length }) => sum + length,
  0,
);
process.exitCode = faults > 0 || edges < there.length ? 1 : 0;
