import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askBeside, keepRunning } from "./children.ts";

const STOP_MS = 60_000;
const LONGEST = { timeout: 120_000 };

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "desk-children-"));
  path = join(folder, "written");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FIXTURE = fileURLToPath(new URL("./turn.fixture.ts", import.meta.url));

const args = () => [FIXTURE, path];
const written = () => readFileSync(path, { encoding: "utf8", flag: "a+" });

test("a process that is asked ahead of its turn waits, loaded, and answers when it is its turn", async () => {
  const child = askBeside<string>(args(), process.env, undefined);
  await child.loaded;
  expect(written()).toBe("loaded ");
  child.begin();
  expect(await child.answer).toBe("its answer");
  expect(written()).toBe("loaded begun ");
  await child.stop(STOP_MS);
});

test("one that is stopped before its turn has done nothing, and whoever waits for it hears of that", async () => {
  const child = askBeside<string>(args(), process.env, undefined);
  await child.loaded;
  await child.stop(STOP_MS);
  await expect(child.answer).rejects.toThrow("turn.fixture.ts");
  expect(written()).toBe("loaded ");
});

test("one that is kept running waits for its turn once: started again it goes on at once", async () => {
  const child = keepRunning("fixture", args(), process.env, undefined);
  await expect.poll(written, LONGEST).toBe("loaded ");
  child.begin();
  await expect.poll(written, LONGEST).toBe("loaded begun ");
  await child.restart(STOP_MS);
  await expect.poll(written, LONGEST).toBe("loaded begun loaded begun ");
  await child.stop(STOP_MS);
});

test("one that does not end when it is told to is killed, and that is told", async () => {
  const printed = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const deaf = `process.on("SIGTERM", () => undefined); setInterval(() => undefined, 1000); require("fs").writeFileSync(${JSON.stringify(path)}, "deaf")`;
  const child = keepRunning("fixture", ["-e", deaf], process.env, undefined);
  await expect.poll(written, LONGEST).toBe("deaf");
  await child.stop(100);
  expect(printed).toHaveBeenCalledWith("The fixture did not end within 0.1 s and was killed.\n");
  printed.mockRestore();
});
