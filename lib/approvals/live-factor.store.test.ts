import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "#e2e/world/agreed.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { code, personIn, personOfHouse, waits } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { approve, decline } from "./decide-approval.ts";
import { patchSettingsOrAsk } from "./or-ask.ts";

let world: World;
let ada: Ctx;
let grace: Ctx;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  [ada, grace] = [await personIn(world, "Ada"), await personIn(world, "Grace")];
  // A house that has left its set-up.
  await personOfHouse(world, "Hanna", "admin");
  await world.bill();
  await changeSettings(world.ctx, { secondPerson: "always" });
  // The database as live has it; the program around it is the sandbox's.
  await asOwner(
    world.databaseUrl,
    `alter table deployment disable trigger user; update deployment set mode = 'live';
    update membership set role_since = now() - interval '2 days'`,
  );
});
afterAll(() => world.close());

const userOf = ({ actor }: Ctx) => (actor.kind === "staff" ? actor.userId : "");
const sessionOf = ({ actor }: Ctx) => (actor.kind === "staff" ? actor.sessionId : "");
const ask = async (bps: string) =>
  waits(await patchSettingsOrAsk(ada, { toleranceBps: Decimal.from(bps), reason: "agreed" }));

test("in live an approver has a second factor and has signed in with it, held by the database", async () => {
  const { approvalId } = await ask("80");
  const fault = () =>
    world.ctx.db.$queryRawUnsafe(`select approver_fault('${approvalId}', '${userOf(grace)}') as fault`);
  expect(await fault()).toEqual([{ fault: "NO_FACTOR" }]);
  await expect(approve(grace, { approvalId })).rejects.toEqual(code("FORBIDDEN", /second factor of their own/));
  await asOwner(
    world.databaseUrl,
    `insert into staff_totp (id, user_id, secret_sealed, confirmed_at) values (gen_random_uuid(), '${userOf(grace)}', 'x', now())`,
  );
  expect(await fault()).toEqual([{ fault: null }]);
  await expect(approve(grace, { approvalId })).rejects.toThrow(/without a second factor/);
  await decline(grace, { approvalId: (await ask("81")).approvalId, note: "no" });
  await asOwner(
    world.databaseUrl,
    `update staff_session set proven_at = clock_timestamp() where id = '${sessionOf(grace)}'`,
  );
  expect(await approve(grace, { approvalId })).toMatchObject({ status: "APPROVED" });
});

test("in live a role of less than a day approves nothing, whatever the program thinks", async () => {
  const { approvalId } = await ask("90");
  await asOwner(
    world.databaseUrl,
    `update membership set role_since = now() - interval '23 hours', invited_by = '${userOf(ada)}' where user_id = '${userOf(grace)}'`,
  );
  const decision = `update approval set status = 'APPROVED', decided_by = 'staff:Grace', decided_user_id = '${userOf(grace)}', decided_at = business_now() where id = '${approvalId}'`;
  await expect(asOwner(world.databaseUrl, decision)).rejects.toThrow(/may not approve: TOO_YOUNG/);
});

test("by whose agreement somebody holds a role cannot be forgotten, which would make them as old as set-up", async () => {
  const { approvalId } = await ask("91");
  await asOwner(
    world.databaseUrl,
    `begin; alter table membership disable trigger user;
    update membership set approval_id = '${approvalId}', invited_by = null where user_id = '${userOf(grace)}';
    alter table membership enable trigger user; commit`,
  );
  const client = await world.app.database.pool.connect();
  await client.query("begin");
  await client.query(
    `insert into audit (at, actor, action, object_kind, object_id, request_id) values (now(), 'operator', 'user.role', 'user', '${userOf(grace)}', 'x')`,
  );
  await client.query(`update membership set approval_id = null where user_id = '${userOf(grace)}'`);
  await client.query("commit");
  client.release();
  const { rows } = await world.app.database.pool.query(
    `select approval_id, approver_fault('${approvalId}', user_id) as fault from membership where user_id = '${userOf(grace)}'`,
  );
  expect(rows).toEqual([{ approval_id: approvalId, fault: "TOO_YOUNG" }]);
});
