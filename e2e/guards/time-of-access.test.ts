import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiRequest, Key } from "#e2e/world/client.ts";
import { CHALLENGE_MS, isChallenge, newChallenge } from "#lib/people/challenge.ts";
import { createUser } from "#lib/people/create-user.ts";
import { signIn, signInByCode } from "#lib/people/sign-in.ts";
import { countPassword } from "#lib/people/login-throttle.ts";
import { newTotpSecret, stepOfCode, totpCode, stepAt } from "#lib/people/totp.ts";
import { leaseTokens } from "#lib/http/rate-limit-store.ts";
import { openStopped, type Stopped } from "./stopped.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LOOK = "/manage/v1/settings";

let world: Stopped;
beforeAll(async () => {
  world = await openStopped();
});
afterAll(() => world?.close());

const ask = async (more: Partial<ApiRequest> = {}) => (await world.api.get(LOOK, more)).status;
type Made = Key & { secret: string; status: string };

describe("a signed request", () => {
  test("is thirty seconds old or ahead at most", async () => {
    const now = world.clock.now();
    const at = async (ms: number) => ask({ timestamp: now + ms });
    expect(await Promise.all([at(-30_000), at(30_000), at(-30_001), at(30_001)])).toEqual([200, 200, 401, 401]);
  });

  test("uses its nonce up for longer than it could be sent again: ten minutes, then it is forgotten", async () => {
    await ask({ nonce: "kept" });
    const retained = async () => {
      await world.upkeep("forget-nonces");
      return (await world.clock.sql("select 1 from nonce where nonce = 'kept'")).length;
    };
    await world.clock.advance(10 * MINUTE);
    expect(await retained()).toBe(1);
    await world.clock.advance(1);
    expect(await retained()).toBe(0);
  });

  test("notes the use of its key once a minute", async () => {
    const key = await world.api.newKey();
    const used = async () => {
      await ask({ key });
      const [row] = await world.clock.sql<{ at: Date }>("select last_used_at as at from api_key where id = $1", [
        key.keyId,
      ]);
      return world.clock.now() - Number(row?.at);
    };
    expect(await used()).toBe(0);
    await world.clock.advance(MINUTE);
    expect(await used()).toBe(MINUTE);
    await world.clock.advance(1);
    expect(await used()).toBe(0);
    await world.api.send({ method: "DELETE", target: `/manage/v1/keys/${key.keyId}` });
  });
});

describe("a key", () => {
  const make = (more: object = {}) =>
    world.api.post("/manage/v1/keys", { name: "guard", scopes: ["account:read", "payments:read"], ...more });
  const end = (keyId: string) => world.api.send({ method: "DELETE", target: `/manage/v1/keys/${keyId}` });
  const stateOf = async (keyId: string) =>
    (await world.api.get("/manage/v1/keys")).as<{ data: Made[] }>().data.find((key) => key.keyId === keyId)?.status;

  test("expires in the future, and opens nothing from that millisecond on", async () => {
    expect((await make({ expiresAt: world.clock.now() })).status).toBe(400);
    const key = (await make({ expiresAt: world.clock.now() + 1 })).as<Made>();
    expect([await ask({ key }), await stateOf(key.keyId)]).toEqual([200, "ACTIVE"]);
    await world.clock.advance(1);
    expect([await ask({ key }), await stateOf(key.keyId)]).toEqual([401, "EXPIRED"]);
  });

  test("that is rotated ends with its overlap, a day unless said otherwise", async () => {
    for (const [body, overlap] of [
      [{ overlapMs: 5_000 }, 5_000],
      [{}, DAY],
    ] as const) {
      const old = (await make()).as<Made>();
      const renewed = (await world.api.post(`/manage/v1/keys/${old.keyId}/rotate`, body)).as<Made>();
      await world.clock.advance(overlap - 1);
      expect([await ask({ key: old }), await ask({ key: renewed })]).toEqual([200, 200]);
      await world.clock.advance(1);
      expect([await ask({ key: old }), await ask({ key: renewed })]).toEqual([401, 200]);
      await end(renewed.keyId);
    }
    const ending = (await make({ expiresAt: world.clock.now() + 5_000 })).as<Made>();
    const after = (await world.api.post(`/manage/v1/keys/${ending.keyId}/rotate`, {})).as<Made>();
    await world.clock.advance(5_000);
    // The overlap is no more time for a key that ends before it does.
    expect(await ask({ key: ending })).toBe(401);
    await end(after.keyId);
    const old = (await make()).as<Made>();
    const atOnce = (await world.api.post(`/manage/v1/keys/${old.keyId}/rotate`, { overlapMs: 0 })).as<Made>();
    expect(await ask({ key: old })).toBe(401);
    const most = 30 * DAY;
    const rotate = (overlapMs: number) => world.api.post(`/manage/v1/keys/${atOnce.keyId}/rotate`, { overlapMs });
    expect((await rotate(most + 1)).status).toBe(400);
    const last = (await rotate(most)).as<Made>();
    await end(last.keyId);
    await end(atOnce.keyId);
  });

  test("counts among the account's five until its last millisecond", async () => {
    const expiresAt = world.clock.now() + SECOND;
    const made = [];
    for (let nth = 0; nth < 4; nth += 1) made.push((await make(nth === 0 ? { expiresAt } : {})).as<Made>());
    await world.clock.advance(SECOND - 1);
    expect((await make()).problem.code).toBe("INVALID_STATE");
    await world.clock.advance(1);
    const fifth = await make();
    expect(fifth.status).toBe(200);
    for (const { keyId } of [...made, fifth.as<Made>()]) await end(keyId);
  });
});

describe("a person", () => {
  test("is signed in for twelve hours, and noted as seen once a minute", async () => {
    const staff = await world.api.staff("viewer");
    const [session] = await world.clock.sql<{ id: string }>(
      "select id from staff_session order by created_at desc limit 1",
    );
    const seenAgo = async () => {
      const sql = "select seen_at from staff_session where id = $1";
      const [row] = await world.clock.sql<{ seen_at: Date }>(sql, [session?.id]);
      return world.clock.now() - Number(row?.seen_at);
    };
    await world.clock.advance(MINUTE - 1);
    expect([await ask(staff), await seenAgo()]).toEqual([200, MINUTE - 1]);
    await world.clock.advance(1);
    expect([await ask(staff), await seenAgo()]).toEqual([200, 0]);
    await world.clock.advance(12 * HOUR - MINUTE - 1);
    expect(await ask(staff)).toBe(200);
    await world.clock.advance(1);
    expect(await ask(staff)).toBe(401);
  });

  test("proves a second factor again after the account's time, a quarter of an hour unless it says otherwise", async () => {
    const staff = await world.api.staff("admin");
    const [session] = await world.clock.sql<{ id: string; user_id: string }>(
      "select id, user_id from staff_session order by created_at desc, id desc limit 1",
    );
    await world.clock.sql(
      "insert into staff_totp (id, user_id, secret_sealed, confirmed_at) values (gen_random_uuid(), $1, '\\x00', clock_timestamp())",
      [session?.user_id],
    );
    const proven = () =>
      world.clock.sql("update staff_session set proven_at = clock_timestamp() where id = $1", [session?.id]);
    const change = async () =>
      (
        await world.api.send({
          method: "PATCH",
          target: "/manage/v1/settings",
          body: { toleranceBps: 5 },
          ...staff,
        })
      ).status;
    for (const [set, lasts] of [
      ["default", 15 * MINUTE],
      ["60000", MINUTE],
    ] as const) {
      await world.api.settings({ stepUpMs: set });
      await proven();
      await world.clock.advance(lasts - 1);
      expect(await change()).toBe(200);
      await world.clock.advance(1);
      expect(await change()).toBe(403);
    }
    await world.api.settings({ stepUpMs: "default" });
  });

  test("answers a challenge within five minutes", () => {
    const { secrets } = world.api.app;
    const now = world.clock.now();
    const challenge = Buffer.from(newChallenge(secrets, "guard", now)).toString("base64url");
    const holds = (at: number) => isChallenge(secrets, "guard", challenge, at);
    expect(CHALLENGE_MS).toBe(5 * MINUTE);
    expect([holds(now + CHALLENGE_MS - 1), holds(now + CHALLENGE_MS)]).toEqual([true, false]);
  });

  test("and it is kept as answered for ten minutes", async () => {
    await world.clock.sql("insert into spent_challenge (digest) values (sha256('guard'))");
    const retained = async () => {
      await world.upkeep("forget-challenges");
      return (await world.clock.sql("select 1 from spent_challenge where digest = sha256('guard')")).length;
    };
    await world.clock.advance(10 * MINUTE);
    expect(await retained()).toBe(1);
    await world.clock.advance(1);
    expect(await retained()).toBe(0);
  });

  test("types a code of the step before, of now or of the next, and none further off", () => {
    const secret = newTotpSecret();
    const step = stepAt(world.clock.now());
    const code = totpCode(secret, step);
    const found = (at: number) => stepOfCode(secret, code, at, 0);
    const [first, last] = [(step - 1) * 30_000, (step + 2) * 30_000 - 1];
    expect([found(first - 1), found(first), found(last), found(last + 1)]).toEqual([undefined, step, step, undefined]);
    expect([stepOfCode(secret, code, first, step - 1), stepOfCode(secret, code, first, step)]).toEqual([
      step,
      undefined,
    ]);
  });
});

describe("signing in", () => {
  const password = "a long password";
  const newcomer = async () => {
    const email = `${world.worker.id()}@example.com`;
    const { userId } = await createUser(world.worker, { email, name: "guard", password, memberships: [] });
    return { email, userId };
  };
  const enter = (email: string, given = password) =>
    signIn(world.api.app, { email, password: given, clientAddress: email });

  test("waits ten minutes after eight wrong passwords, no millisecond more", async () => {
    const { email } = await newcomer();
    expect(await enter(email, "wrong password")).toBeUndefined();
    const stranger = (clientAddress: string) => ({ clientAddress, deviceKnown: false, addressKnown: false });
    // The others are counted without their hashes, which take their time.
    for (let tries = 1; tries < 8; tries += 1)
      expect(await countPassword(world.api.app, email, stranger(email))).toMatchObject({ kind: "free" });
    await world.clock.advance(10 * MINUTE - 1);
    expect(await enter(email)).toBeUndefined();
    await world.clock.advance(1);
    expect(await enter(email)).toMatchObject({ email });
  });

  test("takes the code of a second factor within ten minutes of the password", async () => {
    const { app } = world.api;
    // Each with an app of their own: a code is taken once, and so tells nothing of a second ticket of the same person.
    const holder = async () => {
      const { email, userId } = await newcomer();
      const secret = newTotpSecret();
      const id = world.worker.id();
      await world.clock.sql(
        "insert into staff_totp (id, user_id, secret_sealed, confirmed_at) values ($1, $2, $3, clock_timestamp())",
        [id, userId, app.secrets.seal(`totp ${id}`, secret)],
      );
      const code = async (ticket: string) =>
        signInByCode(app, { ticket, code: totpCode(secret, stepAt(world.clock.now())), clientAddress: email });
      const ticket = async () => ((await enter(email)) as { ticket: string }).ticket;
      return { email, code, ticket, first: await ticket() };
    };
    const [one, other] = [await holder(), await holder()];
    await world.clock.advance(10 * MINUTE - 1);
    expect(await one.code(one.first)).toMatchObject({ email: one.email });
    await world.clock.advance(1);
    expect(await other.code(other.first)).toBeUndefined();
    expect(await other.code(await other.ticket())).toMatchObject({ email: other.email });
  });
});

describe("an idempotency key", () => {
  const create = (key: string) =>
    world.api.post(
      "/payment/v1/requestPaymentAddress",
      { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 10, subaccount: "guard" },
      { headers: { "idempotency-key": key } },
    );

  test("is remembered for 24 hours, and forgotten a millisecond later", async () => {
    const first = await create("day");
    await world.clock.advance(DAY);
    await world.upkeep("forget-idempotency-keys");
    const again = await create("day");
    expect([again.text, again.headers["idempotent-replayed"]]).toEqual([first.text, "true"]);
    await world.clock.advance(1);
    const anew = await create("day");
    expect([anew.text === first.text, anew.headers["idempotent-replayed"]]).toEqual([false, undefined]);
  });

  test("is deleted when its time is over, and not before", async () => {
    await create("upkeep");
    const retained = async () => {
      await world.upkeep("forget-idempotency-keys");
      return (await world.clock.sql("select 1 from idempotency where key = 'upkeep'")).length;
    };
    await world.clock.advance(DAY);
    expect(await retained()).toBe(1);
    await world.clock.advance(1);
    expect(await retained()).toBe(0);
  });

  test("of a process that died is free again after a minute", async () => {
    await create("lease");
    await world.clock.sql("update idempotency set completed_at = null, body = null where key = 'lease'");
    await world.clock.advance(MINUTE);
    expect((await create("lease")).problem.code).toBe("REQUEST_IN_FLIGHT");
    await world.clock.advance(1);
    expect((await create("lease")).status).toBe(200);
  });
});

test("a key's budget refills at its rate: of ten a second one more comes after a tenth of it", async () => {
  const { prisma } = world.api.app.database;
  const take = (tokens: number) =>
    leaseTokens(prisma, { keyId: "guard", ratePerSecond: 10, burst: 200, tokens, debt: 0 });
  expect((await take(200)).granted).toBe(200);
  await world.clock.advance(99);
  expect((await take(1)).granted).toBe(0);
  await world.clock.advance(1);
  expect((await take(1)).granted).toBe(1);
  await world.clock.advance(20 * SECOND - 1);
  expect((await take(200)).granted).toBe(199);
  await world.clock.advance(HOUR);
  expect((await take(201)).granted).toBe(200);
});
