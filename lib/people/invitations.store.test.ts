import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { lastLink, withMail } from "#e2e/world/letters.ts";
import { openStand, type Stand } from "#lib/server/front-server.fixture.ts";
import { contextFor, type App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Role } from "#lib/contract/permissions.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { acceptInvitation, joinAccount, lookAtLink } from "./accept-invitation.ts";
import { openAccount } from "./accounts.ts";
import { createUser } from "./create-user.ts";
import { getInvitations, invitationLink, invitePerson, resendInvitation, revokeInvitation } from "./invite-person.ts";
import { changePassword, forgotPassword, setPassword } from "./own-password.ts";
import { openSession } from "./session.ts";
import { signIn } from "./sign-in.ts";
import { putMembership } from "./staff-store.ts";
import { changeUser, getUsers, leaveAccount, removePerson, resetPassword } from "./users.ts";

let database: FreshDatabase;
let stand: Stand;
let app: App;
let open: Ctx;
beforeAll(async () => {
  database = await freshDatabase();
  stand = await openStand(database.url);
  app = withMail(stand.app);
  open = contextFor(app, { actor: { kind: "public" } });
});
afterAll(async () => {
  await stand.close();
  await database.drop();
});

const PASSWORD = "purple walrus on a bicycle";
const OTHER = "orange lobster under a piano";
const newEmail = () => `${randomUUID()}@example.com`;

type Member = { ctx: Ctx; userId: string; email: string; account: { id: string; name: string } };

/** A person with a role in an account of their own, or in this one. */
async function member(role: Role = "admin", at?: Member["account"], name = "Ada"): Promise<Member> {
  const account = at ?? (await openAccount(stand.operator, `account ${randomUUID()}`));
  const email = newEmail();
  const memberships = [{ accountId: account.id, role }];
  const { userId } = await createUser(stand.operator, { email, name, password: PASSWORD, memberships });
  return { ...(await signedIn(userId, account)), email };
}

async function signedIn(userId: string, account: Member["account"]): Promise<Omit<Member, "email">> {
  const sessionId = await openSession(app, userId);
  const actor = { kind: "staff", userId, name: "Ada", role: "admin", sessionId } as const;
  return { ctx: contextFor(app, { actor, account }), userId, account };
}

const comesIn = (email: string, password: string) => signIn(app, { email, password, clientAddress: newEmail() });
const emailsOf = async ({ ctx }: Member) => (await getUsers(ctx)).data.map(({ email }) => email);
const actionsIn = async ({ account }: Pick<Member, "account">, objectId: string) =>
  (
    await app.database.pool.query<{ action: string }>(
      "select action from audit where account_id = $1 and object_id = $2 order by seq",
      [account.id, objectId],
    )
  ).rows.map(({ action }) => action);

describe("an invitation", () => {
  test("ends with who made it alone: removed, shut out, in another role or gone, they come in by no other address", async () => {
    const admin = await member();
    const ways: ((leaver: Member) => Promise<unknown>)[] = [
      ({ userId }) => removePerson(admin.ctx, { userId }),
      ({ userId }) => changeUser(admin.ctx, { userId, disabled: true }),
      ({ userId }) => changeUser(admin.ctx, { userId, role: "viewer" }),
      ({ ctx }) => leaveAccount(ctx, {}),
    ];
    for (const [nth, end] of ways.entries()) {
      const leaver = await member("admin", admin.account, `Leaver ${nth}`);
      const email = newEmail();
      const { invitationId } = await invitePerson(leaver.ctx, { email, role: "admin" });
      const token = await lastLink(app, email);
      expect(await lookAtLink(open, { token })).toMatchObject({ kind: "INVITATION" });
      await end(leaver);
      await expect(acceptInvitation(open, { token, name: `Other ${nth}`, password: PASSWORD })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
      expect((await getInvitations(admin.ctx)).data).toEqual([]);
      expect(await actionsIn(admin, invitationId)).toEqual(["user.invite", "user.invite-revoke"]);
    }
    const [own, house] = [newEmail(), newEmail()];
    await invitePerson(admin.ctx, { email: own, role: "viewer" });
    const hugo = await member("admin", await houseOf(app), "Hugo");
    const there = contextFor(app, { actor: hugo.ctx.actor, account: admin.account });
    await invitePerson(there, { email: house, role: "viewer" });
    await member("admin", await houseOf(app), "Hanna");
    expect((await getInvitations(admin.ctx)).data.map(({ email }) => email)).toEqual([house, own]);
    await leaveAccount(hugo.ctx, {});
    expect((await getInvitations(admin.ctx)).data.map(({ email }) => email)).toEqual([own]);
  });

  test("makes a member of somebody new once they accept, with a name and a password of their own", async () => {
    const admin = await member();
    const email = newEmail();
    const invited = await invitePerson(admin.ctx, { email: email.toUpperCase(), role: "operator" });
    expect(invited).toMatchObject({ email, role: "operator", status: "INVITED", mailed: true });
    expect(await emailsOf(admin)).toEqual([admin.email]);
    const token = await lastLink(app, email);
    expect(await lookAtLink(open, { token })).toMatchObject({
      kind: "INVITATION",
      email,
      account: admin.account.name,
      role: "operator",
      known: false,
    });
    const asAda = acceptInvitation(open, { token, name: " ADA", password: OTHER });
    await expect(asAda).rejects.toMatchObject({ detail: { errors: [{ field: "name" }] } });
    expect(await acceptInvitation(open, { token, name: "Bea", password: OTHER })).toEqual({ done: true });
    expect((await getUsers(admin.ctx)).data.find((one) => one.email === email)).toMatchObject({
      name: "Bea",
      role: "operator",
    });
    expect((await getInvitations(admin.ctx)).data).toEqual([]);
    const done = await comesIn(email, OTHER);
    expect(done).toMatchObject({ email, name: "Bea" });
    const { userId } = (await getUsers(admin.ctx)).data.find((one) => one.email === email) ?? { userId: "" };
    expect(await actionsIn(admin, userId)).toEqual(["user.join", "user.sign-in"]);
    await expect(acceptInvitation(open, { token, name: "Bea", password: OTHER })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("is answered alike for an address that is known and one that is not", async () => {
    const [admin, elsewhere] = [await member(), await member()];
    const shape = async (email: string) => Object.keys(await invitePerson(admin.ctx, { email, role: "viewer" })).sort();
    expect(await shape(elsewhere.email)).toEqual(await shape(newEmail()));
    expect(JSON.stringify(await getInvitations(admin.ctx))).not.toContain(elsewhere.userId);
  });

  test("is not accepted by who has the name of somebody there, as the record names people", async () => {
    const [admin, namesake] = [await member(), await member("admin", undefined, " ADA")];
    await invitePerson(admin.ctx, { email: namesake.email, role: "viewer" });
    const token = await lastLink(app, namesake.email);
    const joins = joinAccount(namesake.ctx, { token });
    await expect(joins).rejects.toMatchObject({
      code: "INVALID_STATE",
      message: expect.stringMatching(/named as you/),
    });
    expect(await emailsOf(admin)).toEqual([admin.email]);
  });

  test("nor by who has the name of somebody of the house, who agrees in the same record", async () => {
    await member("admin", await houseOf(app), "Hugo");
    const [admin, namesake, email] = [await member(), await member("admin", undefined, "hugo"), newEmail()];
    await invitePerson(admin.ctx, { email: namesake.email, role: "viewer" });
    const token = await lastLink(app, namesake.email);
    await expect(joinAccount(namesake.ctx, { token })).rejects.toMatchObject({ code: "INVALID_STATE" });
    await invitePerson(admin.ctx, { email, role: "viewer" });
    const asNew = { token: await lastLink(app, email), name: "Hugo ", password: OTHER };
    await expect(acceptInvitation(open, asNew)).rejects.toMatchObject({ detail: { errors: [{ field: "name" }] } });
    expect(await acceptInvitation(open, { ...asNew, name: "Hugo of Acme" })).toEqual({ done: true });
  });

  test("is accepted by whoever has a sign-in as themselves, and by nobody else", async () => {
    const [admin, elsewhere, third] = [await member(), await member("admin", undefined, "Eda"), await member()];
    await invitePerson(admin.ctx, { email: elsewhere.email, role: "viewer" });
    const token = await lastLink(app, elsewhere.email);
    expect(await lookAtLink(open, { token })).toMatchObject({ known: true });
    const asNew = acceptInvitation(open, { token, name: "Eve", password: OTHER });
    await expect(asNew).rejects.toMatchObject({ code: "INVALID_STATE" });
    await expect(joinAccount(third.ctx, { token })).rejects.toMatchObject({ code: "INVALID_STATE" });
    expect(await emailsOf(admin)).toEqual([admin.email]);
    expect(await joinAccount(elsewhere.ctx, { token })).toMatchObject({ accountId: admin.account.id });
    expect(await emailsOf(admin)).toContain(elsewhere.email);
    expect(await comesIn(elsewhere.email, PASSWORD)).toBeDefined();
    expect(await actionsIn(elsewhere, elsewhere.userId)).toEqual(["user.create", "user.sign-in", "user.sign-in"]);
  });

  test("sent again has a new link alone; revoked it has none; after 72 hours it is over", async () => {
    const admin = await member();
    const email = newEmail();
    const { invitationId } = await invitePerson(admin.ctx, { email, role: "viewer" });
    await expect(invitePerson(admin.ctx, { email, role: "admin" })).rejects.toMatchObject({ code: "INVALID_STATE" });
    const first = await lastLink(app, email);
    await resendInvitation(admin.ctx, { invitationId });
    const second = await lastLink(app, email);
    await expect(lookAtLink(open, { token: first })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const over = "update one_time_link set expires_at = clock_timestamp() where invitation_id = $1";
    await app.database.pool.query(over, [invitationId]);
    await expect(lookAtLink(open, { token: second })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await getInvitations(admin.ctx)).data).toMatchObject([{ status: "EXPIRED" }]);
    await resendInvitation(admin.ctx, { invitationId });
    const third = await lastLink(app, email);
    await revokeInvitation(admin.ctx, { invitationId });
    const late = acceptInvitation(open, { token: third, name: "Bea", password: OTHER });
    await expect(late).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(revokeInvitation(admin.ctx, { invitationId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("has a link that the operator's command line prints, in the place of the one before", async () => {
    const admin = await member();
    const email = newEmail();
    await invitePerson(admin.ctx, { email, role: "viewer" });
    const first = await lastLink(app, email);
    const link = await invitationLink(contextFor(app, { actor: { kind: "operator" } }), email);
    const token = link.split("#")[1] ?? "";
    await expect(lookAtLink(open, { token: first })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await lookAtLink(open, { token })).toMatchObject({ email, account: admin.account.name });
    await expect(invitationLink(stand.operator, newEmail())).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("of another account is not there, and a member needs none", async () => {
    const [admin, other] = [await member(), await member()];
    const { invitationId } = await invitePerson(admin.ctx, { email: newEmail(), role: "viewer" });
    await expect(revokeInvitation(other.ctx, { invitationId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(resendInvitation(other.ctx, { invitationId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const again = invitePerson(admin.ctx, { email: admin.email, role: "viewer" });
    await expect(again).rejects.toMatchObject({ code: "INVALID_STATE" });
  });

  test("accepted twice at once makes one person", async () => {
    const admin = await member();
    const email = newEmail();
    await invitePerson(admin.ctx, { email, role: "viewer" });
    const token = await lastLink(app, email);
    const tries = await Promise.allSettled(
      ["Bea", "Eve"].map((name) => acceptInvitation(open, { token, name, password: OTHER })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await emailsOf(admin)).toHaveLength(2);
  });
});

describe("a password", () => {
  test.each([
    ["eleven char", "SHORT"],
    ["x".repeat(129), "LONG"],
    ["aaaaaaaaaaaa", "COMMON"],
    ["password1234", "COMMON"],
    ["qwertzuiop12", "COMMON"],
  ])("%s is refused as %s", async (password, passwordFault) => {
    const { ctx } = await member();
    const change = changePassword(ctx, { currentPassword: PASSWORD, password });
    await expect(change).rejects.toMatchObject({ code: "VALIDATION_FAILED", detail: { body: { passwordFault } } });
  });

  test("made of the person's own name and address is refused", async () => {
    const admin = await member();
    const email = "beatrice.kowalczyk@example.com";
    await invitePerson(admin.ctx, { email, role: "viewer" });
    const token = await lastLink(app, email);
    const accept = acceptInvitation(open, { token, name: "Beatrice Kowalczyk", password: "beatricekowalczyk" });
    await expect(accept).rejects.toMatchObject({ detail: { body: { passwordFault: "COMMON" } } });
  });

  test("made of the names of the company, its account or this program is refused", async () => {
    const account = await openAccount(stand.operator, "Quetzalcoatl Trading");
    const { ctx } = await member("admin", account);
    for (const password of ["quetzalcoatltrading", "paymentsdesk", "localhostlocalhost"]) {
      const change = changePassword(ctx, { currentPassword: PASSWORD, password });
      await expect(change).rejects.toMatchObject({ detail: { body: { passwordFault: "COMMON" } } });
    }
  });

  test("of any characters counts to the last of them, as it was typed", async () => {
    const one = await member();
    const long = `${"ó€🙂 Ωß,-)".repeat(8)}Z.`.slice(0, 120);
    expect([...long].length).toBeGreaterThan(64);
    for (const password of [long, "nopuncts nocapitals noteven digits", "84719 20365 71948 20375"]) {
      const currentPassword = password === long ? PASSWORD : long;
      await changePassword(one.ctx, { currentPassword, password });
      for (const wrong of [password.slice(0, -1), `${password} `, ` ${password}`, password.toUpperCase()])
        if (wrong !== password) expect(await comesIn(one.email, wrong)).toBeUndefined();
      expect(await comesIn(one.email, password)).toBeDefined();
      if (password !== long) await changePassword(one.ctx, { currentPassword: password, password: long });
    }
  });

  test("is changed by its owner with the old one, which ends every other session", async () => {
    const one = await member();
    const beside = await signedIn(one.userId, one.account);
    const wrong = changePassword(one.ctx, { currentPassword: "not this one", password: OTHER });
    await expect(wrong).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await changePassword(one.ctx, { currentPassword: PASSWORD, password: OTHER });
    const ended = changePassword(beside.ctx, { currentPassword: OTHER, password: PASSWORD });
    await expect(ended).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect(await comesIn(one.email, PASSWORD)).toBeUndefined();
    expect(await comesIn(one.email, OTHER)).toBeDefined();
  });

  test("is reset by a link to its owner: the old one counts until then, every session ends, and nobody is shown it", async () => {
    const admin = await member();
    const one = await member("viewer", admin.account);
    const answer = await resetPassword(admin.ctx, { userId: one.userId });
    expect(answer).toEqual({ userId: one.userId, mailed: true });
    expect(await comesIn(one.email, PASSWORD)).toBeDefined();
    const token = await lastLink(app, one.email);
    await setPassword(open, { token, password: OTHER });
    expect(await comesIn(one.email, PASSWORD)).toBeUndefined();
    expect(await comesIn(one.email, OTHER)).toBeDefined();
    const stale = changePassword(one.ctx, { currentPassword: OTHER, password: PASSWORD });
    await expect(stale).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    await expect(setPassword(open, { token, password: PASSWORD })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("that is forgotten: the same answer for all, three letters an hour for one address", async () => {
    const one = await member();
    const letters = async () =>
      Number(
        (await app.database.pool.query("select count(*) from mail where recipient = $1", [one.email])).rows[0]?.count,
      );
    expect(await forgotPassword(open, { email: newEmail() })).toEqual({ done: true });
    for (let times = 0; times < 5; times += 1)
      expect(await forgotPassword(open, { email: ` ${one.email.toUpperCase()}` })).toEqual({ done: true });
    expect(await letters()).toBe(3);
    await setPassword(open, { token: await lastLink(app, one.email), password: OTHER });
    expect(await comesIn(one.email, OTHER)).toBeDefined();
  });
});

describe("a membership", () => {
  test("is shut, opened and taken away for one account alone", async () => {
    const [here, there] = [await member(), await member()];
    const one = await member("viewer", here.account, "Eda");
    await invitePerson(there.ctx, { email: one.email, role: "viewer" });
    await joinAccount(one.ctx, { token: await lastLink(app, one.email) });
    await changeUser(here.ctx, { userId: one.userId, disabled: true });
    const of = async (at: Member) => (await getUsers(at.ctx)).data.find(({ userId }) => userId === one.userId)?.status;
    expect([await of(here), await of(there)]).toEqual(["DISABLED", "ACTIVE"]);
    await changeUser(here.ctx, { userId: one.userId, disabled: false });
    expect(await of(here)).toBe("ACTIVE");
    expect(await removePerson(here.ctx, { userId: one.userId })).toEqual({ userId: one.userId, removed: true });
    expect([await of(here), await of(there)]).toEqual([undefined, "ACTIVE"]);
    await expect(removePerson(here.ctx, { userId: one.userId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("is left where it is named, whatever account the request acts for", async () => {
    const [first, second, house] = [await member(), await member(), await houseOf(app)];
    await member("admin", house);
    const one = await member("viewer", first.account);
    const other = await openAccount(stand.operator, `account ${randomUUID()}`);
    await putMembership(stand.operator, one.userId, second.account.id, "viewer", {});
    await putMembership(stand.operator, one.userId, house.id, "viewer", {});
    const isIn = async (at: Member) => (await emailsOf(at)).includes(one.email);
    await expect(leaveAccount(one.ctx, {})).rejects.toMatchObject({ code: "ACCOUNT_REQUIRED" });
    await expect(leaveAccount(one.ctx, { account: other.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await leaveAccount(one.ctx, { account: second.account.id })).toEqual({ left: true });
    expect([await isIn(first), await isIn(second)]).toEqual([true, false]);
    expect(await actionsIn(second, one.userId)).toContain("user.leave");
    expect(await actionsIn(first, one.userId)).not.toContain("user.leave");
    expect(await leaveAccount(one.ctx, { account: house.name })).toEqual({ left: true });
    expect(await leaveAccount(one.ctx, {})).toEqual({ left: true });
    await expect(leaveAccount(one.ctx, {})).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await isIn(first)).toBe(false);
  });

  test("is left by its person; the last administrator can neither leave nor be removed, shut out or given another role", async () => {
    const admin = await member();
    const one = await member("viewer", admin.account);
    expect(await leaveAccount(one.ctx, {})).toEqual({ left: true });
    expect(await emailsOf(admin)).toEqual([admin.email]);
    const { userId } = admin;
    for (const tried of [
      () => leaveAccount(admin.ctx, {}),
      () => removePerson(admin.ctx, { userId }),
      () => changeUser(admin.ctx, { userId, disabled: true }),
      () => changeUser(admin.ctx, { userId, role: "viewer" }),
    ])
      await expect(tried()).rejects.toMatchObject({ code: "INVALID_STATE" });
    expect(await emailsOf(admin)).toEqual([admin.email]);
  });
});
