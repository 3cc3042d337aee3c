import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { asOwner } from "#e2e/world/agreed.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { openLog } from "#lib/kernel/log.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { getHealth } from "#lib/health/get-health.ts";
import { readiness } from "#lib/health/readiness.ts";
import { NOTE } from "#lib/worker/due.ts";
import { runTick } from "#lib/worker/ticks.ts";
import { type LastSeen, lastSeenPath, needNotes, OlderCopy, readLastSeen } from "#prisma/epoch.ts";
import { noteAnew, noteLastSeen } from "./last-seen.ts";

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
  const app = { ...world.app, log: openLog({}, () => undefined), env: { ...world.app.env, dataDir } };
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

describe("a database that goes back under the running program", () => {
  const dataDir = join(folder, "running");
  const owner = (text: string) => asOwner(world.databaseUrl, text);

  /** The note of a database that was further than this one by so much. */
  async function further(by: Partial<LastSeen>): Promise<Ctx> {
    const worker = workerOn(dataDir);
    await noteAnew(worker);
    writeFileSync(lastSeenPath(dataDir), JSON.stringify({ ...noted(), ...by }));
    return worker;
  }

  function noted(): LastSeen {
    const seen = readLastSeen(dataDir);
    if (!seen) throw new Error("there is no note");
    return seen;
  }

  afterEach(() =>
    owner("update deployment set epoch = 1, restored_at = null, restored_clock = null, recovered_at = null"),
  );

  test("is noticed by its audit, its events, its wallets or its epoch, and the note stays", async () => {
    await world.bill();
    await noteAnew(workerOn(dataDir));
    const { audit, event, wallets } = noted();
    const [walletId = "", nextIndex = 0] = Object.entries(wallets).find(([, next]) => next > 0) ?? [];
    expect(event).toBeGreaterThan(0);
    for (const by of [
      { audit: audit + 1 },
      { event: event + 1 },
      { wallets: { ...wallets, [walletId]: nextIndex + 1 } },
      { epoch: 2 },
    ]) {
      const worker = await further(by);
      const before = noted();
      await expect(runTick(worker, [NOTE])).rejects.toThrow(/^This database was restored from a backup/);
      expect(noted()).toEqual(before);
      expect(await readiness(worker)).toMatchObject({ ready: false, database: true, restored: true });
      await owner("update deployment set epoch = 1, restored_at = null, restored_clock = null, recovered_at = null");
    }
  });

  test("hands out no address, sells and pays nothing until it is recovered", async () => {
    const worker = await further({ audit: noted().audit + 1 });
    await expect(noteLastSeen(worker)).rejects.toThrow(OlderCopy);
    await expect(world.bill()).rejects.toThrow(/The database is an older copy/);
    expect((await getHealth(worker)).data[0]).toMatchObject({ kind: "DATABASE" });
    const insert = (table: string, columns = "id", values = "gen_random_uuid()") =>
      owner(`insert into ${table} (${columns}) values (${values})`);
    for (const table of ["quote", "conversion", "prepared_transaction", "payout_file"])
      await expect(insert(table)).rejects.toThrow(/older copy/);
    await expect(insert("venue_order", "id, status", "gen_random_uuid(), 'OPEN'")).rejects.toThrow(/older copy/);
    await expect(insert("venue_order", "id, status", "gen_random_uuid(), 'FILLED'")).rejects.toThrow(/null value/);
    await expect(owner("update prepared_transaction set sent_at = now()")).rejects.toThrow(/older copy/);
    // A worker that is started again finds the same, whatever was noted.
    await expect(noteLastSeen(workerOn(join(folder, "other")))).rejects.toThrow(OlderCopy);

    await owner("update deployment set recovered_at = business_now()");
    await noteAnew(worker);
    expect(await noteLastSeen(worker)).toBe(0);
    expect(noted().epoch).toBe(2);
    await world.bill();
    expect(await noteLastSeen(worker)).toBe(1);
  });

  test("a note of before a restore that is known says nothing", async () => {
    await owner("update deployment set epoch = 2, restored_at = business_now(), recovered_at = business_now()");
    const worker = await further({ epoch: 1, audit: 1_000_000 });
    expect(await noteLastSeen(worker)).toBe(1);
    expect(noted().audit).toBeLessThan(1_000_000);
  });
});
