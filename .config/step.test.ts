import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { step } from "./step.ts";

/** Starts another that holds its output and never ends, and says who that is. */
const LEAVES_ONE = `
  const { spawn } = require("node:child_process");
  const left = spawn(process.execPath, ["-e", "setInterval(() => undefined, 1000)"], { stdio: "inherit" });
  process.stdout.write(String(left.pid) + "\\n");
  left.unref();`;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe("a process of a tool", () => {
  it("has ended when it has, though what it left running holds its output", async () => {
    const { code, output } = await step("leaves one", ["-e", LEAVES_ONE]);
    const left = Number(output);
    expect([code, isAlive(left)]).toEqual([0, true]);
    process.kill(left, "SIGKILL");
  });

  it("is ended with all of its group when it is told to stop", async () => {
    const stop = new AbortController();
    const ends = step("never ends", ["-e", `${LEAVES_ONE}; setInterval(() => undefined, 1000)`], { stop: stop.signal });
    await sleep(500);
    stop.abort();
    const { code, output } = await ends;
    expect(code).not.toBe(0);
    // It may have been stopped before it had left anything.
    const left = Number(output);
    for (let tries = 0; left > 0 && isAlive(left) && tries < 100; tries += 1) await sleep(50);
    expect(left > 0 && isAlive(left)).toBe(false);
  });
});
