import { afterAll, beforeAll, expect, test } from "vitest";
import { lastLink } from "#e2e/world/letters.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { lookAtLink } from "#lib/people/accept-invitation.ts";
import { openAccount } from "#lib/people/accounts.ts";
import { createUser } from "#lib/people/create-user.ts";
import { IDLE_MS } from "#lib/people/factor-rules.ts";
import { invitePerson } from "#lib/people/invite-person.ts";
import { countCode, countCost, countLetter } from "#lib/people/login-throttle.ts";
import { needForFirst } from "#lib/people/second-factor.ts";
import { openSession } from "#lib/people/session.ts";
import { staffOfSession, touchSession, whoSignsIn } from "#lib/people/staff-store.ts";
import { openStopped, type Stopped } from "./stopped.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let world: Stopped;
let operator: Ctx;
beforeAll(async () => {
  world = await openStopped();
  Object.assign(world.api.app.env, { smtpUrl: "smtp://127.0.0.1:1" });
  const account = await openAccount(world.worker, "acme");
  operator = contextFor(world.api.app, { actor: { kind: "operator" }, account, requestId: "test" });
});
afterAll(() => world?.close());

const newEmail = () => `${world.worker.id()}@example.com`;
async function newcomer(): Promise<{ email: string; userId: string }> {
  const email = newEmail();
  return { email, userId: (await createUser(operator, { email, name: "guard", memberships: [] })).userId };
}

test("a session that is not used for half an hour is over in live, and lives on when it is used before", async () => {
  const { app } = world.api;
  expect(IDLE_MS).toEqual({ live: 30 * MINUTE, sandbox: 12 * HOUR });
  const { userId } = await newcomer();
  const sessionId = await openSession(app, userId);
  const isOpen = async () => (await staffOfSession(app, sessionId, IDLE_MS.live)) !== undefined;
  await world.clock.advance(30 * MINUTE - 1);
  expect(await isOpen()).toBe(true);
  await touchSession(app, sessionId);
  await world.clock.advance(30 * MINUTE - 1);
  expect(await isOpen()).toBe(true);
  await world.clock.advance(1);
  expect(await isOpen()).toBe(false);
});

test("a one-time link may be used for 72 hours", async () => {
  const email = newEmail();
  await invitePerson(operator, { email, role: "viewer" });
  const token = await lastLink(world.api.app, email);
  await world.clock.advance(72 * HOUR - 1);
  expect(await lookAtLink(operator, { token })).toMatchObject({ email });
  await world.clock.advance(1);
  await expect(lookAtLink(operator, { token })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("three letters an hour go to an address that asks for a link", async () => {
  const { app } = world.api;
  const email = newEmail();
  const kinds = async () => (await countLetter(app, email)).kind;
  expect([await kinds(), await kinds(), await kinds(), await kinds()]).toEqual(["free", "free", "free", "refused"]);
  await world.clock.advance(HOUR - 1);
  expect(await kinds()).toBe("refused");
  await world.clock.advance(1);
  expect(await kinds()).toBe("free");
});

test("twenty codes an hour are typed for a person from places that are new to them", async () => {
  const { app } = world.api;
  const stranger = (nth: number) => ({ clientAddress: `192.0.2.${nth}`, deviceKnown: false, addressKnown: false });
  const kind = async (nth: number) => (await countCode(app, "guard", stranger(nth))).kind;
  for (let nth = 0; nth < 20; nth += 1) expect(await kind(nth)).toBe("free");
  await world.clock.advance(HOUR - 1);
  expect(await kind(100)).toBe("refused");
  await world.clock.advance(1);
  expect(await kind(101)).toBe("free");
});

test("what costs everybody is counted by the minute; counters are forgotten after two hours", async () => {
  const { app } = world.api;
  const kind = async (address = "192.0.2.250") => (await countCost(app, "passkey", address)).kind;
  for (let nth = 0; nth < 60; nth += 1) expect(await kind("2001:db8::1")).toBe("free");
  expect([await kind("2001:db8::2"), await kind("2001:db8:0:1::1")]).toEqual(["refused", "free"]);
  for (let nth = 61; nth < 600; nth += 1) await kind(`192.0.2.${nth % 200}`);
  expect(await kind()).toBe("refused");
  await world.clock.advance(MINUTE - 1);
  expect(await kind()).toBe("refused");
  await world.clock.advance(1);
  expect(await kind()).toBe("free");
  const retained = async () => {
    await world.upkeep("forget-tries");
    return (await world.clock.sql("select 1 from sign_in_try")).length;
  };
  await world.clock.advance(2 * HOUR);
  expect(await retained()).toBeGreaterThan(0);
  await world.clock.advance(1);
  expect(await retained()).toBe(0);
});

test("a session without a password behind it adds a first factor for ten minutes", async () => {
  const { userId } = await newcomer();
  const sessionId = await openSession(world.api.app, userId);
  const actor = { kind: "staff", userId, name: "guard", role: "viewer", sessionId } as const;
  const ctx = contextFor(world.api.app, { actor, account: operator.account, requestId: "test" });
  await world.clock.advance(10 * MINUTE);
  await needForFirst(ctx, undefined);
  await world.clock.advance(1);
  await expect(needForFirst(ctx, undefined)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("from where a session came is known, and kept, for ninety days", async () => {
  const { app } = world.api;
  const { email, userId } = await newcomer();
  const from = { clientAddress: "192.0.2.7", agent: "Browser/1", device: "d".repeat(22) };
  const id = await openSession(app, userId, from);
  const known = async () => {
    const { deviceKnown, addressKnown } = await whoSignsIn(app, email, from);
    return [deviceKnown, addressKnown];
  };
  const retained = async () => {
    await world.upkeep("forget-visits");
    const sql = "select client_address, agent, device_digest from staff_session where id = $1";
    const [row] = await world.clock.sql<Record<string, unknown>>(sql, [id]);
    return Object.values(row ?? {}).filter((value) => value !== null).length;
  };
  await world.clock.advance(90 * DAY - 1);
  expect([await known(), await retained()]).toEqual([[true, true], 3]);
  await world.clock.advance(1);
  expect(await known()).toEqual([false, false]);
  await world.clock.advance(1);
  expect(await retained()).toBe(0);
});
