import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { demand } from "./demand.ts";
import type { Outcome, Round } from "./generator.ts";
import { cpuMs } from "./processes.ts";

/** Two servers under the same load in turns, so that whatever else the machine does falls on both. */
export type Contest = {
  program: Side;
  floor: Side;
  rounds: number;
  /** Least share of the floor's rate that counts as met. */
  target: number;
};

/** `cpuMs` tells the processor time used so far on this side, database included. */
type Side = { round: Round; cpuMs(): number };

/** A round without its port. */
export type Load = Omit<Round, "port">;

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
 * below the target, or when anything was refused: who refuses is fast.
 */
export async function contend({ program, floor, rounds, target }: Contest): Promise<void> {
  const generator = start("generator.ts", {});
  const play = async ({ round, cpuMs }: Side): Promise<Played> => {
    const before = cpuMs();
    const outcome = messageFrom<Outcome>(generator);
    generator.send(round);
    return { ...(await outcome), cpuMs: cpuMs() - before };
  };
  try {
    await play(floor);
    await play(program);
    const played: Pair[] = [];
    for (let at = 0; at < rounds; at += 1) played.push({ floor: await play(floor), program: await play(program) });
    demand(report(played, target));
  } finally {
    generator.kill("SIGTERM");
  }
}

function start(file: string, env: Record<string, string>): ChildProcess {
  return fork(join(import.meta.dirname, file), {
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

function messageFrom<T>(child: ChildProcess): Promise<T> {
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
const FIGURES: readonly Figure[] = [
  RATE,
  { name: "half within, ms", of: ({ medianMs }) => medianMs, digits: 1 },
  { name: "99 % within, ms", of: ({ slowMs }) => slowMs, digits: 1 },
  { name: "processor each, ms", of: ({ cpuMs, answered }) => cpuMs / Math.max(answered, 1), digits: 2 },
  { name: "bytes each", of: ({ bytes, answered }) => bytes / Math.max(answered, 1), digits: 0 },
];

/** A line for each round, the medians of all figures, and the ratio of the rates; answers whether they are as they must be. */
function report(played: readonly Pair[], target: number): boolean {
  const rounds = played.map((pair, at) => row(`round ${at + 1}, ${RATE.name}`, RATE, pair.program, pair.floor));
  const medians = FIGURES.map((figure) => {
    const middle = (side: keyof Pair) => median(played.map((pair) => figure.of(pair[side])));
    return { figure, program: middle("program"), floor: middle("floor") };
  });
  const ratio = (medians[0]?.program ?? 0) / (medians[0]?.floor ?? 1);
  const refused = played.reduce((sum, { program, floor }) => sum + program.refused + floor.refused, 0);
  const lines = [
    columns("", "program", "floor", "ratio"),
    ...rounds,
    ...medians.map(({ figure, program, floor }) => compared(`median, ${figure.name}`, figure, program, floor)),
    `${ratio.toFixed(2)} of the floor, ${ratio >= target ? "target" : "BELOW the target"} ${target}; ${refused} refused`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return ratio >= target && refused === 0;
}

function row(name: string, figure: Figure, program: Played, floor: Played): string {
  return compared(name, figure, figure.of(program), figure.of(floor));
}

function compared(name: string, { digits }: Figure, program: number, floor: number): string {
  return columns(name, program.toFixed(digits), floor.toFixed(digits), (program / floor).toFixed(2));
}

function columns(name: string, ...figures: string[]): string {
  return name.padEnd(28) + figures.map((figure) => figure.padStart(10)).join("");
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
