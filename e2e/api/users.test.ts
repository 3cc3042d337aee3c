import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import type { UserRecord } from "#lib/people/user-contract.ts";
import { signIn } from "#lib/people/sign-in.ts";

const USERS = "/manage/v1/users";
type Made = UserRecord & { password?: string };

let api: Api;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api?.close());

let people = 0;
const nextEmail = () => {
  people += 1;
  return `person-${people}@example.com`;
};
const make = (role: string, email = nextEmail(), more = {}) => api.post(USERS, { email, name: "Anna", role }, more);
const change = (userId: string, body: object, more = {}) =>
  api.send({ method: "PATCH", target: `${USERS}/${userId}`, body, ...more });
const comesIn = (email: string, password = "") =>
  signIn(api.app, { email, password, clientAddress: "192.0.2.1" }).then((done) => done !== undefined);

test("a person is let in with a password shown once; role and door change with the next request", async () => {
  await make("admin");
  const anna = (await make("operator")).as<Made>();
  expect(await comesIn(anna.email, anna.password)).toBe(true);
  const listed = await api.get(USERS);
  expect(listed.text).not.toContain(anna.password);
  const { data } = listed.as<{ data: UserRecord[] }>();
  expect(data.find(({ userId }) => userId === anna.userId)).toMatchObject({
    role: "operator",
    status: "ACTIVE",
    lastSignInAt: expect.any(Number),
  });
  expect((await change(anna.userId, { role: "viewer" })).as<UserRecord>().role).toBe("viewer");
  expect((await change(anna.userId, { disabled: true })).as<UserRecord>().status).toBe("DISABLED");
  expect(await comesIn(anna.email, anna.password)).toBe(false);
  expect((await change(anna.userId, { disabled: false })).as<UserRecord>().status).toBe("ACTIVE");
  const { password } = (await api.post(`${USERS}/${anna.userId}/password`)).as<{ password: string }>();
  expect(await comesIn(anna.email, anna.password)).toBe(false);
  expect(await comesIn(anna.email, password)).toBe(true);
  const { data: lines } = (await api.get(`/manage/v1/audit?objectId=${anna.userId}`)).as<{
    data: { action: string }[];
  }>();
  expect(lines.map(({ action }) => action)).toEqual([
    "user.password",
    "user.enable",
    "user.disable",
    "user.role",
    "user.create",
  ]);
});

test("the last administrator stays one, also when two are taken away at once", async () => {
  const key = await api.newKey({ account: "pair" });
  const [one, two] = [
    (await make("admin", nextEmail(), { key })).as<Made>(),
    (await make("admin", nextEmail(), { key })).as<Made>(),
  ];
  const done = await Promise.all([
    change(one.userId, { role: "viewer" }, { key }),
    change(two.userId, { disabled: true }, { key }),
  ]);
  expect(done.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("who works for two accounts keeps the password, and neither account decides alone", async () => {
  const email = nextEmail();
  const { userId } = (await make("viewer", email)).as<Made>();
  const key = await api.newKey({ account: "second" });
  await make("admin", nextEmail(), { key });
  const joined = (await make("treasurer", email, { key })).as<Made>();
  expect(joined).toMatchObject({ userId, role: "treasurer" });
  expect(joined.password).toBeUndefined();
  expect((await make("viewer", email)).problem.code).toBe("INVALID_STATE");
  expect((await change(userId, { disabled: true }, { key })).problem.code).toBe("INVALID_STATE");
  expect((await api.post(`${USERS}/${userId}/password`)).problem.code).toBe("INVALID_STATE");
});

test("strangers are unknown, bad fields are named, and only administrators come here", async () => {
  const stranger = (await make("viewer", nextEmail(), { key: await api.newKey({ account: "far" }) })).as<Made>();
  expect((await change(stranger.userId, { role: "admin" })).status).toBe(404);
  expect((await change("nobody", { role: "admin" })).status).toBe(404);
  expect((await make("king")).problem.errors?.[0]?.field).toBe("role");
  expect((await make("viewer", "nowhere")).problem.errors?.[0]?.field).toBe("email");
  expect((await api.get(USERS, await api.staff("treasurer"))).problem.code).toBe("FORBIDDEN");
});

test("a setting is changed with its reason, and taken back by the word default", async () => {
  const settings = "/manage/v1/settings";
  const patch = (body: object) => api.send({ method: "PATCH", target: settings, body });
  const set = await patch({ "limitPrice.USDT.EUR": 0.95, spreadBps: 80, reason: "tighter market" });
  expect(set.as<Record<string, unknown>>()).toMatchObject({ "limitPrice.USDT.EUR": 0.95, spreadBps: 80 });
  const back = (await patch({ "limitPrice.USDT.EUR": "default", spreadBps: "default" })).as<Record<string, unknown>>();
  expect(back["spreadBps"]).toBe(100);
  expect(back).not.toHaveProperty("limitPrice.USDT.EUR");
  const { data } = (await api.get("/manage/v1/audit?action=setting.change&objectId=spreadBps")).as<{
    data: { detail: object }[];
  }>();
  expect(data.map(({ detail }) => detail)).toEqual([
    { before: "80", after: null },
    { before: null, after: "80", reason: "tighter market" },
  ]);
  expect((await patch({ nothing: "default" })).problem.errors?.[0]?.field).toBe("nothing");
});
