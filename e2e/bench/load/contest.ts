import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { demand } from "./demand.ts";
import type { Outcome, Round } from "./generator.ts";
import { cpuMs } from "./processes.ts";

/** Two servers under the same load in turns, so that whatever else the machine does falls on both. */
type Contest = {
  /** Of the case, for its heading and its kept figures. */
  name: string;
  program: Side;
  floor: Side;
  rounds: number;
  targets: Targets;
  /** What the program is measured against. */
  against?: string;
};

/** What must come of it. */
export type Targets = {
  /** Least share of the floor's rate. */
  rate: number;
  /** 99 of a hundred answers come within so many times what the floor takes for them. */
  slowTimes?: number;
};

/**
 * `cpuMs` tells the processor time used so far on this side, database included; `beside` is done while its rounds last;
 * `count` is told what came of each round, that to warm up as well.
 */
export type Side = {
  round: Round;
  cpuMs(): number;
  beside?: () => Promise<() => Promise<void>>;
  count?: (outcome: Outcome) => void;
};

/** A round without its port. */
export type Load = Omit<Round, "port">;

/** Medians of the rounds, as they are kept and drawn. */
export type Verdict = {
  name: string;
  program: Figures;
  floor: Figures;
  ratio: number;
  slowTimes: number;
  targets: Targets;
  refused: number;
  isMet: boolean;
};
type Figures = Record<keyof typeof FIGURES, number>;

export function programSide({ port, dataDir }: { port: number; dataDir: string }, load: Load): Side {
  const used = { dataDir, file: "lib/server/main.ts", role: "desk" };
  return { round: { ...load, port }, cpuMs: () => cpuMs(used) };
}

/** A floor connects as `desk_owner`, so that its connections can be told from the program's. */
export function floorSide({ port, dataDir }: Served, load: Load): Side {
  const used = { dataDir, file: "bench/load/floor-", role: "desk_owner" };
  return { round: { ...load, port }, cpuMs: () => cpuMs(used) };
}

/** A process that serves on loopback and tells its port; ended by `stop`. */
export type Served = { port: number; dataDir: string; stop(): void };

/** Starts a file of this folder that sends `{port}` once it listens. */
export async function serveFloor(file: string, dataDir: string, env: Record<string, string>): Promise<Served> {
  const child = start(file, { ...env, DATA_DIR: dataDir });
  const { port } = await messageFrom<{ port: number }>(child);
  return { port, dataDir, stop: () => void child.kill("SIGTERM") };
}

/**
 * Plays the rounds after one to warm up and prints them with the ratio of the medians. The process ends with 1 when that is
 * below the target, when the slowest answers are slower than they may be, or when anything was refused: who refuses is fast.
 */
export async function contend({ name, program, floor, rounds, targets, against = "floor" }: Contest): Promise<Verdict> {
  const generator = start("generator.ts", {});
  const play = async ({ round, cpuMs, beside, count }: Side): Promise<Played> => {
    const end = await beside?.();
    const before = cpuMs();
    const outcome = messageFrom<Outcome>(generator);
    generator.send(round);
    const played = { ...(await outcome), cpuMs: cpuMs() - before };
    await end?.();
    count?.(played);
    return played;
  };
  try {
    const warm = [await play(warmUp(floor)), await play(warmUp(program))];
    const played: Pair[] = [];
    for (let at = 0; at < rounds; at += 1) played.push({ floor: await play(floor), program: await play(program) });
    const unmade = warm.reduce((sum, { refused }) => sum + refused, 0);
    const verdict = judge(name, played, targets, unmade + notReplayed(program, played));
    print(played, verdict, against);
    demand(verdict.isMet);
    return verdict;
  } finally {
    generator.kill("SIGTERM");
  }
}

/** The first round; of keys that are sent again each is sent once, however long that takes. */
function warmUp(side: Side): Side {
  const { keyed, durationMs } = side.round;
  if (typeof keyed !== "object") return side;
  return { ...side, round: { ...side.round, mostRequests: keyed.among, durationMs: durationMs + MAKING_MS } };
}
const MAKING_MS = 120_000;

/** Of keys that are sent again, how many answers did not come from what was kept. */
function notReplayed({ round }: Side, played: readonly Pair[]): number {
  if (typeof round.keyed !== "object") return 0;
  return played.reduce(
    (sum, { program, floor }) => sum + program.answered - program.replayed + floor.answered - floor.replayed,
    0,
  );
}

/** Starts a file of this folder that says nothing before it is sent something. */
export function start(file: string, env: Record<string, string>): ChildProcess {
  return fork(join(import.meta.dirname, file), {
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

/** Starts a file of this folder that sends a message once it works; ended by closing its channel. */
export async function startBeside(file: string, env: Record<string, string>): Promise<ChildProcess> {
  const child = start(file, env);
  await messageFrom(child);
  return child;
}

export function messageFrom<T>(child: ChildProcess): Promise<T> {
  return new Promise((done, fail) => {
    const onExit = (code: number | null) => fail(new Error(`the process ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      done(message as T);
    });
  });
}

type Played = Outcome & { cpuMs: number };
type Pair = { program: Played; floor: Played };

type Figure = { name: string; of(played: Played): number; digits: number };

const RATE: Figure = { name: "answers/s", of: ({ answered, seconds }) => answered / seconds, digits: 0 };
const FIGURES = {
  rate: RATE,
  medianMs: { name: "half within, ms", of: ({ medianMs }) => medianMs, digits: 1 },
  slowMs: { name: "99 % within, ms", of: ({ slowMs }) => slowMs, digits: 1 },
  cpuMs: { name: "processor each, ms", of: ({ cpuMs, answered }) => cpuMs / Math.max(answered, 1), digits: 2 },
  bytes: { name: "bytes each", of: ({ bytes, answered }) => bytes / Math.max(answered, 1), digits: 0 },
} satisfies Record<string, Figure>;

function judge(name: string, played: readonly Pair[], targets: Targets, unexpected: number): Verdict {
  const medians = (side: keyof Pair): Figures => {
    const middle = ({ of }: Figure) => median(played.map((pair) => of(pair[side])));
    return Object.fromEntries(Object.entries(FIGURES).map(([key, figure]) => [key, middle(figure)])) as Figures;
  };
  const [program, floor] = [medians("program"), medians("floor")];
  const ratio = program.rate / (floor.rate || 1);
  const slowTimes = program.slowMs / (floor.slowMs || 1);
  const refused = played.reduce((sum, pair) => sum + pair.program.refused + pair.floor.refused, unexpected);
  const isMet = ratio >= targets.rate && refused === 0 && slowTimes <= (targets.slowTimes ?? Number.POSITIVE_INFINITY);
  return { name, program, floor, ratio, slowTimes, targets, refused, isMet };
}

/** A line for each round, the medians of all figures, and the ratios with what was asked of them. */
function print(
  played: readonly Pair[],
  { name, program, floor, ratio, slowTimes, targets, refused }: Verdict,
  against: string,
): void {
  const compared = (what: string, { digits }: Figure, ours: number, theirs: number): string =>
    columns(what, ours.toFixed(digits), theirs.toFixed(digits), (ours / theirs).toFixed(2));
  const entries = Object.entries(FIGURES) as [keyof Figures, Figure][];
  const lines = [
    columns(name, "program", against, "ratio"),
    ...played.map((pair, at) =>
      compared(`round ${at + 1}, ${RATE.name}`, RATE, RATE.of(pair.program), RATE.of(pair.floor)),
    ),
    ...entries.map(([key, figure]) => compared(`median, ${figure.name}`, figure, program[key], floor[key])),
    `${ratio.toFixed(2)} of the ${against}, ${ratio >= targets.rate ? "target" : "BELOW the target"} ${targets.rate}; ${refused} refused`,
    ...(targets.slowTimes === undefined
      ? []
      : [
          `99 % within ${slowTimes.toFixed(1)} times what the ${against} takes, ${slowTimes <= targets.slowTimes ? "target" : "BEYOND the target"} ${targets.slowTimes}`,
        ]),
  ];
  process.stdout.write(`${lines.join("\n")}\n\n`);
}

function columns(name: string, ...figures: string[]): string {
  return name.padEnd(34) + figures.map((figure) => figure.padStart(10)).join("");
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
