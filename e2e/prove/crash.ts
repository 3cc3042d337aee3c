import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { closeTestCluster } from "#e2e/world/database.ts";
import { isEnough } from "#e2e/world/planted.ts";
import { cutPower, queryEmbedded } from "#e2e/world/power-cut.ts";
import { type Program, startProgram } from "#e2e/world/program.ts";
import { pspClient } from "#e2e/world/psp.ts";
import { type Chance, chanceFrom } from "#e2e/world/seeded.ts";
import { type Flow, playFlow } from "./crash/flow.ts";
import { judge } from "./crash/judge.ts";
import type { Tally } from "./crash/line.ts";
import { provePoints } from "./crash/points.ts";

// Proof: nothing acknowledged is lost and nothing happens twice, whenever everything is killed (kill -9 of launcher, web,
// worker and database) in the middle of bills, deposits, treatments and conversions whose requests are tried again; and
// whichever statement the web process or the worker was about to send when it was killed, in payouts, moves, lines of the
// bank, transfers of the venue, approvals, holds, invoices, reorganisations, market orders, hedges and webhooks.

const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    flows: { type: "string" },
    /** So many places to be killed at, spread over all there are. */
    points: { type: "string" },
    /** Only the places right before a statement with this text. */
    before: { type: "string" },
    /** `power`, or `points`, or of these `web` or `worker`. */
    only: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
const FLOWS = Number(values.flows ?? (values.full ? 200 : 6));
const POINTS = Number(values.points ?? (values.full ? 320 : 3));
/** Each place so often: what goes on beside it is never quite the same. */
const ROUNDS = values.full ? 5 : 1;
const SEED = Number(values.seed);
/** Flows under way at a time. */
const ABREAST = 8;
const FLOWS_PER_KILL = 5;
/** Changes sent between the program's return and the next kill. */
const CHANGES_BETWEEN: readonly [number, number] = [2, 16];

const startedAt = performance.now();
const tally: Tally = { sent: 0, acknowledged: 0, cutOff: 0, replayed: 0, inFlight: 0 };
const backMs: number[] = [];
const faults: string[] = [];
const summary: string[] = [];
if (values.only !== "power") await killAtPoints();
if ((values.only ?? "power") === "power" && !isEnough(faults)) await cutPowerOften();
for (const fault of faults) process.stdout.write(`  ${fault}\n`);
process.stdout.write(
  `crash: ${summary.join("; ")}; ${faults.length} faults; seed ${SEED}, ${seconds(performance.now() - startedAt)} s\n`,
);
process.exitCode = faults.length > 0 ? 1 : 0;

async function killAtPoints(): Promise<void> {
  const only = values.only === "web" || values.only === "worker" ? values.only : undefined;
  try {
    const points = await provePoints(chanceFrom(SEED), { most: POINTS, rounds: ROUNDS, only, before: values.before });
    faults.push(...points.faults);
    summary.push(`${points.distinct} of ${points.all} places, ${points.played} runs, ${points.died} killed at one`);
  } finally {
    await closeTestCluster();
  }
}

async function cutPowerOften(): Promise<void> {
  const program = await startProgram({ embedded: true });
  const ended = new AbortController();
  const kills = killNowAndThen(program, chanceFrom(SEED + 1_000_000), ended.signal);
  try {
    const flows = await playAll(program).finally(() => ended.abort());
    await kills;
    const psp = pspClient(program.url, program.demo);
    faults.push(...(await judge(program, psp, tally, flows)));
    summary.push(figures());
  } finally {
    await kills.finally(() => program.stop());
  }
}

async function playAll({ url, demo }: Program): Promise<Flow[]> {
  const psp = pspClient(url, demo);
  const flows: Flow[] = [];
  let next = 1;
  const player = async (): Promise<void> => {
    for (let number = next; number <= FLOWS; number = next) {
      next += 1;
      flows.push(await playFlow(psp, tally, chanceFrom(SEED * 10_000 + number), `crash-${SEED}-${number}`));
    }
  };
  await Promise.all(Array.from({ length: ABREAST }, player));
  return flows;
}

/** Kills after a seeded number of changes and a seeded moment more: while requests are answered, or while the worker treats. */
async function killNowAndThen(program: Program, chance: Chance, end: AbortSignal): Promise<void> {
  for (let kill = 1; kill <= Math.ceil(FLOWS / FLOWS_PER_KILL) && !end.aborted; kill += 1) {
    const due = tally.sent + chance.whole(...CHANGES_BETWEEN);
    while (tally.sent < due && !end.aborted) await sleep(1);
    await sleep(chance.whole(0, 1) === 0 ? chance.whole(0, 15) : chance.whole(0, 800));
    if (end.aborted) return;
    await cutPower(program);
    const since = performance.now();
    await program.restart();
    backMs.push(performance.now() - since);
    if (!values.full) await passMinute(program);
  }
}

/** In the short form the power was away for a minute: claims whose process died are free at once instead of by waiting. */
async function passMinute(program: Program): Promise<void> {
  await queryEmbedded(
    program,
    "update idempotency set claimed_at = claimed_at - interval '1 minute' where completed_at is null",
  );
}

function figures(): string {
  const sorted = [...backMs].sort((a, b) => a - b);
  return [
    `${FLOWS} flows, ${backMs.length} power cuts, ${tally.cutOff} requests cut off, ${tally.acknowledged} changes acknowledged,`,
    `${tally.replayed} of them on a repeated key, back after ${seconds(sorted[Math.floor(sorted.length / 2)])} s, at worst ${seconds(sorted.at(-1))} s`,
  ].join(" ");
}

function seconds(ms: number | undefined): string {
  return ((ms ?? 0) / 1000).toFixed(1);
}
