import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { askBeside, keepRunning } from "./children.ts";

const STOP_MS = 60_000;
const LONGEST = { timeout: 120_000 };

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "desk-children-"));
  path = join(folder, "said");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const args = () => ["lib/server/turn.fixture.ts", path];
const said = () => readFileSync(path, { encoding: "utf8", flag: "a+" });

test("a process that is asked ahead of its turn waits, loaded, and answers when it is its turn", async () => {
  const asked = askBeside<string>(args(), process.env, undefined);
  await asked.loaded;
  expect(said()).toBe("loaded ");
  asked.begin();
  expect(await asked.answer).toBe("its answer");
  expect(said()).toBe("loaded begun ");
  await asked.stop(STOP_MS);
});

test("one that is stopped before its turn has done nothing, and whoever waits for it hears of that", async () => {
  const asked = askBeside<string>(args(), process.env, undefined);
  await asked.loaded;
  await asked.stop(STOP_MS);
  await expect(asked.answer).rejects.toThrow("turn.fixture.ts");
  expect(said()).toBe("loaded ");
});

test("one that is kept running waits for its turn once: started again it goes on at once", async () => {
  const kept = keepRunning("fixture", args(), process.env, undefined);
  await expect.poll(said, LONGEST).toBe("loaded ");
  kept.begin();
  await expect.poll(said, LONGEST).toBe("loaded begun ");
  await kept.restart(STOP_MS);
  await expect.poll(said, LONGEST).toBe("loaded begun loaded begun ");
  await kept.stop(STOP_MS);
});
