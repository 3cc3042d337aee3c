import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { drive, type Plan } from "./drive.ts";
import { importGraph } from "./graph.ts";
import type { Line, Mutant } from "./mutant.ts";
import { type Result, report, silentTests } from "./report.ts";
import { remembered } from "./remember.ts";
import { type SchemaMutant, schemaMutants } from "./schema.ts";
import { instrument } from "./schemata.ts";
import { isMoneyRule, isShownWord, offered, rankOf, sourcesOf, testFiles } from "./scope.ts";

const ROOT = join(import.meta.dirname, "../..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    schema: { type: "boolean", default: false },
    money: { type: "boolean", default: false },
    shard: { type: "string", default: "1/1" },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    tests: { type: "string" },
    far: { type: "string" },
    incremental: { type: "boolean", default: false },
    out: { type: "string", default: "mutation-report" },
  },
});

const OUT = resolve(ROOT, values.out);
const startedAt = performance.now();
const graph = importGraph();
const isRule = (file: string) => isMoneyRule(file, graph);
const files = sourcesOf(positionals.length > 0 ? positionals : ["lib"]).filter((file) => !values.money || isRule(file));
const { mutants, firstIds } = values.schema ? await plannedSchema() : planned(files);
const judged = mutants.filter((mutant) => !isShownWord(mutant));
const chosen = sampled(sharded(judged));
const reach = (test: string) => graph.reachedFrom(test).size;
const tests = testFiles()
  .filter((test) => !values.tests || new RegExp(values.tests).test(test))
  .toSorted((one, other) => rankOf(one) - rankOf(other) || reach(one) - reach(other));
const memory = remembered(OUT, values.incremental, tests);
const wanted = chosen.filter((mutant) => memory.verdictOf(mutant) === undefined);
say(`${chosen.length} mutants of ${judged.length}; ${wanted.length} to be tried.`);
// What was found before a stop stays found: the next run with --incremental goes on from there.
const stopped = (lines: readonly Line[]) => memory.keep(resultsOf(lines).filter(({ by }) => by !== ""));
const lines = wanted.length > 0 ? await drive(plan(), join(OUT, "work"), say, stopped) : [];
const results = resultsOf(lines);
memory.keep(results);
process.exitCode = report(OUT, results, {
  isRule,
  seconds: (performance.now() - startedAt) / 1000,
  whole: judged.length,
  sampled: values.sample !== undefined,
  silent: silentTests(lines),
});
process.exit();

async function plannedSchema(): Promise<ReturnType<typeof planned>> {
  return { mutants: await schemaMutants(), firstIds: new Map() };
}

function planned(of: readonly string[]): { mutants: Mutant[]; firstIds: Map<string, number> } {
  const all: Mutant[] = [];
  const ids = new Map<string, number>();
  for (const file of of) {
    ids.set(file, all.length);
    for (const mutant of instrument(file, readFileSync(join(ROOT, file), "utf8"), all.length).mutants) all.push(mutant);
  }
  return { mutants: all, firstIds: ids };
}

function sharded(of: readonly Mutant[]): Mutant[] {
  const [nth = 1, count = 1] = values.shard.split("/").map(Number);
  return of.filter(({ file }) => Number.parseInt(digest(file).slice(0, 8), 16) % count === nth - 1);
}

function sampled(of: readonly Mutant[]): Mutant[] {
  if (values.sample === undefined) return [...of];
  const rank = ({ key }: Mutant) => digest(`${values.seed} ${key}`);
  const chosen = of.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, Number(values.sample));
  return chosen.sort((one, other) => one.id - other.id);
}

/** For each test the mutants of the sources it loads; tests that load little come first among their kind. */
function plan(): Plan {
  const byFile = Map.groupBy(wanted, ({ file }) => file);
  const most = values.far === undefined ? Infinity : Number(values.far);
  const triedIn = new Map([...byFile.keys()].map((file) => [file, offered(file, tests, graph, most)]));
  const schema = wanted.filter((mutant): mutant is SchemaMutant => "statements" in mutant);
  return {
    schema,
    firstIds: new Map([...firstIds].filter(([file]) => byFile.has(file))),
    highestId: mutants.length,
    wanted: new Set(wanted.map(({ id }) => id)),
    tests: tests.map((test) => {
      const idsOf = (isIn: (file: string) => boolean) =>
        [...byFile].flatMap(([file, of]) => (isIn(file) ? of.map(({ id }) => id) : []));
      return {
        file: test,
        ids: idsOf((file) => triedIn.get(file)?.has(test) === true),
        near: idsOf((file) => dirname(file) === dirname(test)),
      };
    }),
  };
}

function resultsOf(lines: readonly Line[]): Result[] {
  const killed = new Map(lines.flatMap((line) => (line.kind === "killed" ? [[line.id, line] as const] : [])));
  const met = new Set(lines.flatMap((line) => (line.kind === "passed" || line.kind === "trying" ? [line.id] : [])));
  return chosen.map((mutant) => {
    const known = memory.verdictOf(mutant);
    if (known) return known;
    const found = killed.get(mutant.id);
    if (found) return { ...mutant, verdict: found.how, by: found.by, message: found.message };
    return { ...mutant, verdict: met.has(mutant.id) ? "survived" : "uncovered", by: "", message: "" };
  });
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function say(text: string): void {
  process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${text}\n`);
}
