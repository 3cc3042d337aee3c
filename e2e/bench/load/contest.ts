import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { Outcome, Round } from "./generator.ts";

/** Two servers under the same load in turns, so that whatever else the machine does falls on both. */
export type Contest = {
  program: Round;
  floor: Round;
  rounds: number;
  /** Least share of the floor's rate that counts as met. */
  target: number;
};

/** A process that serves on loopback and tells its port; ended by `stop`. */
export type Served = { port: number; stop(): void };

/** Starts a file of this folder that sends `{port}` once it listens. */
export async function serveFloor(file: string, env: Record<string, string>): Promise<Served> {
  const child = start(file, env);
  const { port } = await told<{ port: number }>(child);
  return { port, stop: () => void child.kill("SIGTERM") };
}

/** Plays the rounds after one to warm up, prints them and the ratio of the medians, and answers it. */
export async function contend({ program, floor, rounds, target }: Contest): Promise<number> {
  const generator = start("generator.ts", {});
  const play = (round: Round): Promise<Outcome> => {
    const outcome = told<Outcome>(generator);
    generator.send(round);
    return outcome;
  };
  try {
    await play(floor);
    await play(program);
    const played: { program: Outcome; floor: Outcome }[] = [];
    for (let at = 0; at < rounds; at += 1) played.push({ floor: await play(floor), program: await play(program) });
    return report(played, target);
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

function told<T>(child: ChildProcess): Promise<T> {
  return new Promise((done, fail) => {
    const onExit = (code: number | null) => fail(new Error(`the process ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      done(message as T);
    });
  });
}

const rateOf = (outcome: Outcome): number => outcome.answered / outcome.seconds;

function report(played: readonly { program: Outcome; floor: Outcome }[], target: number): number {
  const row = (name: string, { program, floor }: { program: number; floor: number }, digits = 0): string =>
    `${name.padEnd(24)}${program.toFixed(digits).padStart(10)}${floor.toFixed(digits).padStart(10)}${(program / floor).toFixed(2).padStart(8)}`;
  const lines = [`${"".padEnd(24)}${"program".padStart(10)}${"floor".padStart(10)}${"ratio".padStart(8)}`];
  for (const [at, { program, floor }] of played.entries())
    lines.push(row(`round ${at + 1}, answers/s`, { program: rateOf(program), floor: rateOf(floor) }));
  const both = (of: (outcome: Outcome) => number) => ({
    program: median(played.map(({ program }) => of(program))),
    floor: median(played.map(({ floor }) => of(floor))),
  });
  const rates = both(rateOf);
  lines.push(row("median, answers/s", rates));
  lines.push(
    row(
      "half within, ms",
      both(({ medianMs }) => medianMs),
      1,
    ),
    row(
      "99 % within, ms",
      both(({ slowMs }) => slowMs),
      1,
    ),
  );
  lines.push(
    row(
      "bytes each",
      both(({ bytes, answered }) => bytes / Math.max(answered, 1)),
    ),
  );
  const refused = played.reduce((sum, { program, floor }) => sum + program.refused + floor.refused, 0);
  const ratio = rates.program / rates.floor;
  lines.push(
    `${ratio.toFixed(2)} of the floor, ${ratio >= target ? "target" : "BELOW the target"} ${target}; ${refused} refused`,
  );
  process.stdout.write(`${lines.join("\n")}\n`);
  return ratio;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
