import { ensureClient } from "#lib/server/build.ts";
import { type Result, step } from "./step.ts";

/** The trees of all files live for a moment each: with room for them none is moved about first. */
const ROOMY = "--max-semi-space-size=64";

const startedAt = performance.now();
await ensureClient();
const results = (
  await Promise.all([types(), style(), floors(), unused(), dead(), document(), statements(), dataAccess(), words()])
).flat();

for (const { name, code, output, seconds } of results) {
  if (code !== 0) process.stdout.write(`\n${output.trim()}\n`);
  process.stdout.write(`${code === 0 ? "good" : "BAD "}  ${name} (${seconds.toFixed(1)} s)\n`);
}
process.stdout.write(`Checked in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n`);
const bad = results.filter(({ code }) => code !== 0).length;
process.stdout.write(`${results.length - bad} passed, ${bad} failed, 0 skipped\n`);
process.exitCode = bad > 0 ? 1 : 0;

/**
 * Next writes the types of its routes, then the native TypeScript reads everything, in a third of the time. All of it
 * each time: what it keeps between two runs did not notice that Prisma's client had been generated anew. Each checker
 * works out for itself the types that files share: two of them take half the processor's time of the usual four. A
 * process that lives for seconds has its garbage collected rarely.
 */
async function types(): Promise<Result[]> {
  const routes = await step("types of routes", ["node_modules/next/dist/bin/next", "typegen"]);
  return [
    routes,
    await step(
      "types",
      [
        "node_modules/typescript-native/bin/tsc",
        ...["-p", "tsconfig.json", "--noEmit", "--incremental", "false", "--pretty", "false", "--checkers", "2"],
      ],
      { env: { GOGC: "800" } },
    ),
  ];
}

/** What the compiler says of TypeScript (names unused or declared twice, code never reached) is asked here of scripts alone. */
function style(): Promise<Result> {
  return step("lint and format", [
    "node_modules/@biomejs/biome/bin/biome",
    "check",
    "--error-on-warnings",
    "--max-diagnostics=50",
  ]);
}

function floors(): Promise<Result> {
  return step("floors", [ROOMY, ".config/floors.ts"]);
}

/** The committed document is what the contracts say, and keeps what was released. */
function document(): Promise<Result> {
  return step("reference", ["lib/reference/write.ts", "--check"]);
}

/** What the typed modules say of the statements is what the database says. */
function statements(): Promise<Result> {
  return step("typed statements", [".config/statements.ts", "--check"]);
}

/** Names say the trade's words, each with one meaning. */
function words(): Promise<Result> {
  return step("words", [".config/words.ts"]);
}

/** No statement without types, and one writer for each table. */
function dataAccess(): Promise<Result> {
  return step("data access", [".config/data-access.ts"]);
}

function unused(): Promise<Result> {
  return knip("nothing unused", ".config/knip.json");
}

/** Production code that only tests use is none; what is planned says so with `@planned`. */
function dead(): Promise<Result> {
  return knip("nothing for tests alone", ".config/knip-production.json");
}

function knip(name: string, config: string): Promise<Result> {
  return step(name, [ROOMY, "node_modules/knip/bin/knip.js", "--config", config, "--no-progress", "--no-config-hints"]);
}
