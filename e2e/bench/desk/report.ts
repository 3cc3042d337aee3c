import type { Measured, Times } from "./measure.ts";
import { percentile } from "./percentile.ts";

/** Prints figures beside their targets and remembers whether all were met. */
export type Report = {
  note(sentence: string): void;
  most(what: string, value: number, most: number, unit: string): void;
  least(what: string, value: number, least: number): void;
  /** One line for each thing measured, at 95 %, then all of them together. */
  times(what: string, measured: readonly Measured[], targets: Times): void;
  met(): boolean;
};

const SHARE = 0.95;
const WIDE = 54;

export function openReport(): Report {
  let met = true;
  const line = (what: string, result: string, holds: boolean) => {
    if (!holds) met = false;
    process.stdout.write(`${what.padEnd(WIDE)} ${result} ${holds ? "met" : "NOT MET"}\n`);
  };
  const written = (value: number, unit: string) => (unit === "" ? value.toFixed(3) : `${value.toFixed(0)} ${unit}`);
  const most: Report["most"] = (what, value, limit, unit) =>
    line(what, `${written(value, unit).padStart(8)}, at most ${limit}`, value <= limit);
  const high = (times: readonly Times[], of: keyof Times) =>
    percentile(
      times.map((each) => each[of]),
      SHARE,
    );
  return {
    note: (sentence) => void process.stdout.write(`${sentence}\n`),
    most,
    least: (what, value, limit) => line(what, `${value.toFixed(0).padStart(8)}, at least ${limit}`, value >= limit),
    times(what, measured, targets) {
      for (const { name, times } of measured) {
        const painted = high(times, "paintedMs").toFixed(0).padStart(5);
        const server = high(times, "serverMs").toFixed(0).padStart(5);
        process.stdout.write(`  ${name.padEnd(WIDE)} ${painted} ms painted, ${server} ms server\n`);
      }
      const all = measured.flatMap(({ times }) => times);
      most(`${what} to painted rows, 95 %`, high(all, "paintedMs"), targets.paintedMs, "ms");
      most(`${what} on the server, 95 %`, high(all, "serverMs"), targets.serverMs, "ms");
    },
    met: () => met,
  };
}
