import { generateKeyPairSync, sign } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import { type Key, openClient } from "#e2e/world/client.ts";
import type { KeyRecord } from "#lib/keys/contract.ts";
import { linesOf } from "#lib/keys/signature.ts";

const KEYS = "/manage/v1/keys";
const LIST = "/payment/v1/payment?startTime=1700000000000&endTime=1700000001000";
const DAY = 86_400_000;

type Made = KeyRecord & { secret: string };

let api: Api;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api?.close());

let accounts = 0;
/** A key of an account that has no other. */
async function lonelyKey(): Promise<Key> {
  accounts += 1;
  return api.newKey({ account: `lonely ${accounts}` });
}
const make = (key: Key, more: object = {}) =>
  api.post(KEYS, { name: "shop", scopes: ["payments:read"], ...more }, { key });
const keysOf = async (key: Key) => (await api.get(KEYS, { key })).as<{ data: KeyRecord[] }>().data;
const works = async (key: Key) => (await api.get(LIST, { key })).status === 200;

test("a key is made, works, is listed without its secret, and ends when revoked", async () => {
  const key = await lonelyKey();
  const expiresAt = Date.now() + DAY;
  const made = (await make(key, { rate: 50, ipAllow: ["127.0.0.0/8", "::1"], expiresAt })).as<Made>();
  expect(await works(made)).toBe(true);
  const listed = await api.get(KEYS, { key });
  expect(listed.text).not.toContain(made.secret);
  expect(listed.as<{ data: KeyRecord[] }>().data.find(({ keyId }) => keyId === made.keyId)).toMatchObject({
    name: "shop",
    scopes: ["payments:read"],
    rate: 50,
    status: "ACTIVE",
    expiresAt,
    lastUsedAt: expect.any(Number),
  });
  expect((await api.send({ method: "DELETE", target: `${KEYS}/${made.keyId}`, key })).status).toBe(200);
  expect(await works(made)).toBe(false);
  expect((await keysOf(key)).find(({ keyId }) => keyId === made.keyId)?.status).toBe("REVOKED");
  expect((await api.send({ method: "DELETE", target: `${KEYS}/${made.keyId}`, key })).problem.code).toBe("NOT_FOUND");
});

test("a rotated key and its successor both work for the overlap; the old one's end is set", async () => {
  const key = await lonelyKey();
  const old = (await make(key, { rate: 7 })).as<Made>();
  const next = (await api.post(`${KEYS}/${old.keyId}/rotate`, { overlapMs: 3_600_000 }, { key })).as<Made>();
  expect(next).toMatchObject({ name: "shop", scopes: ["payments:read"], rate: 7, status: "ACTIVE" });
  expect([await works(old), await works(next)]).toEqual([true, true]);
  const shown = (await keysOf(key)).find(({ keyId }) => keyId === old.keyId);
  expect(shown?.expiresAt).toBeGreaterThan(Date.now() + 3_500_000);
  const last = (await api.post(`${KEYS}/${next.keyId}/rotate`, { overlapMs: 0 }, { key })).as<Made>();
  expect([await works(next), await works(last)]).toEqual([false, true]);
  expect((await api.post(`${KEYS}/${next.keyId}/rotate`, {}, { key })).problem.code).toBe("NOT_FOUND");
});

test("a sixth active key is refused; one can still be rotated without an overlap", async () => {
  const key = await lonelyKey();
  const made: Made[] = [];
  for (let keys = 0; keys < 4; keys += 1) made.push((await make(key)).as<Made>());
  expect((await make(key)).problem.code).toBe("INVALID_STATE");
  const target = `${KEYS}/${made[0]?.keyId}/rotate`;
  expect((await api.post(target, {}, { key })).problem.code).toBe("INVALID_STATE");
  expect(await works(made[0] as Made)).toBe(true);
  expect((await api.post(target, { overlapMs: 0 }, { key })).status).toBe(200);
});

test("a key works from its own network addresses only, whatever a header says about them", async () => {
  const key = await lonelyKey();
  const bound = (await make(key, { ipAllow: ["10.0.0.0/8", "2001:db8::/32"] })).as<Made>();
  const forwarded = { "x-forwarded-for": "10.1.2.3", forwarded: "for=10.1.2.3" };
  for (const headers of [{}, forwarded])
    expect((await api.get(LIST, { key: bound, headers })).problem).toMatchObject({ code: "FORBIDDEN" });
  const here = (await make(key, { ipAllow: ["10.0.0.0/8", "127.0.0.1", "::1"] })).as<Made>();
  expect(await works(here)).toBe(true);
});

/** A key that ends soon, used before it has; on a busy machine one that ends later is taken. */
async function usedInTime(key: Key): Promise<{ brief: Made; before: number }> {
  for (let lifetimeMs = 1_500; ; lifetimeMs *= 2) {
    const brief = (await make(key, { expiresAt: Date.now() + lifetimeMs })).as<Made>();
    const known = (await keysOf(key)).find(({ keyId }) => keyId === brief.keyId);
    expect(known?.lastUsedAt).toBeUndefined();
    const before = Date.now();
    if (await works(brief)) return { brief, before };
  }
}

test("a key ends by itself at its time, in every process, and tells when it was used last", async () => {
  const key = await lonelyKey();
  const { brief, before } = await usedInTime(key);
  const shown = async () => (await keysOf(key)).find(({ keyId }) => keyId === brief.keyId);
  expect((await shown())?.lastUsedAt).toBeGreaterThanOrEqual(before - 1_000);
  await expect.poll(() => works(brief), { interval: 100 }).toBe(false);
  expect((await api.get(LIST, { key: brief })).status).toBe(401);
  expect((await shown())?.status).toBe("EXPIRED");
});

test("a key that is revoked or rotated away is refused by the other process as well", async () => {
  const key = await lonelyKey();
  const gone = (await make(key)).as<Made>();
  const old = (await make(key)).as<Made>();
  const beside = openClient(await api.secondProcess(), key);
  const answersOf = (of: Key) => beside.send({ target: LIST, key: of }).then(({ status }) => status);
  expect([await answersOf(gone), await answersOf(old)]).toEqual([200, 200]);
  await api.send({ method: "DELETE", target: `${KEYS}/${gone.keyId}`, key });
  const next = (await api.post(`${KEYS}/${old.keyId}/rotate`, { overlapMs: 0 }, { key })).as<Made>();
  expect([await answersOf(gone), await answersOf(old), await answersOf(next)]).toEqual([401, 401, 200]);
  beside.close();
});

test("a repeated request makes one key and is answered without the secret, which no stored answer holds", async () => {
  const key = await lonelyKey();
  const request = { key, headers: { "idempotency-key": "make-1" } };
  const body = { name: "shop", scopes: ["payments:read"] };
  const first = (await api.post(KEYS, body, request)).as<Made>();
  const again = await api.post(KEYS, body, request);
  expect(again.headers["idempotent-replayed"]).toBe("true");
  expect(again.as<Made>().keyId).toBe(first.keyId);
  expect(again.text).not.toContain(first.secret);
  const { rows } = await api.app.database.pool.query("select 1 from idempotency where body like '%sk\\_%'");
  expect(rows).toEqual([]);
});

test.each([
  [{ scopes: [] }, "scopes"],
  [{ scopes: ["access:write"] }, "scopes[0]"],
  [{ rate: 0 }, "rate"],
  [{ ipAllow: ["10.0.0.0/64"] }, "ipAllow"],
  [{ expiresAt: 1_700_000_000_000 }, "expiresAt"],
  [{ name: "" }, "name"],
])("%j is refused", async (more, field) => {
  expect((await make(api.key, more)).problem).toMatchObject({ code: "VALIDATION_FAILED", errors: [{ field }] });
});

test("keys of one account, rotated and ended at once, wait for each other instead of deadlocking", async () => {
  const key = await lonelyKey();
  for (let round = 0; round < 5; round += 1) {
    const made = await Promise.all([make(key), make(key), make(key), make(key)]);
    const keyIds = made.map((each) => each.as<Made>().keyId);
    const rotated = await Promise.all(
      keyIds.map((keyId) => api.post(`${KEYS}/${keyId}/rotate`, { overlapMs: 0 }, { key })),
    );
    expect(rotated.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const ends = rotated.map((each) => {
      const target = `${KEYS}/${each.as<Made>().keyId}`;
      return [api.post(`${target}/rotate`, { overlapMs: 0 }, { key }), api.send({ method: "DELETE", target, key })];
    });
    const answers = await Promise.all(ends.flat());
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
    for (const { keyId, status } of await keysOf(key))
      if (status === "ACTIVE" && keyId !== key.keyId)
        await api.send({ method: "DELETE", target: `${KEYS}/${keyId}`, key });
  }
});

test("keys of others cannot be seen, ended or rotated; scopes and roles are wanted", async () => {
  const key = await lonelyKey();
  const foreign = (await make(key)).as<Made>();
  expect((await keysOf(api.key)).some(({ keyId }) => keyId === foreign.keyId)).toBe(false);
  expect((await api.send({ method: "DELETE", target: `${KEYS}/${foreign.keyId}` })).status).toBe(404);
  expect((await api.post(`${KEYS}/${foreign.keyId}/rotate`, {})).status).toBe(404);
  expect((await api.get(KEYS, { key: foreign })).problem.code).toBe("FORBIDDEN");
  const headers = { cookie: await api.cookie("treasurer"), origin: api.url };
  expect((await api.get(KEYS, { key: null, headers })).problem.code).toBe("FORBIDDEN");
  const admin = { cookie: await api.cookie("admin"), origin: api.url };
  expect((await api.get(KEYS, { key: null, headers: admin })).status).toBe(200);
});

test("what no key may be given is not called a scope that this one lacks", async () => {
  const { problem: scope } = await api.get(LIST, { key: await api.newKey({ scopes: ["account:read"] }) });
  const { problem: played } = await api.get(KEYS, { key: await api.newKey({ scopes: ["account:read"] }) });
  const { problem: people } = await api.get("/house/v1/approvals");
  expect([scope, played, people].map(({ code, message }) => [code, message])).toEqual([
    ["FORBIDDEN", "This key lacks the scope payments:read."],
    [
      "FORBIDDEN",
      "This is for people whose role allows keys:read, and in the sandbox for a key with the scope sandbox.",
    ],
    ["FORBIDDEN", "This is for people whose role allows house:audit; no key may do it."],
  ]);
});

test("a key proven by its public half signs the same lines, and leaves no secret with us", async () => {
  const key = await lonelyKey();
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const made = await make(key, { publicKey: publicKey.export({ format: "pem", type: "spki" }).toString() });
  const record = made.as<Made>();
  expect(record.secret).toBeUndefined();
  expect(Buffer.from(record.publicKey ?? "", "base64")).toHaveLength(32);
  let nonces = 0;
  const signed = (encoding: "hex" | "base64", target = LIST, sent = target) => {
    nonces += 1;
    const facts = {
      timestamp: String(Date.now()),
      nonce: `ed-${nonces}`,
      method: "GET",
      target,
      body: new Uint8Array(),
    };
    const signature = sign(null, linesOf(facts), privateKey).toString(encoding);
    const headers = {
      "x-api-key": record.keyId,
      "x-timestamp": facts.timestamp,
      "x-nonce": facts.nonce,
      "x-signature": signature,
    };
    return { target: sent, key: null, headers };
  };
  expect((await api.send(signed("hex"))).status).toBe(200);
  expect((await api.send(signed("base64"))).status).toBe(200);
  const once = signed("hex");
  expect([(await api.send(once)).status, (await api.send(once)).status]).toEqual([200, 401]);
  expect((await api.send(signed("hex", LIST, `${LIST}&limit=1`))).status).toBe(401);
  expect(await works({ keyId: record.keyId, secret: record.publicKey ?? "" })).toBe(false);
  const basic = { authorization: `Basic ${Buffer.from(`${record.keyId}:`).toString("base64")}` };
  expect((await api.send({ target: LIST, key: null, headers: basic })).status).toBe(401);
  const rotate = `${KEYS}/${record.keyId}/rotate`;
  expect((await api.post(rotate, {}, { key })).problem.errors?.[0]?.field).toBe("publicKey");
  const next = generateKeyPairSync("ed25519").publicKey.export({ format: "pem", type: "spki" }).toString();
  expect((await api.post(rotate, { publicKey: next }, { key })).as<Made>().publicKey).not.toBe(record.publicKey);
});
