import { afterAll, beforeAll, expect, test } from "vitest";
import { personIn, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import { listDestinations } from "#lib/moves/destinations.ts";
import { cancelMove } from "#lib/moves/request-move.ts";
import { moveArrived, moveLeft } from "#lib/moves/record-step.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import { getCase } from "./get-case.ts";
import { listCases } from "./list-cases.ts";
import { closeCase } from "./work-case.ts";

// A move of which one end alone is told is the house's case: what is in transit for good, and what is in no books.

const DAY = 86_400_000;
let world: World;
let hugo: Ctx;
let anna: Ctx;
let venue: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  [hugo, anna] = [await personOfHouse(world, "Hugo"), await personIn(world, "Anna")];
  await world.price("BTC", "EUR", "60000");
  await world.retained("1");
  venue = `venue:${world.app.venue.name}`;
});
afterAll(() => world.close());

const cases = async (ctx = hugo) => (await listCases(ctx, { kind: "NOT_PAID" })).data;
async function moved(kind: "TO_VENUE" | "TO_BANK", from: string, to: string, quantity: string): Promise<MoveRecord> {
  const [asset, address] =
    kind === "TO_BANK"
      ? (["EUR", "DE89370400440532013000"] as const)
      : (["BTC", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"] as const);
  const { data } = await listDestinations(hugo);
  const listed =
    data.find(({ place }) => place === to) ??
    ((await addDestinationOrAsk(hugo, { place: to, asset, address, label: to })) as { destinationId: string });
  const wanted = { kind, from, to, asset, quantity: Decimal.from(quantity), note: "stock" };
  return (await requestMoveOrAsk(hugo, { ...wanted, destinationId: listed.destinationId })) as MoveRecord;
}

test("crypto that has left and not arrived within a day, until it has", async () => {
  const { moveId, reference } = await moved("TO_VENUE", "custody:bitcoin", venue, "0.1");
  await moveLeft(hugo, { moveId, source: "CHAIN", proof: "t1", units: 9_990_000n, feeUnits: 1_000n });
  await world.later(DAY - 60_000);
  expect(await cases()).toEqual([]);
  await world.later(120_000);
  const [found, ...more] = await cases();
  expect(more).toEqual([]);
  expect(found).toMatchObject({ asset: "BTC", caseId: `not-paid-${moveId}` });
  expect(found?.cause).toBe(
    `The move ${reference} of 0.09990000 BTC from custody:bitcoin to ${venue} has left, and nothing has told that it arrived. It is in transit until something does: a statement is missing, it went elsewhere, or it came back. Resolve what came back as this move, or write it off here.`,
  );
  expect(await cases(anna)).toEqual([]);
  await moveArrived(hugo, { moveId, source: "VENUE", note: "seen there", proof: "d1", units: 9_990_000n });
  expect(await cases()).toEqual([]);
  expect(await getCase(hugo, { caseId: found?.caseId ?? "" })).toMatchObject({ state: "SETTLED" });
  expect(await world.broken()).toEqual([]);
});

test("fiat that arrived and has not left within five business days", async () => {
  const { reference } = await moved("TO_BANK", venue, "bank:main", "2500");
  await playBank(hugo, { currency: "EUR", amount: Decimal.from("2495"), reference });
  await world.later(4 * DAY);
  expect(await cases()).toEqual([]);
  await world.later(11 * DAY);
  const [found] = await cases();
  expect(found?.cause).toMatch(
    new RegExp(
      `^The move ${reference} of 2495\\.00 EUR from ${venue} to bank:main has arrived, and nothing has told that it left`,
    ),
  );
  await closeCase(hugo, { caseId: found?.caseId ?? "", reason: "the venue is asked" });
  expect(await cases()).toEqual([]);
  expect(await world.broken()).toEqual([]);
});

test("what was agreed to and left or arrived nowhere within five business days, until it is cancelled", async () => {
  const { moveId, reference } = await moved("TO_BANK", venue, "bank:main", "70");
  const before = await cases();
  await world.later(8 * DAY);
  const found = (await cases()).find(({ caseId }) => caseId === `not-paid-${moveId}`);
  expect(found?.cause).toBe(
    `The move ${reference} of 70.00 EUR from ${venue} to bank:main was approved, and nothing has proven within five business days that it left or arrived. It no longer counts as on its way: send it, or cancel it.`,
  );
  await cancelMove(hugo, { moveId, note: "not sent" });
  expect((await cases()).length).toBe(before.length);
});
