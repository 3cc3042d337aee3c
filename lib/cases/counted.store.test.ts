import { afterAll, beforeAll, expect, test } from "vitest";
import { personIn } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { CASE_STATES } from "./case-kinds.ts";
import { getCaseSummary } from "./get-case.ts";
import { listCases } from "./list-cases.ts";
import { assignCase, closeCase, lookAtCases, muteCase, reopenCase } from "./work-case.ts";

let world: World;
let anna: Ctx;
let ben: Ctx;
beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
  [anna, ben] = [await personIn(world, "Anna"), await personIn(world, "Ben")];
});
afterAll(() => world.close());

const MINUTE = 60_000;
const idOf = (ctx: Ctx) => (ctx.actor.kind === "staff" ? ctx.actor.userId : "");

const ONE = Decimal.from("1");

/** A bill that gets this part of what is due, and what its case is called then. */
async function paid(part: string): Promise<string> {
  const bill = await world.bill();
  await world.pay(bill, bill.quantity.times(Decimal.from(part)).dividedDown(ONE, 8));
  return `${Number(part) < 1 ? "underpaid" : "overpaid"}-${bill.paymentId}`;
}

/** The same figures, counted one by one over every page of the list. */
async function listed(ctx: Ctx, lookedAt: number) {
  const states = await Promise.all(
    CASE_STATES.map(async (state) => (await listCases(ctx, { state, limit: 500 })).data),
  );
  const [open = [], muted = [], closed = []] = states;
  const kinds = [...new Set(open.map(({ kind }) => kind))].sort();
  return {
    count: open.length,
    mine: open.filter(({ assignee }) => assignee?.userId === idOf(ctx)).length,
    nobody: open.filter(({ assignee }) => !assignee).length,
    muted: muted.length,
    closed: closed.length,
    fresh: open.filter(({ since }) => since > lookedAt).length,
    byKind: kinds.map((kind) => ({ kind, count: open.filter((one) => one.kind === kind).length })),
  };
}

async function expectEqual(ctx: Ctx, lookedAt = 0) {
  const { people: _people, mentions: _mentions, clearSince: _clear, ...counted } = await getCaseSummary(ctx);
  const expected = await listed(ctx, lookedAt);
  expect({ ...counted, byKind: [...counted.byKind].sort((a, b) => (a.kind < b.kind ? -1 : 1)) }).toEqual(expected);
  return expected;
}

test("what is counted is what is listed, whatever people did with it", async () => {
  const cases = [];
  for (const part of ["0.4", "0.6", "0.8", "1.3", "1.5", "1.7", "1"]) cases.push(await paid(part));
  // Too little is a case once its bill has ended.
  const before = await expectEqual(anna);
  expect(before.byKind).toEqual([{ kind: "OVERPAID", count: 3 }]);
  await world.later(21 * MINUTE);
  await world.settle();
  const all = await expectEqual(anna);
  expect(all).toMatchObject({ byKind: expect.arrayContaining([{ kind: "UNDERPAID", count: 3 }]), fresh: all.count });
  const [little = "", less = "", least = "", much = "", more = ""] = cases;
  await assignCase(anna, { caseId: little, userId: idOf(ben) });
  await assignCase(anna, { caseId: much, userId: idOf(anna) });
  await muteCase(anna, { caseId: less, forMs: 30 * MINUTE });
  await closeCase(anna, { caseId: more, reason: "Agreed." });
  await closeCase(anna, { caseId: least, reason: "Agreed." });
  await reopenCase(anna, { caseId: least });
  expect(await expectEqual(anna)).toMatchObject({
    count: all.count - 2,
    mine: 1,
    nobody: all.count - 4,
    muted: 1,
    closed: 1,
  });
  expect(await expectEqual(ben)).toMatchObject({ mine: 1 });
  await world.later(31 * MINUTE);
  expect(await expectEqual(anna)).toMatchObject({ muted: 0, closed: 1 });
});

test("those are fresh that began after the last look, and a closed one comes again when its facts change", async () => {
  await lookAtCases(anna);
  const lookedAt = (await anna.now()).getTime();
  expect(await expectEqual(anna, lookedAt)).toMatchObject({ fresh: 0 });
  await world.later(MINUTE);
  const bill = await world.bill();
  await world.pay(bill, bill.quantity.times(Decimal.from("1.5")).dividedDown(ONE, 8));
  const caseId = `overpaid-${bill.paymentId}`;
  expect(await expectEqual(anna, lookedAt)).toMatchObject({ fresh: 1 });
  await closeCase(anna, { caseId, reason: "Agreed." });
  const closed = await expectEqual(anna, lookedAt);
  expect(closed).toMatchObject({ fresh: 0 });
  await world.later(MINUTE);
  await world.pay(bill, bill.quantity.times(Decimal.from("0.5")).dividedDown(ONE, 8));
  expect(await expectEqual(anna, lookedAt)).toMatchObject({ closed: closed.closed - 1 });
});

test("the last treatment that a bill keeps is that of its deposits", async () => {
  const { rows } = await world.app.database.pool.query(
    `select count(*)::int as bills, count(*) filter (where b.last_treated_at is distinct from
      (select max(coalesce(treated_at, updated_at)) from deposit where bill_id = b.id))::int as wrong from bill b`,
  );
  expect(rows).toEqual([{ bills: expect.any(Number), wrong: 0 }]);
});
