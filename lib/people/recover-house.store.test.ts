import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "#e2e/world/agreed.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { lastLink, withMail } from "#e2e/world/letters.ts";
import { auditedOf, code, personIn, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { COMMANDS } from "#lib/cli/commands.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { acceptInvitation, lookAtLink } from "./accept-invitation.ts";
import { getInvitations, revokeInvitation } from "./invite-person.ts";
import { momentIn } from "#lib/mail/say.ts";

let opened: World;
let world: World;
let hanna: Ctx;
let operator: Ctx;
beforeAll(async () => {
  opened = await openWorld({ alone: true });
  world = { ...opened, app: withMail(opened.app) };
  hanna = await personOfHouse(world, "Hanna", "admin");
  await personOfHouse(world, "Vic", "viewer");
  await personIn(world, "Ada");
  await changeSettings(world.ctx, { secondPerson: "always" });
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
});
afterAll(() => opened.close());

const DAY_MS = 24 * 60 * 60 * 1000;
type Recovered = { invitationId: string; link: string; usableAt: string };
const recover = async (email: string) =>
  (await COMMANDS["people recover"]?.run(operator, { values: { email }, words: [] }, []))?.data as Recovered;
const letters = async (subject: string) => {
  const { rows } = await world.app.database.pool.query<{ recipient: string; body: string }>(
    "select recipient, body from mail where subject = $1 order by recipient",
    [subject],
  );
  return rows;
};
const open = (): Ctx => contextFor(world.app, { actor: { kind: "public" }, requestId: "test" });
const PASSWORD = "purple walrus on a bicycle";
const accept = async (email: string) =>
  acceptInvitation(open(), {
    token: await lastLink(world.app, email),
    name: email.split("@")[0] ?? "",
    password: PASSWORD,
  });
const later = (invitationId: string, hours: number) =>
  asOwner(
    world.databaseUrl,
    `begin; alter table invitation disable trigger invitation_recovery_kept;
    update invitation set made_at = clock_timestamp() - interval '${hours} hours' where id = '${invitationId}';
    alter table invitation enable trigger invitation_recovery_kept; commit`,
  );
const membersNamed = (email: string) =>
  world.ctx.db.membership.findMany({ where: { user: { email } }, select: { role: true, approvalId: true } });

test("a recovery names an administrator at once, to everybody of the house, and opens nothing for 24 hours", async () => {
  const { invitationId, link, usableAt } = await recover("rosa@example.com");
  expect(link).toContain("/invitation#");
  expect(Math.abs(Date.parse(usableAt) - Date.now() - DAY_MS)).toBeLessThan(60_000);
  const sent = await letters("Desk: rosa@example.com is to become an administrator of the operator");
  expect(sent.map(({ recipient }) => recipient)).toEqual(["hanna@example.com", "vic@example.com"]);
  expect(sent[0]?.body).toContain(momentIn(Date.parse(usableAt), "utc"));
  expect(sent[0]?.body).toContain("/settings?tab=people&of=house");
  expect(await auditedOf(hanna, invitationId)).toEqual([
    { actor: "operator", action: "user.recover", detail: { role: "admin", email: "rosa@example.com" } },
  ]);
  expect((await getInvitations(hanna)).data).toMatchObject([
    { invitationId, email: "rosa@example.com", role: "admin", status: "INVITED", usableAt: Date.parse(usableAt) },
  ]);
  const token = await lastLink(world.app, "rosa@example.com");
  expect(await lookAtLink(open(), { token })).toMatchObject({ usableAt: Date.parse(usableAt), account: "house" });
  await expect(accept("rosa@example.com")).rejects.toEqual(code("INVALID_STATE", /can be used from/));
  await later(invitationId, 23.9);
  await expect(accept("rosa@example.com")).rejects.toEqual(code("INVALID_STATE"));
  await later(invitationId, 24.1);
  await accept("rosa@example.com");
  expect(await membersNamed("rosa@example.com")).toEqual([{ role: "admin", approvalId: null }]);
});

test("an administrator of the house takes it back alone, and it stays so", async () => {
  const { invitationId } = await recover("mallory@example.com");
  await revokeInvitation(hanna, { invitationId });
  await later(invitationId, 25);
  await expect(accept("mallory@example.com")).rejects.toEqual(code("NOT_FOUND"));
  const back = world.app.database.pool.query("update invitation set revoked_at = null where id = $1", [invitationId]);
  await expect(back).rejects.toThrow(/stays as it was asked for/);
});

test("whoever has a role in the house, or waits for one, is refused; and so is a reset by the command line alone", async () => {
  await expect(recover("hanna@example.com")).rejects.toEqual(code("INVALID_STATE", /has a role/));
  await recover("twice@example.com");
  await expect(recover("twice@example.com")).rejects.toEqual(code("INVALID_STATE", /invited already/));
  await expect(recover("no address")).rejects.toEqual(code("VALIDATION_FAILED"));
  const reset = async () =>
    COMMANDS["people link"]?.run(operator, { values: { email: "hanna@example.com" }, words: [] }, []);
  await expect(reset()).rejects.toEqual(code("APPROVAL_REQUIRED", /people recover/));
});

test("the database holds the day, whatever the application's role writes", async () => {
  const { pool } = world.app.database;
  const { invitationId } = await recover("early@example.com");
  const change = (set: string) => pool.query(`update invitation set ${set} where id = $1`, [invitationId]);
  await expect(change("made_at = now() - interval '2 days'")).rejects.toThrow(/stays as it was asked for/);
  await expect(change("recovery = false")).rejects.toThrow(/stays as it was asked for/);
  await expect(change("email = 'mine@example.com'")).rejects.toThrow(/stays as it was asked for/);
  await expect(change("accepted_at = now(), accepted_by = (select id from staff_user limit 1)")).rejects.toThrow(
    /waits for 24 hours/,
  );
  const insert = (columns: string, values: string) =>
    pool.query(
      `insert into invitation (id, account_id, email, role, recovery, ${columns}) select gen_random_uuid(), id, 'x@example.com', 'admin', true, ${values} from account where name = 'house' returning made_at`,
    );
  await expect(insert("made_at", "now() - interval '2 days'")).rejects.toThrow(/no audit record/);
  const { rows } = await pool.query("select take_link(digest) as taken from one_time_link where invitation_id = $1", [
    invitationId,
  ]);
  expect(rows).toEqual([{ taken: false }]);
});

test("who was recovered approves after approverAgeMs like anybody else", async () => {
  const { rows } = await world.app.database.pool.query<{ id: string }>(
    "select id from staff_user where email = 'rosa@example.com'",
  );
  const rosa = rows[0]?.id ?? "";
  await asOwner(
    world.databaseUrl,
    `insert into setting (id, account_id, by_house, name, value, valid_from, changed_by) values (gen_random_uuid(), null, true, 'approverAgeMs', '86400000', business_now(), 'x');
    insert into approval (id, account_id, what, decides, request, asked_by, asked_at, expires_at)
      select '00000000-0000-7000-8000-000000000001', id, 'setting', 'house', '{}', 'operator', business_now(), business_now() + interval '1 day' from account where name = 'house'`,
  );
  const fault = await world.app.database.pool.query(
    "select approver_fault('00000000-0000-7000-8000-000000000001', $1) as fault",
    [rosa],
  );
  expect(fault.rows).toEqual([{ fault: "TOO_YOUNG" }]);
});
