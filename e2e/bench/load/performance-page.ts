import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Result } from "./results.ts";

const ROOT = join(import.meta.dirname, "../../..");
export const PAGE = join(ROOT, "app/docs/background/performance.md");
export const RESULTS = join(ROOT, "e2e/bench/results");

/** What each benchmark sends, and what it leaves out. */
const ABOUT: Record<string, { title: string; sends: string; leavesOut: string }> = {
  create: {
    title: "Creates of bills",
    sends:
      "Signed `POST /payment/v1/requestPaymentAddress` over 32 connections, each with an `Idempotency-Key`, under limits of its account and of the operator, the request log on, addresses derived meanwhile by the worker. `spread`: eight accounts in turns; `hot`: one; `replay`: keys that were answered before; `paging`: beside ten people at the desk, against the same program without them. The floor is a bare server that writes the same rows (nonce, claim and answer, bill, event, audit line, address, promise, log) by one prepared statement each and checks nothing.",
    leavesOut:
      "A network between caller and program, TLS, more than one process; the floor derives no addresses and writes no lines on its output.",
  },
  payments: {
    title: "Get Payment",
    sends:
      "Signed `GET /payment/v1/payment` over bills by the million: by id, and pages of fifty by filter and sort, first to last. The floor reads the same rows by a prepared statement and sends them.",
    leavesOut: "A network, TLS, a cache that is cold.",
  },
};

const BAR = 20;

/** The page of the docs, drawn from what is kept: `--keep` of a benchmark writes both. */
export function performancePage(): string {
  const results = globSync("*.json", { cwd: RESULTS }).sort();
  const parts = results.map((file) =>
    section(basename(file, ".json"), JSON.parse(readFileSync(join(RESULTS, file), "utf8"))),
  );
  return `${[HEAD, ...parts].join("\n\n")}\n`;
}

const HEAD = `# Performance

Each benchmark plays rounds of the program and of a floor in turns, so that whatever else the machine does falls on both; the figures are medians, and the share of the floor says more than the rate, which is the machine's. \`npm run bench -- NAME --keep\` writes the figures and this page. Load generator, program and database share the machine. A share below its target is drawn as it is.`;

function section(name: string, { at, machine, conditions, verdicts }: Result): string {
  const about = ABOUT[name];
  if (!about) throw new Error(`say in ${import.meta.filename} what the benchmark ${name} sends and leaves out`);
  const { postgres } = machine;
  const rows = verdicts.map(({ name: what, program, floor, ratio, targets, refused }) => [
    what,
    rate(program.rate),
    rate(floor.rate),
    `${bar(ratio)} ${ratio.toFixed(2)}`,
    targets.rate > 0 ? String(targets.rate) : "",
    `${program.medianMs.toFixed(0)} / ${program.slowMs.toFixed(0)}`,
    `${floor.medianMs.toFixed(0)} / ${floor.slowMs.toFixed(0)}`,
    program.cpuMs.toFixed(1),
    String(refused),
  ]);
  return [
    `## ${about.title}`,
    about.sends,
    table([HEADINGS, HEADINGS.map(() => "---"), ...rows]),
    `Leaves out: ${about.leavesOut}`,
    `Taken on ${at}: ${machine.cores} cores of ${machine.processor}, ${machine.memoryGib} GiB, Node ${machine.node}, PostgreSQL ${postgres["server_version"]} (${settings(postgres)}). ${listed(conditions)}.`,
  ].join("\n\n");
}

const HEADINGS = [
  "",
  "Program, per second",
  "Floor, per second",
  "Share of the floor",
  "Target",
  "Program: half / 99 % within, ms",
  "Floor: half / 99 % within, ms",
  "Processor each, ms",
  "Refused",
];

const rate = (perSecond: number): string => perSecond.toFixed(0);
const table = (rows: readonly (readonly string[])[]): string => rows.map((row) => `| ${row.join(" | ")} |`).join("\n");

function bar(share: number): string {
  const full = Math.min(BAR, Math.round(share * BAR));
  return `${"█".repeat(full)}${"░".repeat(BAR - full)}`;
}

const settings = (postgres: Record<string, string>): string =>
  Object.entries(postgres)
    .filter(([name]) => name !== "server_version")
    .map(([name, value]) => `\`${name}\` ${value}`)
    .join(", ");

const listed = (conditions: Record<string, number>): string =>
  Object.entries(conditions)
    .map(([name, value]) => `${WORDS[name] ?? name}: ${Number.isInteger(value) ? value : value.toFixed(1)}`)
    .join("; ");

const WORDS: Record<string, string> = {
  seconds: "Seconds of a round",
  rounds: "rounds",
  connections: "connections",
  bills: "bills",
  webMb: "MB of the web process",
  workerMb: "MB of the worker",
  loadBefore: "processes that waited for a processor before it began, of other work of the machine",
};
