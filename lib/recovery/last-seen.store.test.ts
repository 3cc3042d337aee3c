import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { Slots } from "#lib/kernel/slots.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { needNotes, readLastSeen } from "#prisma/epoch.ts";
import { noteLastSeen } from "./last-seen.ts";

const folder = mkdtempSync(join(tmpdir(), "desk-last-seen-"));
let world: World;
beforeAll(async () => {
  world = await openWorld({ alone: true });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A worker of its own, as it is after a start. */
function workerOn(dataDir: string): Ctx {
  const app = { ...world.app, slots: new Slots(), env: { ...world.app.env, dataDir } };
  return contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
}

test("a DATA_DIR that nothing has made is made for the note", async () => {
  const dataDir = join(folder, "none", "yet");
  expect(await noteLastSeen(workerOn(dataDir))).toBe(1);
  expect(readLastSeen(dataDir)?.audit).toBeGreaterThan(0);
});

test("a start is refused where no note could be written, and leaves nothing behind where it could", () => {
  const dataDir = join(folder, "start");
  needNotes(dataDir);
  expect(readdirSync(dataDir)).toEqual([]);
  writeFileSync(join(folder, "file"), "");
  expect(() => needNotes(join(folder, "file"))).toThrow(/^DATA_DIR cannot be used \(EEXIST.*\): name a folder/);
});
