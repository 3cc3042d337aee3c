import { afterAll, beforeAll, expect, test } from "vitest";
import { personIn } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { CASE_KINDS } from "./case-kinds.ts";
import type { CaseList } from "./contract.ts";
import { listCases } from "./list-cases.ts";
import { firstCases } from "./first-cases.ts";
import { assignCase, closeCase, muteCase } from "./work-case.ts";

// What the bell and the overview show is what the list of cases has on top, newest or due next, however many there are.

let world: World;
let anna: Ctx;
beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
  anna = await personIn(world, "Anna");
});
afterAll(() => world.close());

const MINUTE = 60_000;
const ONE = Decimal.from("1");

async function paid(part: string): Promise<string> {
  const bill = await world.bill();
  await world.pay(bill, bill.quantity.times(Decimal.from(part)).dividedDown(ONE, 8));
  await world.later(MINUTE);
  return `${Number(part) < 1 ? "underpaid" : "overpaid"}-${bill.paymentId}`;
}

test("the first open ones are those of the list, with the same facts, and none of another account", async () => {
  const ids: string[] = [];
  for (const part of ["0.5", "1.5", "0.6", "1.6", "0.7", "1.7"]) ids.push(await paid(part));
  await world.later(60 * MINUTE);
  await assignCase(anna, { caseId: ids[5] ?? "", userId: anna.actor.kind === "staff" ? anna.actor.userId : "" });
  await muteCase(anna, { caseId: ids[4] ?? "", until: (await anna.now()).getTime() + 60 * MINUTE });
  await closeCase(anna, { caseId: ids[3] ?? "", reason: "paid back" });
  const all = await listCases(anna, { sort: "-since", limit: 500 });
  expect(all.data.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["UNDERPAID", "OVERPAID"]));
  expect(all.data.map(({ caseId }) => caseId)).not.toContain(ids[4]);
  for (const limit of [1, 2, 3, 50]) {
    const { data, fiat } = await firstCases(anna, { limit });
    expect(fiat).toBe("EUR");
    expect(data).toEqual(all.data.slice(0, limit));
  }
  const due = await listCases(anna, { sort: "due", limit: 500 });
  for (const limit of [1, 2, 3, 50])
    expect((await firstCases(anna, { by: "due", limit })).data).toEqual(due.data.slice(0, limit));
  // One alone of each kind: which of many is read first is what decides.
  for (const kind of CASE_KINDS)
    for (const limit of [1, 50]) {
      const of = (list: CaseList) => list.data.filter((one) => one.kind === kind).slice(0, limit);
      expect((await firstCases(anna, { kind: [kind], limit })).data).toEqual(of(all));
      expect((await firstCases(anna, { kind: [kind], by: "due", limit })).data).toEqual(of(due));
    }
  expect((await firstCases(world.other, {})).data).toEqual((await listCases(world.other, { sort: "-since" })).data);
});
