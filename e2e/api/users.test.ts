import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import type { ApiRequest } from "#e2e/world/client.ts";
import { lastLink } from "#e2e/world/letters.ts";
import type { InvitationRecord, UserRecord } from "#lib/people/user-contract.ts";
import { signIn } from "#lib/people/sign-in.ts";

const USERS = "/manage/v1/users";
const SIGN_IN = "/manage/v1/sign-in";
const PASSWORD = "purple walrus on a bicycle";
const NOBODY = { key: null };

let api: Api;
beforeAll(async () => {
  api = await openApi();
  // With a mail server named, letters are queued; nothing of this test sends them.
  Object.assign(api.app.env, { smtpUrl: "smtp://127.0.0.1:1" });
});
afterAll(() => api?.close());

let people = 0;
const nextEmail = () => {
  people += 1;
  return `person-${people}@example.com`;
};
const invite = (role: string, email = nextEmail(), more: Partial<ApiRequest> = {}) =>
  api.post(USERS, { email, role }, more);
const open = (step: string, body: object) => api.post(`${SIGN_IN}/${step}`, body, NOBODY);
const usersOf = async (more: Partial<ApiRequest> = {}) =>
  (await api.get(USERS, more)).as<{ data: UserRecord[] }>().data;
/** Somebody new who was invited and has accepted. */
async function newPerson(role: string, more: Partial<ApiRequest> = {}): Promise<UserRecord> {
  const { email } = (await invite(role, nextEmail(), more)).as<InvitationRecord>();
  const token = await lastLink(api.app, email);
  expect((await open("invitation", { token, name: `Anna ${people}`, password: PASSWORD })).status).toBe(200);
  const made = (await usersOf(more)).find((one) => one.email === email);
  if (!made) throw new Error("nobody joined");
  return made;
}
const change = (userId: string, body: object, more: Partial<ApiRequest> = {}) =>
  api.send({ method: "PATCH", target: `${USERS}/${userId}`, body, ...more });
const comesIn = (email: string, password = PASSWORD) =>
  signIn(api.app, { email, password, clientAddress: "192.0.2.1" }).then((done) => done !== undefined);

test("a person is invited, sets a password of their own, and is reset by a link; nobody is shown one", async () => {
  await newPerson("admin");
  const anna = await newPerson("operator");
  expect(await comesIn(anna.email)).toBe(true);
  expect((await usersOf()).find(({ userId }) => userId === anna.userId)).toMatchObject({
    role: "operator",
    status: "ACTIVE",
    lastSignInAt: expect.any(Number),
  });
  expect((await change(anna.userId, { role: "viewer" })).as<UserRecord>().role).toBe("viewer");
  expect((await change(anna.userId, { disabled: true })).as<UserRecord>().status).toBe("DISABLED");
  expect((await change(anna.userId, { disabled: false })).as<UserRecord>().status).toBe("ACTIVE");
  const reset = await api.post(`${USERS}/${anna.userId}/password`);
  expect(reset.as()).toEqual({ userId: anna.userId, mailed: true });
  expect(await comesIn(anna.email)).toBe(true);
  const token = await lastLink(api.app, anna.email);
  expect((await open("link", { token })).as()).toMatchObject({ kind: "PASSWORD", email: anna.email });
  expect((await open("password", { token, password: "password1234" })).problem).toMatchObject({
    code: "VALIDATION_FAILED",
    passwordFault: "COMMON",
  });
  expect((await open("password", { token, password: `${PASSWORD}!` })).status).toBe(200);
  expect((await open("password", { token, password: PASSWORD })).status).toBe(404);
  expect([await comesIn(anna.email), await comesIn(anna.email, `${PASSWORD}!`)]).toEqual([false, true]);
  const { data: lines } = (await api.get(`/manage/v1/audit?objectId=${anna.userId}`)).as<{
    data: { action: string }[];
  }>();
  expect(lines.map(({ action }) => action)).toEqual([
    "user.sign-in",
    "user.sign-in.refused",
    "user.password",
    "user.sign-in",
    "user.password.reset",
    "user.enable",
    "user.disable",
    "user.role",
    "user.sign-in",
    "user.join",
  ]);
});

test("the last administrator stays one, also when two are taken away at once", async () => {
  const key = await api.newKey({ account: "pair" });
  const [one, two] = [await newPerson("admin", { key }), await newPerson("admin", { key })];
  const done = await Promise.all([
    change(one.userId, { role: "viewer" }, { key }),
    api.send({ method: "DELETE", target: `${USERS}/${two.userId}`, key }),
  ]);
  expect(done.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("an invitation is listed, sent again and revoked, and answers the same for an address known elsewhere", async () => {
  const there = { key: await api.newKey({ account: "second" }) };
  await newPerson("admin", there);
  const known = await newPerson("viewer", there);
  const invited = (await invite("treasurer", known.email)).as<InvitationRecord>();
  const other = (await invite("treasurer")).as<InvitationRecord>();
  expect(Object.keys(invited).sort()).toEqual(Object.keys(other).sort());
  const invitations = async () => (await api.get("/manage/v1/invitations")).as<{ data: InvitationRecord[] }>().data;
  expect((await invitations()).map(({ email }) => email)).toEqual([other.email, invited.email]);
  expect((await invite("viewer", known.email)).problem.code).toBe("INVALID_STATE");
  expect((await api.post(`/manage/v1/invitations/${invited.invitationId}/send`)).status).toBe(200);
  const target = `/manage/v1/invitations/${other.invitationId}`;
  expect((await api.send({ method: "DELETE", target })).status).toBe(200);
  expect((await invitations()).map(({ email }) => email)).toEqual([invited.email]);
  expect((await open("invitation", { token: "A".repeat(43), name: "Eve", password: PASSWORD })).status).toBe(404);
});

test("sessions of the account's people are seen and ended by its administrators alone", async () => {
  const [admin, viewer] = [await api.staff("admin"), await api.staff("viewer")];
  const listed = (await api.get("/manage/v1/sessions", admin)).as<{ data: { sessionId: string; name: string }[] }>();
  const theirs = listed.data.find(({ name }) => name === "viewer");
  expect((await api.get("/manage/v1/sessions", viewer)).status).toBe(403);
  expect((await api.get("/manage/v1/balances", viewer)).status).toBe(200);
  const target = `/manage/v1/sessions/${theirs?.sessionId}`;
  const far = await api.staff("admin", "far");
  expect((await api.send({ method: "DELETE", target, ...far })).status).toBe(404);
  expect((await api.send({ method: "DELETE", target, ...admin })).status).toBe(200);
  expect((await api.get("/manage/v1/balances", viewer)).status).toBe(401);
});

test("strangers are unknown, bad fields are named, and only administrators come here", async () => {
  const stranger = await newPerson("viewer", { key: await api.newKey({ account: "far" }) });
  expect((await change(stranger.userId, { role: "admin" })).status).toBe(404);
  expect((await change("nobody", { role: "admin" })).status).toBe(404);
  expect((await invite("king")).problem.errors?.[0]?.field).toBe("role");
  expect((await invite("viewer", "nowhere")).problem.errors?.[0]?.field).toBe("email");
  expect((await api.get(USERS, await api.staff("treasurer"))).problem.code).toBe("FORBIDDEN");
});

test("a setting is changed with its reason, and taken back by the word default", async () => {
  const settings = "/manage/v1/settings";
  const patch = (body: object) => api.send({ method: "PATCH", target: settings, body });
  const set = await patch({ "limitPrice.USDT.EUR": 0.95, toleranceBps: 80, reason: "tighter market" });
  expect(set.as<Record<string, unknown>>()).toMatchObject({ "limitPrice.USDT.EUR": 0.95, toleranceBps: 80 });
  const back = (await patch({ "limitPrice.USDT.EUR": "default", toleranceBps: "default" })).as<
    Record<string, unknown>
  >();
  expect(back["toleranceBps"]).toBe(0);
  expect(back).not.toHaveProperty("limitPrice.USDT.EUR");
  const { data } = (await api.get("/manage/v1/audit?action=setting.change&objectId=toleranceBps")).as<{
    data: { detail: object }[];
  }>();
  expect(data.map(({ detail }) => detail)).toEqual([
    { before: "80", after: null },
    { before: null, after: "80", reason: "tighter market" },
  ]);
  expect((await patch({ nothing: "default" })).problem.errors?.[0]?.field).toBe("nothing");
});
