import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Line, Mutant, Verdict } from "./mutant.ts";

export type Result = Mutant & { verdict: Verdict; by: string; message: string };

/** `equivalent`: no input tells it from the original, so it counts for nothing. `left`: it lives, and counts. */
type Accepted = { mutant: string; kind: "equivalent" | "left"; reason: string };
type Facts = {
  isRule(file: string): boolean;
  seconds: number;
  whole: number;
  sampled: boolean;
  silent: readonly string[];
};
type Tally = { killed: number; counted: number; living: Result[] };

const RULES_AT_LEAST = 95;
const ALL_AT_LEAST = 85;
/** Standard deviations to each side that hold 95 of 100. */
const Z_95 = 1.959964;

/** Writes JSON and Markdown, prints the sums; answers the exit code. */
export function report(folder: string, results: readonly Result[], facts: Facts): number {
  mkdirSync(folder, { recursive: true });
  const accepted = new Map(readAccepted().map((each) => [each.mutant, each]));
  const tally = (of: readonly Result[]): Tally => {
    const counted = of.filter(({ verdict, key }) => verdict !== "invalid" && accepted.get(key)?.kind !== "equivalent");
    const living = counted.filter(({ verdict }) => verdict === "survived" || verdict === "uncovered");
    return { killed: counted.length - living.length, counted: counted.length, living };
  };
  const row = (name: string, of: Tally) =>
    `| ${name} | ${of.killed} | ${of.counted} | ${percent(of).toFixed(1)} |${facts.sampled ? ` ${between(of)} |` : ""}`;
  const rules = tally(results.filter(({ file }) => facts.isRule(file)));
  const all = tally(results);
  const folders = [...Map.groupBy(results, folderOf)].map(([name, of]) => ({ name, ...tally(of) }));
  const nouns = [
    ...Map.groupBy(
      results.filter(({ file }) => facts.isRule(file)),
      folderOf,
    ),
  ];
  const late = results.filter(({ verdict }) => verdict === "timeout").length;
  const text = [
    "# Mutation report",
    "",
    `${results.length} mutants of ${facts.whole}${facts.sampled ? ", a sample" : ""}, in ${facts.seconds.toFixed(0)} s;`,
    `${late} were found by time alone: on a busy machine try them again.`,
    ...facts.silent.map((test) => `Fails as it is, and has judged nothing: ${test}`),
    "",
    `| | found | of | % |${facts.sampled ? " 95 % between |" : ""}`,
    `|---|---|---|---|${facts.sampled ? "---|" : ""}`,
    row("**rules of money**", rules),
    ...nouns.map(([name, of]) => row(`rules of ${name}`, tally(of))),
    row("**all**", all),
    ...folders.map((each) => row(each.name, each)),
    "",
    "## Living",
    ...all.living.map((each) => livingLine(each, accepted.get(each.key))),
    "",
    "## Equivalent",
    ...results.flatMap(({ key }) => {
      const found = accepted.get(key);
      return found?.kind === "equivalent" ? [`- ${key}: ${found.reason}`] : [];
    }),
    "",
  ].join("\n");
  writeFileSync(join(folder, "report.md"), text);
  writeFileSync(join(folder, "report.json"), JSON.stringify({ rules: sums(rules), all: sums(all), results }, null, 1));
  process.stdout.write(`${text.slice(0, text.indexOf("## Living"))}See ${join(folder, "report.md")}\n`);
  // A sample is too low once the whole cannot be high enough any more.
  const most = (of: Tally) => (facts.sampled ? interval(of.killed, of.counted)[1] * 100 : percent(of));
  const low = most(rules) < RULES_AT_LEAST || most(all) < ALL_AT_LEAST;
  return results.length > 0 && low ? 1 : 0;
}

/** Tests that failed without any mutant: one that lives may be found by them. */
export const silentTests = (lines: readonly Line[]): string[] =>
  [...new Set(lines.flatMap((line) => (line.kind === "broken" ? [line.test] : [])))].sort();

/** Between which shares the whole lies, 95 times in 100, when `found` of `drawn` were found (Wilson's score interval). */
export function interval(found: number, drawn: number): readonly [least: number, most: number] {
  if (drawn === 0) return [0, 1];
  const [share, square] = [found / drawn, Z_95 ** 2];
  const centre = share + square / (2 * drawn);
  const spread = Z_95 * Math.sqrt((share * (1 - share)) / drawn + square / (4 * drawn ** 2));
  const whole = 1 + square / drawn;
  return [Math.max(0, (centre - spread) / whole), Math.min(1, (centre + spread) / whole)];
}

const sums = ({ killed, counted }: Tally) => ({ killed, counted });
const percent = ({ killed, counted }: Tally) => (counted === 0 ? 100 : (killed * 100) / counted);
const between = ({ killed, counted }: Tally) =>
  interval(killed, counted)
    .map((share) => (share * 100).toFixed(1))
    .join(" and ");
const folderOf = ({ file }: Result) => file.split("/").slice(0, 2).join("/");

function livingLine({ file, line, key, verdict }: Result, reason?: Accepted): string {
  const what = key.slice(file.length + 1).replaceAll("`", "'");
  const notes = [verdict === "uncovered" ? " (no test meets it)" : "", reason ? `; left: ${reason.reason}` : ""];
  return `- ${file}:${line} \`${what}\`${notes.join("")}`;
}

function readAccepted(): Accepted[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, "accepted.json"), "utf8")) as Accepted[];
}
