import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { type Reply, type Sent, type Stand, openStand } from "#lib/server/front-server.fixture.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { openAccount } from "./accounts.ts";
import { createKey } from "#lib/keys/create-key.ts";
import { createUser } from "./create-user.ts";
import { forgetNonces } from "#lib/keys/forget-nonces.ts";
import { revokeKey } from "#lib/keys/revoke-key.ts";
import type { Role } from "#lib/contract/permissions.ts";
import type { SignedIn } from "./enter.ts";
import { currentStaff, openSession, sessionSecret } from "./session.ts";
import { signIn } from "./sign-in.ts";
import { closeSession } from "./sign-out.ts";

let database: FreshDatabase;
let stand: Stand;

beforeAll(async () => {
  database = await freshDatabase();
  stand = await openStand(database.url);
});

afterAll(async () => {
  await stand.close();
  await database.drop();
});

const PASSWORD = "correct horse";
const LOOK = "/payment/v1/look";
const EFFECT = "/payment/v1/effect";

async function newUser(
  roles: readonly Role[] = ["viewer"],
): Promise<{ userId: string; email: string; accounts: string[] }> {
  const email = `${randomUUID()}@example.com`;
  const accounts: string[] = [];
  for (const _role of roles) accounts.push((await openAccount(stand.operator, `account ${randomUUID()}`)).id);
  const memberships = roles.map((role, at) => ({ accountId: accounts[at] ?? "", role }));
  const { userId } = await createUser(stand.operator, { email, name: "Anna", password: PASSWORD, memberships });
  return { userId, email, accounts };
}

async function cookieOf(sid: string): Promise<string> {
  const token = await encode({ token: { sid }, secret: sessionSecret(stand.app.secrets), maxAge: 600 });
  return `other=1; next-auth.session-token=${token}`;
}

async function signedIn(roles: readonly Role[]): Promise<{ cookie: string; sid: string; accounts: string[] }> {
  const { userId, accounts } = await newUser(roles);
  const sid = await openSession(stand.app, userId);
  return { cookie: await cookieOf(sid), sid, accounts };
}

const origin = "http://localhost:3000";
const change = (cookie: string, headers: Record<string, string> = { origin }): Sent => ({
  method: "POST",
  target: EFFECT,
  body: '{"amount":1}',
  headers: { cookie, "content-type": "application/json", ...headers },
});
const codeOf = ({ status, json }: Reply) => [status, json["code"]];

describe("sign-in", () => {
  const from = (clientAddress: string, email: string, password = PASSWORD) =>
    signIn(stand.app, { email, password, clientAddress });

  test("opens a session, whatever the letter case of the e-mail", async () => {
    const { userId, email } = await newUser();
    const done = await from("198.51.100.1", ` ${email.toUpperCase()} `);
    expect(done).toMatchObject({ userId, email, name: "Anna" });
    expect(await currentStaff(await cookieOf((done as SignedIn | undefined)?.sessionId ?? ""))).toMatchObject({
      userId,
      email,
    });
  });

  test("unknown, wrong and disabled fail alike", async () => {
    const { userId, email } = await newUser();
    expect(await from("198.51.100.2", "nobody@example.com")).toBeUndefined();
    expect(await from("198.51.100.2", email, "wrong password")).toBeUndefined();
    await stand.app.database.pool.query("update staff_user set disabled_at = now() where id = $1", [userId]);
    expect(await from("198.51.100.2", email)).toBeUndefined();
  });

  test("eight failing tries at once keep the right password out, at that address alone", async () => {
    const { email } = await newUser();
    await Promise.all(Array.from({ length: 8 }, () => from("198.51.100.10", email, "wrong")));
    expect(await from("198.51.100.10", email)).toBeUndefined();
    expect(await from("198.51.100.30", email)).toMatchObject({ email });
  });

  test("an e-mail address is taken once", async () => {
    const { email } = await newUser();
    const again = createUser(stand.operator, {
      email: email.toUpperCase(),
      name: "B",
      password: PASSWORD,
      memberships: [],
    });
    await expect(again).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });
});

describe("a session", () => {
  test("reads and changes by role", async () => {
    const viewer = await signedIn(["viewer"]);
    expect((await stand.send({ target: LOOK, headers: { cookie: viewer.cookie } })).status).toBe(200);
    expect(codeOf(await stand.send(change(viewer.cookie)))).toEqual([403, "FORBIDDEN"]);
    const operator = await signedIn(["operator"]);
    expect((await stand.send(change(operator.cookie))).status).toBe(200);
  });

  test("its changes need our own Origin", async () => {
    const { cookie } = await signedIn(["admin"]);
    expect(codeOf(await stand.send(change(cookie, {})))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await stand.send(change(cookie, { origin: "http://localhost:3001" })))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await stand.send(change(cookie, { origin, "sec-fetch-site": "same-site" })))).toEqual([
      403,
      "FORBIDDEN",
    ]);
  });

  test("is over when it is closed, has ended, or the user is disabled", async () => {
    const { cookie, sid } = await signedIn(["viewer"]);
    const status = async () => (await stand.send({ target: LOOK, headers: { cookie } })).status;
    expect(await status()).toBe(200);
    await closeSession(stand.app, sid);
    expect(await status()).toBe(401);
    const ended = await signedIn(["viewer"]);
    await stand.app.database.pool.query("update staff_session set expires_at = clock_timestamp() where id = $1", [
      ended.sid,
    ]);
    expect(await currentStaff(ended.cookie)).toBeUndefined();
    const disabled = await signedIn(["viewer"]);
    await stand.app.database.pool.query(
      "update staff_user set disabled_at = now() where id = (select user_id from staff_session where id = $1)",
      [disabled.sid],
    );
    expect(await currentStaff(disabled.cookie)).toBeUndefined();
  });

  test("a token under another secret, or under https's name, is nobody's", async () => {
    const { sid, cookie } = await signedIn(["viewer"]);
    const forged = await encode({ token: { sid }, secret: "another", maxAge: 600 });
    expect(await currentStaff(`next-auth.session-token=${forged}`)).toBeUndefined();
    expect(await currentStaff(cookie.replace("next-auth", "__Secure-next-auth"))).toBeUndefined();
    expect(await currentStaff("next-auth.session-token=a.b.c")).toBeUndefined();
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const claims = part({ sid, exp: Math.floor(Date.now() / 1000) + 600 });
    for (const open of [`${part({ alg: "none" })}.${claims}.`, `${part({ alg: "HS256" })}.${claims}.${part({})}`])
      expect(await currentStaff(`next-auth.session-token=${open}`)).toBeUndefined();
    expect(await currentStaff(undefined)).toBeUndefined();
  });

  test("with several accounts names one, by the role held there", async () => {
    const { cookie, accounts } = await signedIn(["viewer", "operator"]);
    const [viewed, operated] = accounts as [string, string];
    expect(codeOf(await stand.send({ target: LOOK, headers: { cookie } }))).toEqual([400, "ACCOUNT_REQUIRED"]);
    expect((await stand.send({ target: LOOK, headers: { cookie, "x-account": viewed } })).status).toBe(200);
    expect(codeOf(await stand.send(change(cookie, { origin, "x-account": viewed })))).toEqual([403, "FORBIDDEN"]);
    expect((await stand.send(change(cookie, { origin, "x-account": operated }))).status).toBe(200);
    const foreign = { cookie, "x-account": stand.account.id };
    expect(codeOf(await stand.send({ target: LOOK, headers: foreign }))).toEqual([403, "FORBIDDEN"]);
  });

  test("is left aside when a key is sent, even a wrong one", async () => {
    const { cookie } = await signedIn(["admin"]);
    const headers = { cookie, "x-api-key": "ak_none" };
    expect(codeOf(await stand.send({ target: LOOK, headers }))).toEqual([401, "UNAUTHENTICATED"]);
  });

  test("403 comes before 415 for staff too", async () => {
    const { cookie } = await signedIn(["viewer"]);
    const sent = change(cookie, { origin, "content-type": "text/plain" });
    expect(codeOf(await stand.send(sent))).toEqual([403, "FORBIDDEN"]);
  });
});

describe("keys", () => {
  test("an account has at most five active ones, however many are asked for at once", async () => {
    const account = await openAccount(stand.operator, `account ${randomUUID()}`);
    const ctx = contextFor(stand.app, { actor: { kind: "operator" }, account });
    const input = { name: "k", scopes: ["payments:read"] };
    const made = await Promise.allSettled(Array.from({ length: 8 }, () => createKey(ctx, input)));
    const keys = made.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(keys).toHaveLength(5);
    expect(made.find((one) => one.status === "rejected")?.reason).toMatchObject({ code: "INVALID_STATE" });
    await revokeKey(ctx, keys[0]?.keyId ?? "");
    await expect(createKey(ctx, input)).resolves.toMatchObject({ keyId: expect.stringMatching(/^ak_/) });
    await expect(revokeKey(ctx, keys[0]?.keyId ?? "")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("another account's key is not there to revoke", async () => {
    const other = await openAccount(stand.operator, `account ${randomUUID()}`);
    const ctx = contextFor(stand.app, { actor: { kind: "operator" }, account: other });
    await expect(revokeKey(ctx, stand.key.keyId)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("secrets lie sealed", async () => {
    const { rows } = await stand.app.database.pool.query("select secret_sealed from api_key where id = $1", [
      stand.key.keyId,
    ]);
    expect(rows[0].secret_sealed.toString("latin1")).not.toContain(stand.key.secret);
  });

  test.each([
    { name: "k", scopes: [] },
    { name: "k", scopes: ["access:write"] },
    { name: "", scopes: ["payments:read"] },
    { name: "k", scopes: ["payments:read"], ratePerSecond: 0 },
    { name: "k", scopes: ["payments:read"], ipAllow: ["10.0.0.0/40"] },
    { name: "k", scopes: ["payments:read"], expiresAt: new Date(0) },
  ])("%o is refused", async (input) => {
    await expect(createKey(stand.operator, input)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });

  test("nonces are forgotten when no request can carry them any more", async () => {
    await stand.signed({ target: LOOK });
    const { pool } = stand.app.database;
    await pool.query("update nonce set used_at = used_at - interval '11 minutes' where key_id = $1", [stand.key.keyId]);
    await stand.signed({ target: LOOK });
    expect(await forgetNonces(stand.operator)).toBe(1);
    expect((await pool.query("select from nonce where key_id = $1", [stand.key.keyId])).rowCount).toBe(1);
  });
});
