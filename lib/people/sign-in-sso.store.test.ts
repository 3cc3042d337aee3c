import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { lastLink, withMail } from "#e2e/world/letters.ts";
import { openStand, type Stand } from "#lib/server/front-server.fixture.ts";
import { contextFor, type App } from "#lib/kernel/app.ts";
import { checkEnv } from "#lib/kernel/env.ts";
import { openAccount } from "./accounts.ts";
import { createUser } from "./create-user.ts";
import { acceptInvitation, joinAccount, lookAtLink } from "./accept-invitation.ts";
import { invitePerson } from "./invite-person.ts";
import { dropFactor, forgotPassword } from "./own-password.ts";
import { confirmAuthenticator, startAuthenticator } from "./second-factor.ts";
import { staffNow } from "./session.ts";
import { signIn } from "./sign-in.ts";
import { signInBySso } from "./sign-in-sso.ts";
import { stepAt, totpCode } from "./totp.ts";
import { changeUser, getUsers, removePerson, resetPassword, resetSecondFactor } from "./users.ts";

let database: FreshDatabase;
let stand: Stand;
let account: { id: string; name: string };
beforeAll(async () => {
  database = await freshDatabase();
  stand = await openStand(database.url);
  account = await openAccount(stand.operator, `account ${randomUUID()}`);
});
afterAll(async () => {
  await stand.close();
  await database.drop();
});

const ISSUER = "https://login.example.com";

function appWith(more: Record<string, string> = {}): App {
  const { env } = checkEnv({
    OIDC_ISSUER: ISSUER,
    OIDC_CLIENT_ID: "desk",
    OIDC_CLIENT_SECRET: "hush",
    OIDC_ROLES: `treasury=treasurer@${account.name}, all=viewer@${account.name}, heads=admin@${account.name}`,
    ...more,
  });
  return { ...stand.app, env: { ...stand.app.env, oidc: env.oidc } };
}

type IdentityClaims = Partial<Parameters<typeof signInBySso>[1]>;
const person = (): Required<Pick<Parameters<typeof signInBySso>[1], "subject" | "email">> => {
  const subject = randomUUID();
  return { subject, email: `${subject}@example.com` };
};
const comes = (who: IdentityClaims, groups: string[], app = appWith()) =>
  signInBySso(app, { subject: "", email: undefined, emailVerified: true, name: "Grace", ...who, groups });
const rowOf = async (email: string | undefined) =>
  (await getUsers(contextFor(stand.app, { actor: { kind: "operator" }, account }))).data.find(
    (one) => one.email === email,
  );

test("somebody new has the role of the first group that is named, and loses it with the group", async () => {
  const grace = person();
  expect(await comes(grace, ["treasury", "all"])).toMatchObject({ email: grace.email, name: "Grace" });
  expect(await rowOf(grace.email)).toMatchObject({ role: "treasurer", secondFactor: false });
  await comes(grace, ["all"]);
  expect(await rowOf(grace.email)).toMatchObject({ role: "viewer" });
  expect(await comes(grace, ["elsewhere"])).toBeUndefined();
  expect(await rowOf(grace.email)).toBeUndefined();
  expect(await comes({ ...grace, email: "another@example.com" }, ["all"])).toMatchObject({ email: grace.email });
});

test("nobody comes in without a group, with an address that is not verified, or shut out", async () => {
  expect(await comes(person(), [])).toBeUndefined();
  expect(await comes({ ...person(), emailVerified: false }, ["all"])).toBeUndefined();
  const known = person();
  await comes(known, ["all"]);
  await stand.app.database.pool.query("update staff_user set disabled_at = now() where email = $1", [known.email]);
  expect(await comes(known, ["all"])).toBeUndefined();
});

test("an address that was given to somebody else opens nothing of who had it before", async () => {
  const gone = person();
  await comes(gone, ["heads"]);
  const heir = { ...person(), email: gone.email };
  expect(await comes(heir, ["all"])).toBeUndefined();
  expect(await comes(gone, ["heads"])).toMatchObject({ email: gone.email });
});

test("the subject of one provider is nobody at another, and what either says of factors proves none of ours", async () => {
  const grace = person();
  const { sessionId = "" } = (await comes(grace, ["all"])) ?? {};
  expect(await staffNow(stand.app, sessionId)).toMatchObject({ provenAt: undefined });
  const elsewhere = appWith({ OIDC_ISSUER: "https://login.example.org" });
  const { userId } = (await comes({ ...grace, email: person().email }, ["all"], elsewhere)) ?? {};
  expect(userId).not.toBe((await comes(grace, ["all"]))?.userId);
});

test("a person of ours is joined by a verified address, and a role that was given here stays", async () => {
  const ada = person();
  const memberships = [{ accountId: account.id, role: "operator" as const }];
  const { userId } = await createUser(stand.operator, { email: ada.email ?? "", name: "Ada", memberships });
  expect(await comes({ ...ada, emailVerified: false }, ["all"])).toBeUndefined();
  expect(await comes(ada, ["heads"])).toMatchObject({ userId, name: "Ada" });
  expect(await comes(ada, [])).toMatchObject({ userId });
  expect(await rowOf(ada.email)).toMatchObject({ role: "operator" });
});

test("who has no password here gets none: whoever leaves the provider must not stay", async () => {
  const grace = person();
  await comes(grace, ["all"]);
  const admin = contextFor(stand.app, { actor: { kind: "operator" }, account });
  const { userId = "" } = (await rowOf(grace.email)) ?? {};
  await expect(resetPassword(admin, { userId })).rejects.toMatchObject({ code: "INVALID_STATE" });
  const mailed = contextFor(withMail(stand.app), { actor: { kind: "public" } });
  await forgotPassword(mailed, { email: grace.email ?? "" });
  await expect(lastLink(stand.app, grace.email ?? "")).rejects.toThrow("no letter");
});

test("who has no password takes a lost second factor away by the link alone, which opens no session", async () => {
  const grace = person();
  const { userId = "", sessionId = "" } = (await comes(grace, ["all"])) ?? {};
  const actor = { kind: "staff", userId, name: "Grace", role: "viewer", sessionId } as const;
  const own = contextFor(stand.app, { actor, account });
  const { secret = "" } = await startAuthenticator(own, {});
  await confirmAuthenticator(own, { code: totpCode(secret, stepAt(Date.now())) });
  const mailed = withMail(stand.app);
  await resetSecondFactor(contextFor(mailed, { actor: { kind: "operator" }, account }), { userId });
  const token = await lastLink(stand.app, grace.email ?? "");
  const open = contextFor(stand.app, { actor: { kind: "public" } });
  expect(await lookAtLink(open, { token })).toMatchObject({ kind: "FACTOR", asksPassword: false });
  expect(await dropFactor(open, { token })).toEqual({ done: true });
  expect(await staffNow(stand.app, sessionId)).toBeUndefined();
  const { sessionId: next = "" } = (await comes(grace, ["all"])) ?? {};
  expect(await staffNow(stand.app, next)).toMatchObject({ enrolled: false });
});

test("a role that a group gives is changed at the provider alone; the account is shut to them here", async () => {
  const grace = person();
  await comes(grace, ["treasury"]);
  const admin = contextFor(stand.app, { actor: { kind: "operator" }, account });
  const { userId = "" } = (await rowOf(grace.email)) ?? {};
  const given = expect.objectContaining({ code: "INVALID_STATE", message: expect.stringMatching(/change the group/) });
  await expect(changeUser(admin, { userId, role: "viewer" })).rejects.toEqual(given);
  const withProvider = contextFor(appWith(), { actor: { kind: "operator" }, account });
  await expect(removePerson(withProvider, { userId })).rejects.toEqual(given);
  expect(await changeUser(admin, { userId, disabled: true })).toMatchObject({ role: "treasurer", status: "DISABLED" });
  await comes(grace, ["all"]);
  expect(await rowOf(grace.email)).toMatchObject({ role: "viewer", status: "DISABLED" });
  for (const groups of [[], ["treasury"]]) await comes(grace, groups);
  expect(await rowOf(grace.email)).toMatchObject({ role: "treasurer", status: "DISABLED" });
  // Where there is no provider any more nobody else could.
  expect(await removePerson(admin, { userId })).toMatchObject({ removed: true });
});

test("the last administrator keeps the role, whatever the groups say", async () => {
  const alone = await openAccount(stand.operator, `account ${randomUUID()}`);
  const app = appWith({ OIDC_ROLES: `heads=admin@${alone.name}, all=viewer@${alone.name}` });
  const head = person();
  await comes(head, ["heads"], app);
  for (const groups of [["all"], []]) expect(await comes(head, groups, app)).toBeDefined();
  const { rows } = await stand.app.database.pool.query("select role from membership where account_id = $1", [alone.id]);
  expect(rows).toEqual([{ role: "admin" }]);
});

test("with single sign-on alone an invitation is accepted by signing in", async () => {
  const app = withMail(appWith({ OIDC_ONLY: "true", OIDC_ROLES: "" }));
  const admin = contextFor(app, { actor: { kind: "operator" }, account });
  const open = contextFor(app, { actor: { kind: "public" } });
  const ida = person();
  expect(await comes(ida, [], app)).toBeUndefined();
  await invitePerson(admin, { email: ida.email ?? "", role: "operator" });
  const token = await lastLink(app, ida.email ?? "");
  expect(await lookAtLink(open, { token })).toMatchObject({ known: true });
  const byPassword = acceptInvitation(open, { token, name: "Ida", password: "purple walrus on a bicycle" });
  await expect(byPassword).rejects.toMatchObject({ code: "INVALID_STATE" });
  expect(await comes({ ...ida, emailVerified: false }, [], app)).toBeUndefined();
  const { userId = "", sessionId = "" } = (await comes(ida, [], app)) ?? {};
  const actor = { kind: "staff", userId, name: "Ida", role: "viewer", sessionId } as const;
  await joinAccount(contextFor(app, { actor }), { token });
  expect(await rowOf(ida.email)).toMatchObject({ role: "operator" });
});

test("with single sign-on alone no password opens", async () => {
  const email = `${randomUUID()}@example.com`;
  const password = "purple walrus on a bicycle";
  await createUser(stand.operator, { email, name: "Ada", password, memberships: [] });
  const given = { email, password, clientAddress: "192.0.2.1" };
  expect(await signIn(appWith({ OIDC_ONLY: "true" }), given)).toBeUndefined();
  expect(await signIn(appWith(), given)).toMatchObject({ email });
});

test.each([
  [{ OIDC_CLIENT_ID: "desk" }, "OIDC_CLIENT_ID is set without OIDC_ISSUER"],
  [{ OIDC_ISSUER: "login" }, "OIDC_ISSUER is"],
  [{ OIDC_ISSUER: ISSUER }, "without OIDC_CLIENT_ID"],
  [{ OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "b", OIDC_ROLES: "all" }, "OIDC_ROLES holds"],
  [{ OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "b", OIDC_ONLY: "yes" }, "OIDC_ONLY is"],
])("%o is refused at the start", (source, sentence) => {
  expect(checkEnv(source).faults.join()).toContain(sentence);
});
