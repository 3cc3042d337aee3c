import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { personIn } from "#e2e/world/people-of.ts";
import { type MadeBill, openWorld, type World } from "#e2e/world/sandbox.ts";
import { declineDeposit, releaseDeposit } from "#lib/deposits/decide-hold.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Age } from "./case-kinds.ts";
import type { CaseRecord, ListCases } from "./contract.ts";
import { getCase } from "./get-case.ts";
import { listCases } from "./list-cases.ts";

let world: World;
let anna: Ctx;

beforeAll(async () => {
  world = await openWorld();
  anna = await personIn(world, "Anna");
});
beforeEach(() => world.price("BTC", "EUR", "60000"));
afterAll(() => world.close());

const MINUTE = 60_000;
const list = (query: ListCases) => listCases(anna, query);

async function caseOf({ paymentId }: MadeBill, kind: CaseRecord["kind"]): Promise<CaseRecord> {
  const found = (await list({ kind })).data.find((each) => each.paymentId === paymentId);
  if (!found) throw new Error(`no ${kind} case of this bill`);
  return found;
}

async function late(quantity = "0.001"): Promise<MadeBill> {
  const bill = await world.bill();
  await world.later(21 * MINUTE);
  await world.pay(bill, Decimal.from(quantity));
  return bill;
}

async function held(): Promise<MadeBill & { txId: string }> {
  await changeSettings(world.ctx, { "depositLimit.BTC": "0.00000001" });
  const bill = await world.bill();
  await world.pay(bill, bill.quantity);
  await changeSettings(world.ctx, { "depositLimit.BTC": "100" });
  return { ...bill, txId: (await world.payment(bill.paymentId)).deposits[0]?.txId ?? "" };
}

describe("a deadline", () => {
  const HOUR = 60 * MINUTE;
  const DAY = 24 * HOUR;

  test("is when the bill's price is no longer held, of a deposit under the account's own limit", async () => {
    const bill = await held();
    const found = await caseOf(bill, "HELD");
    const { depositAt } = await world.ctx.db.$queryRaw<{ depositAt: Date }[]>`
      select max(block_time) as "depositAt" from deposit where bill_id = ${bill.paymentId}::uuid`.then(
      ([row]) => row ?? { depositAt: new Date() },
    );
    expect(found.causeFacts.until).toBe(found.dueAt);
    expect((found.dueAt ?? 0) - depositAt.getTime()).toBeLessThanOrEqual(11 * MINUTE);
    expect(found.dueAt).toBeGreaterThan(depositAt.getTime());
    await releaseDeposit(anna, { txId: bill.txId, note: "known" });
  });

  test("is what the house lets a case of its grade wait, where nothing of its own runs out", async () => {
    const found = await caseOf(await late(), "LATE");
    expect((found.dueAt ?? 0) - found.since).toBe(5 * DAY);
    const set = async (value: string) => world.ctx.db.$executeRaw`
      insert into setting (id, account_id, by_house, name, value, valid_from, changed_by)
      values (gen_random_uuid(), null, true, 'lowCaseMs', ${value}, business_now(), 'test')`;
    await set(`${HOUR}`);
    expect(((await getCase(anna, { caseId: found.caseId })).dueAt ?? 0) - found.since).toBe(HOUR);
    await set(`${5 * DAY}`);
  });

  test("is the fifth business day of what is to be paid back", async () => {
    const bill = await held();
    await declineDeposit(anna, { txId: bill.txId, note: "no" });
    const { since, dueAt = 0 } = await caseOf(bill, "TO_RETURN");
    const days = Array.from({ length: Math.round((dueAt - since) / DAY) }, (_, at) => new Date(since + (at + 1) * DAY));
    expect(days.filter((day) => day.getUTCDay() % 6 !== 0)).toHaveLength(5);
    expect((dueAt - since) % DAY).toBe(0);
  });

  test("orders the list, then money does; and is counted by the reader's day", async () => {
    await late("0.0011");
    await late("0.0012");
    const { data, due, ages, count, worth } = await list({ limit: 500 });
    const keys = data.map((one) => [one.dueAt ?? 0, one.worth ? -Number(one.worth) : 1] as const);
    expect(keys).toEqual([...keys].sort(([a, x], [b, y]) => a - b || x - y));
    expect(due.soon + due.today + due.later).toBe(count);
    expect(ages.map(({ fromHours }) => fromHours)).toEqual([0, 1, 4, 24, 72]);
    expect(ages.reduce((sum, each) => sum + each.count, 0)).toBe(count);
    expect(ages.reduce((sum, each) => sum.plus(each.worth), Decimal.ZERO)).toEqual(worth);
    for (const { fromHours, count: ofAge, worth: ofWorth } of ages) {
      const bracket = await list({ limit: 500, age: `${fromHours}` as Age });
      expect([bracket.count, bracket.data.length], `from ${fromHours}`).toEqual([ofAge, ofAge]);
      expect(bracket.worth.compare(ofWorth)).toBe(0);
      expect(bracket.ages).toEqual(ages);
    }
    const now = (await anna.now()).getTime();
    const far = await list({ limit: 500, dayEndsAt: new Date(now + 300 * DAY) });
    expect([far.due.later, far.due.soon + far.due.today]).toEqual([0, count]);
    const paged = await pages("due", 2);
    expect(paged).toEqual(data.map((each) => each.caseId));
  });

  async function pages(sort: "due", limit: number): Promise<string[]> {
    const found: string[] = [];
    let startsAfter: string | undefined;
    do {
      const page = await list({ sort, limit, startsAfter });
      found.push(...page.data.map((each) => each.caseId));
      startsAfter = page.startsAfter ?? undefined;
    } while (startsAfter !== undefined);
    return found;
  }
});
