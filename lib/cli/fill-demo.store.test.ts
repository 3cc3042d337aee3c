import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { approve } from "#lib/approvals/decide-approval.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { houseOf, needAccount } from "#lib/kernel/tenants.ts";
import { fillingOf, OPEN_BILLS, PAST_BILLS, PRESENT_BILLS } from "#lib/overview/filling.ts";
import { DEMO_USER } from "#lib/people/demo-user.ts";
import { listPlaces } from "#lib/places/list-places.ts";
import { setChain } from "#lib/sandbox/chain-controls.ts";
import { mineDueChains } from "#lib/sandbox/chain-controls.ts";
import { TASKS } from "#lib/worker/due.ts";
import { runTick } from "#lib/worker/ticks.ts";
import { askAgain, fillDemo } from "./fill-demo.ts";
import { SCENES } from "./scenes.ts";
import { seed } from "./seed.ts";

const PAUSE = { leastMs: 500, forWork: 0 };
const CUT_AT = 21;
const DAY_MS = 86_400_000;

let world: World;
let demo: Ctx;
let working = true;
const logged: unknown[] = [];
let work: Promise<void>;

/** The program that the demo is filled beside. */
async function worker(): Promise<void> {
  const ctx = contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
  for (; working; await sleep(50)) {
    await mineDueChains(ctx);
    await runTick(ctx, TASKS);
  }
}

beforeAll(async () => {
  world = await openWorld({ alone: true });
  for (const level of ["info", "warn"] as const)
    vi.spyOn(world.app.log, level).mockImplementation((event, facts) => void logged.push([event, facts]));
  await seed(world.app);
  await setChain(world.ctx, { autoMine: true });
  const operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  demo = contextFor(world.app, {
    actor: { kind: "operator" },
    account: await needAccount(operator, "demo"),
    requestId: "test",
  });
  work = worker();
});
afterAll(async () => {
  working = false;
  await work;
  await world.close();
});

const bills = () => demo.db.bill.count({ where: { accountId: demo.account?.id ?? "" } });
const scenesPlayed = async () => {
  const rows = await demo.db.audit.findMany({ where: { requestId: { startsWith: "demo:" } } });
  const played = rows.filter(({ action }) => action !== "user.sign-in");
  return Map.groupBy(played, ({ requestId }) => requestId.replace("demo:", ""));
};

test("a fill that is cut off is gone on with, each step once, and says how far it is until it ends", async () => {
  expect(await fillingOf(demo)).toBe(Math.floor((OPEN_BILLS * 100) / PRESENT_BILLS));
  const cut = new AbortController();
  const first = fillDemo(world.app, cut.signal, { pause: PAUSE });
  while ((await bills()) < PAST_BILLS + CUT_AT) await sleep(20);
  cut.abort();
  await expect(first).rejects.toThrow();
  const percent = await fillingOf(demo);
  expect(percent).toBeGreaterThan(70);
  expect(percent).toBeLessThan(90);
  const before = await scenesPlayed();
  expect(before.has("payout")).toBe(true);

  expect(await fillDemo(world.app, new AbortController().signal, { pause: PAUSE })).toBe(true);
  expect(await bills()).toBe(PAST_BILLS + PRESENT_BILLS);
  const after = await scenesPlayed();
  expect([...after.keys()].sort()).toEqual(SCENES.map(({ name }) => name).sort());
  for (const [name, lines] of before) expect(after.get(name)?.length, name).toBe(lines.length);
  expect(await fillingOf(demo)).toBe(undefined);
  expect(await fillDemo(world.app, new AbortController().signal, { pause: PAUSE })).toBe(false);
  expect(await bills()).toBe(PAST_BILLS + PRESENT_BILLS);
});

test("no step is refused: what waits for money or the chain is played once that is there", () => {
  expect(logged.filter((line) => JSON.stringify(line).includes("step of the demo"))).toEqual([]);
});

test("the house has had its means since the story began, also the stock at its venue", async () => {
  const brought = await demo.db.move.findMany({ where: { kind: "CAPITAL_IN" } });
  expect(brought.map(({ status, asset }) => `${asset} ${status}`).sort()).toEqual(
    ["BCH", "BTC", "EUR", "USD", "USDC@eth", "USDT@eth", "USDT@tron"].map((asset) => `${asset} ARRIVED`),
  );
  const posted = await demo.db.ledgerTransaction.findMany({ where: { event: "move.arrived" }, orderBy: { at: "asc" } });
  for (const { at } of posted.slice(0, brought.length)) expect(Date.now() - at.getTime()).toBeGreaterThan(86 * DAY_MS);
});

test("one of two held deposits was released", async () => {
  await expect.poll(() => demo.db.deposit.count({ where: { status: "HELD" } }), { timeout: 60_000 }).toBe(1);
});

test("settlements of past weeks were paid by files and the bank's lines, at the business clock's instants", async () => {
  const paid = await demo.db.payout.findMany({ where: { kind: "SETTLEMENT", status: "CONFIRMED" } });
  const [oldest] = paid.map(({ recordedAt }) => recordedAt.getTime()).sort((a, b) => a - b);
  expect(paid.length).toBeGreaterThanOrEqual(6);
  expect(Date.now() - (oldest ?? 0)).toBeGreaterThan(30 * DAY_MS);
  expect(new Set(paid.map(({ asset }) => asset))).toEqual(new Set(["EUR", "USD"]));
  const files = await demo.db.payoutFile.findMany();
  for (const { fileId, recordedAt, endedAt } of paid) {
    const file = files.find(({ id }) => id === fileId);
    expect(file?.madeAt.toISOString().slice(0, 10)).toBe(recordedAt.toISOString().slice(0, 10));
    expect(file?.content).toContain(`<CreDtTm>${recordedAt.toISOString().slice(0, 10)}`);
    expect(endedAt?.toISOString().slice(0, 10)).toBe(recordedAt.toISOString().slice(0, 10));
  }
  const without = await demo.db.settlement.findMany({ where: { dueUnits: { gt: 0 }, payoutId: null, lapsedAt: null } });
  expect(without).toEqual([]);
});

test("payouts of the present are in every state up to the bank, the signer and the chain, and one came back", async () => {
  const states = async () => {
    const rows = await demo.db.payout.findMany({ where: { kind: "PAYOUT" }, orderBy: { reference: "asc" } });
    return rows.map(({ reference, asset, status }) => [reference, asset, status].join(" "));
  };
  await expect
    .poll(states, { timeout: 60_000 })
    .toEqual([
      "PO-287 EUR FAILED",
      "PO-308 EUR PREPARED",
      "PO-309 EUR APPROVED",
      "PO-310 BTC CONFIRMED",
      "PO-311 BTC PREPARED",
      "PO-312 BTC APPROVED",
      "PO-313 EUR REQUESTED",
    ]);
  expect(await demo.db.preparedTransaction.count({ where: { status: "PREPARED" } })).toBe(1);
});

test("a payout, a beneficiary and a move wait for a second person, who may be the demo's own user", async () => {
  const waiting = await demo.db.approval.findMany({ where: { status: "PENDING" }, orderBy: { what: "asc" } });
  expect(waiting.map(({ what, decides }) => `${what} ${decides}`)).toEqual([
    "beneficiary account",
    "move house",
    "payout house",
  ]);
  const house = await houseOf(world.app);
  const user = await demo.db.staffUser.findFirstOrThrow({ where: { email: DEMO_USER.email } });
  for (const { id, decides } of waiting) {
    const actor = {
      kind: "staff" as const,
      userId: user.id,
      name: user.name,
      sessionId: "test",
      role: "admin" as const,
    };
    const account = decides === "house" ? house : demo.account;
    const staff = decides === "house" ? { ...actor, role: "" as const, houseRole: "admin" as const } : actor;
    const ctx = contextFor(world.app, { actor: staff, account, requestId: "test" });
    expect((await approve(ctx, { approvalId: id })).status).toBe("APPROVED");
  }
  expect((await demo.db.payout.findFirst({ where: { reference: "PO-313" } }))?.status).toBe("APPROVED");
});

test("the venue has what is sold there, and says the same as the books once no order is on its way", async () => {
  const house = await houseOf(world.app);
  const ctx = contextFor(world.app, { actor: { kind: "operator" }, account: house, requestId: "test" });
  const lying = async () => (await listPlaces(ctx)).data;
  const reported = async () => (await lying()).filter(({ kind, says }) => kind === "VENUE" && says !== undefined);
  const differing = async () => (await reported()).filter(({ difference }) => !difference?.isZero());
  await expect.poll(differing, { timeout: 60_000 }).toEqual([]);
  expect((await reported()).length).toBeGreaterThan(5);
  const data = await lying();
  expect(data.filter(({ balance }) => balance.compare(Decimal.ZERO) < 0)).toEqual([]);
  const paid = await demo.db.payout.aggregate({
    where: { asset: "EUR", status: "CONFIRMED" },
    _sum: { quantityUnits: true },
  });
  const atBank = data.find(({ place, asset }) => place === "bank:main" && asset === "EUR")?.balance;
  const out = Decimal.of(BigInt(paid._sum.quantityUnits?.toFixed() ?? ""), 2);
  expect(atBank?.plus(out).toString()).toBe("85812.4");
});

test("on a day on which nothing waits any more the demo's people ask again, once", async () => {
  const waiting = async () => {
    const expiresAt = { gt: await demo.now() };
    const rows = await demo.db.approval.findMany({ where: { status: "PENDING", expiresAt }, orderBy: { what: "asc" } });
    return rows.map(({ what }) => what);
  };
  expect(await waiting()).toEqual([]);
  expect(await askAgain(world.app)).toBe(true);
  expect(await waiting()).toEqual(["move", "payout"]);
  expect(await askAgain(world.app)).toBe(false);
  expect(await waiting()).toHaveLength(2);
  await world.later(DAY_MS);
  expect(await waiting()).toEqual([]);
  expect(await askAgain(world.app)).toBe(true);
  expect(await waiting()).toEqual(["move", "payout"]);
}, 120_000);

test("nobody of the demo's people can sign in: there is no password, and their sessions have ended", async () => {
  const people = await demo.db.staffUser.findMany({ where: { email: { endsWith: "@demo.invalid" } } });
  expect(people).toHaveLength(7);
  expect(people.every(({ passwordHash, name }) => passwordHash === null && name.endsWith("(demo)"))).toBe(true);
  const userId = { in: people.map(({ id }) => id) };
  expect(await demo.db.staffSession.count({ where: { userId, revokedAt: null } })).toBe(0);
  expect(await demo.db.staffPasskey.count({ where: { userId } })).toBe(0);
});

test("the books hold", async () => {
  expect(await world.broken()).toEqual([]);
});
