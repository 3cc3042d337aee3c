import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import pg from "pg";
import { closeTestCluster, freshDatabase } from "#e2e/world/database.ts";
import { GUARDS_FILE, HELD } from "#prisma/guards.ts";
import { FACTS_FILE, factsOf } from "#prisma/statements/facts.ts";
import { generator } from "#prisma/statements/generate.ts";
import { includesOf, StatementFault } from "#prisma/statements/parse.ts";
import { ROOT } from "./step.ts";

/**
 * Writes `lib/**\/*.sql.ts` beside each `.sql`, what guards the database holds, and what its rules answer that TypeScript
 * reads; with --check it writes nothing and fails on a difference.
 */
const isCheck = process.argv.includes("--check");
const database = await freshDatabase();
const client = new pg.Client(database.url);
const faults: string[] = [];
try {
  await client.connect();
  const moduleOf = await generator(client);
  const paths = globSync("lib/**/*.sql", { cwd: ROOT }).sort();
  for (const path of paths) {
    const module = `${path}.ts`;
    try {
      const text = await moduleOf(path, readFileSync(join(ROOT, path), "utf8"));
      const committed = existsSync(join(ROOT, module)) ? readFileSync(join(ROOT, module), "utf8") : "";
      if (text === committed) continue;
      if (isCheck) faults.push(`${module} is not what the database says of ${path}: run node .config/statements.ts`);
      else writeFileSync(join(ROOT, module), text);
    } catch (error) {
      if (!(error instanceof StatementFault)) throw error;
      faults.push(error.message);
    }
  }
  const sources = paths.map((path) => ({ path, source: readFileSync(join(ROOT, path), "utf8") }));
  const used = new Set(sources.flatMap(({ source }) => includesOf(source).map(({ path, part }) => `${path} ${part}`)));
  for (const { path, source } of sources)
    for (const [, part] of source.matchAll(/^-- part: (\w+)/gm))
      if (!used.has(`${path} ${part}`)) faults.push(`${path}: no statement includes the part ${part}`);
  for (const module of globSync("lib/**/*.sql.ts", { cwd: ROOT }))
    if (!paths.includes(module.slice(0, -".ts".length))) faults.push(`${module} has no .sql beside it`);
  for (const [file, text] of [
    [GUARDS_FILE, await heldBy(client)],
    [FACTS_FILE, await factsOf(client)],
  ] as const) {
    if (existsSync(file) && text === readFileSync(file, "utf8")) continue;
    if (isCheck) faults.push(`${relative(ROOT, file)} is not what the migrations make: run node .config/statements.ts`);
    else writeFileSync(file, text);
  }
} finally {
  await client.end();
  await database.drop();
  await closeTestCluster();
}
process.stdout.write(faults.map((fault) => `${fault}\n`).join(""));
process.exitCode = faults.length > 0 ? 1 : 0;

/** Reads {@link HELD} as the file has it. */
async function heldBy(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ what: string; says: string }>(HELD);
  return rows
    .map(({ what, says }) => `${says} ${what}\n`)
    .sort()
    .join("");
}
