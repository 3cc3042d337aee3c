import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { closeApp, openApp } from "#lib/services.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { checkEnv } from "#lib/kernel/env.ts";
import { openLog } from "#lib/kernel/log.ts";
import { secretsUnder } from "#lib/kernel/secrets.ts";
import { Slots } from "#lib/kernel/slots.ts";
import { recordAudit } from "./record-audit.ts";
import { sealAudit, verifyAudit } from "./seal.ts";
import { verifyHouseAudit } from "./verify-audit.ts";

let database: FreshDatabase;
let ctx: Ctx;
let dataDir: string;
beforeAll(async () => {
  database = await freshDatabase();
  dataDir = mkdtempSync(join(tmpdir(), "desk-seals-"));
  const app = await openApp(checkEnv({ DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: "error" }).env);
  ctx = contextFor(app, { actor: { kind: "operator" }, requestId: "test" });
});
afterAll(async () => {
  await closeApp();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const command = (objectId: string) => recordAudit(ctx, { action: "test.action", objectKind: "test", objectId });

/** What only the owner of the database could do: the program's own role may not, and a trigger refuses even the owner. */
async function tamper(sql: string, values: unknown[] = []): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query("alter table audit disable trigger user; alter table audit_seal disable trigger user");
  await owner.query(sql, values);
  await owner.query("alter table audit enable trigger user; alter table audit_seal enable trigger user");
  await owner.end();
}

/** What an owner of the database would write beside a line that they change. */
const REHASHED =
  "update audit_seal set lines_hash = (select sha256(string_agg(audit_line_hash(a), ''::bytea order by a.seq)) from audit a, audit_seal s where s.id = 1 and s.lines @> a.seq) where id = 1";

test("lines are sealed once, in a chain that holds", async () => {
  await command("one");
  expect(await sealAudit(ctx)).toBeGreaterThan(0);
  expect(await sealAudit(ctx)).toBe(0);
  await Promise.all(Array.from({ length: 30 }, (_, at) => command(`many ${at}`)));
  await Promise.all([sealAudit(ctx), sealAudit(ctx)]);
  await sealAudit(ctx);
  await command("waiting");
  expect(await verifyAudit(ctx)).toMatchObject({ waiting: 1, faults: [] });
});

test("a line that commits after higher ones were sealed is sealed by the next", async () => {
  const late = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const slow = ctx.transaction(async (tx) => {
    await recordAudit(tx, { action: "test.action", objectKind: "test", objectId: "slow" });
    written.resolve();
    await late.promise;
  });
  await written.promise;
  await command("quick");
  await sealAudit(ctx);
  late.resolve();
  await slow;
  expect(await sealAudit(ctx)).toBe(1);
  expect(await verifyAudit(ctx)).toMatchObject({ waiting: 0, faults: [] });
});

test.each([
  [
    "a changed line",
    "update audit set actor = 'nobody' where seq = 1",
    "update audit set actor = 'operator' where seq = 1",
  ],
  [
    "a line put elsewhere in time",
    "update audit set at = at + interval '1 microsecond' where seq = 2",
    "update audit set at = at - interval '1 microsecond' where seq = 2",
  ],
  [
    "a changed line and the hash under its seal",
    `update audit set actor = 'nobody' where seq = 1; ${REHASHED}`,
    `update audit set actor = 'operator' where seq = 1; ${REHASHED}`,
  ],
  [
    "a changed line and a function that hashes it as it was",
    "update audit set actor = 'nobody' where seq = 1; alter function audit_line_hash rename to honest_hash; create function audit_line_hash(line audit) returns bytea language sql immutable as $$ select honest_hash(row(line.seq, line.at, case line.seq when 1 then 'operator' else line.actor end, line.action, line.account_id, line.object_kind, line.object_id, line.detail, line.request_id, line.client_address)::audit) $$",
    "update audit set actor = 'operator' where seq = 1; drop function audit_line_hash(audit); alter function honest_hash rename to audit_line_hash",
  ],
  ["a seal written anew", "update audit_seal set lines_hash = sha256('x') where id = 1", REHASHED],
])("%s is found", async (_what, harm, mend) => {
  await tamper(harm);
  expect((await verifyAudit(ctx)).faults.length).toBeGreaterThan(0);
  await tamper(mend);
  expect((await verifyAudit(ctx)).faults).toEqual([]);
});

test("a process with another SECRETS_KEY seals nothing, and says so once: under the right one the chain goes on", async () => {
  const reported: string[] = [];
  const { app } = ctx;
  const log = openLog({}, (line) => reported.push(line));
  const stranger = contextFor({ ...app, log, slots: new Slots(), secrets: secretsUnder("x".repeat(32)) }, ctx);
  await command("under another key");
  expect([await sealAudit(stranger), await sealAudit(stranger)]).toEqual([0, 0]);
  expect(reported.join()).toContain("another SECRETS_KEY");
  expect(reported).toHaveLength(1);
  expect((await verifyAudit(stranger)).faults.length).toBeGreaterThan(0);
  expect(await sealAudit(ctx)).toBe(1);
  expect((await verifyAudit(ctx)).faults).toEqual([]);
});

test("the record is verified once at a time, and what came of it stands in it", async () => {
  const ends = await Promise.allSettled([verifyHouseAudit(ctx), verifyHouseAudit(ctx)]);
  expect(ends).toMatchObject([
    { status: "fulfilled", value: { holds: true, faults: [] } },
    { status: "rejected", reason: { code: "SERVICE_UNAVAILABLE" } },
  ]);
  const lines = await ctx.db.audit.findMany({ where: { action: "audit.verify" } });
  expect(lines).toMatchObject([{ detail: { holds: true, faults: [] } }]);
  await tamper("update audit_seal set lines_hash = sha256('x') where id = 1");
  expect(await verifyHouseAudit(ctx)).toMatchObject({ holds: false, faults: [{ code: "SEAL_BROKEN", seal: 1 }, {}] });
  await tamper(REHASHED);
});

test("a line taken away and a seal taken away are found", async () => {
  await tamper("delete from audit where seq = 3");
  expect((await verifyAudit(ctx)).faults.join(" ")).toMatch(/were changed.*sealed and/s);
  await tamper("delete from audit_seal where id = 2");
  expect((await verifyAudit(ctx)).faults.join(" ")).toContain("The seal 2 is gone.");
});
