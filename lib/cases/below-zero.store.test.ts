import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { code, personIn, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { takeStatementOrAsk } from "#lib/approvals/statement-or-ask.ts";
import { statementsOf } from "#lib/bank/bank.fixture.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import { playTransfer } from "#lib/sandbox/venue-control.ts";
import { readTransfers } from "#lib/transfers/read-transfers.ts";
import { causes } from "#lib/i18n/causes.de.ts";
import { getCase } from "./get-case.ts";
import { listCases } from "./list-cases.ts";
import { closeCase } from "./work-case.ts";

// A venue or a bank account below zero is a case of the house until it is funded (rulebook 13.34).

let world: World;
let hugo: Ctx;
let ada: Ctx;
let operator: Ctx;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  [ada, hugo] = [await personIn(world, "Ada"), await personOfHouse(world, "Hugo")];
});
beforeEach(() => world.price("BTC", "EUR", "60000"));
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await world.broken()).toEqual([]);
});
afterAll(() => world.close());

const d = (text: string) => Decimal.from(text);
const below = async (ctx = hugo) => (await listCases(ctx, { kind: "BELOW_ZERO" })).data;
const reported = async () => (await below()).map(({ caseId, quantity, cause }) => [caseId, String(quantity), cause]);
const sell = async (quantity: string) => world.pay(await world.bill(), d(quantity));
const says = (...balances: readonly (readonly [string, string])[]) =>
  vi
    .spyOn(world.app.venue, "balances")
    .mockResolvedValue(balances.map(([symbol, quantity]) => ({ symbol, quantity: d(quantity) })));

const fund = async (asset: "BTC" | "USDT", quantity: string, networkType?: "tron") => {
  const to = `venue:${world.app.venue.name}`;
  await requestMoveOrAsk(hugo, {
    kind: "CAPITAL_IN",
    to,
    asset,
    quantity: d(quantity),
    note: "x",
    ...(networkType && { networkType }),
  });
  await playTransfer(operator, { kind: "DEPOSIT", asset, quantity: d(quantity), ...(networkType && { networkType }) });
  await world.settle();
};
const bank = (amount: string, reference: string) =>
  playBank(operator, { currency: "EUR", amount: d(amount), reference });

test("a venue that has sold more than it has is a case of the house alone, until it is funded", async () => {
  await sell("0.001");
  await world.settle();
  expect(await reported()).toEqual([
    [
      "below-zero-venue-sandbox-BTC",
      "0.001",
      "venue:sandbox stands below zero: at -0.001 BTC by the books, at -0.001 BTC by what it says itself. More has left it than it received; it stays so until a move brings money there, or what was booked there wrongly is found.",
    ],
  ]);
  const [found] = await below();
  const texts = { asset: "BTC", address: "venue:sandbox", due: "-0.001", received: "" };
  expect(causes.BELOW_ZERO({ ...(texts as Parameters<typeof causes.BELOW_ZERO>[0]) })).toBe(
    "venue:sandbox steht unter null: nach den Büchern bei -0.001 BTC. Dort ist mehr abgegangen als angekommen; das bleibt so, bis eine Umbuchung Geld hinbringt oder sich findet, was dort falsch gebucht ist.",
  );
  expect(found).toMatchObject({ asset: "BTC", causeFacts: { address: "venue:sandbox" } });
  expect(found).not.toHaveProperty("networkType");
  const since = found?.since ?? 0;
  await world.later(60_000);
  await sell("0.001");
  expect(await below()).toMatchObject([{ quantity: d("0.002"), since }]);
  for (const ctx of [ada, world.other]) {
    expect(await below(ctx)).toEqual([]);
    await expect(getCase(ctx, { caseId: "below-zero-venue-sandbox-BTC" })).rejects.toEqual(code("NOT_FOUND"));
  }
  await fund("BTC", "0.0019");
  expect(await below()).toMatchObject([{ quantity: d("0.0001"), since }]);
  await fund("BTC", "0.0001");
  expect(await below()).toEqual([]);
  expect(await getCase(hugo, { caseId: "below-zero-venue-sandbox-BTC" })).toMatchObject({ state: "SETTLED" });
  await sell("0.001");
  const [again] = await below();
  expect(again?.since).toBeGreaterThan(since);
  await fund("BTC", "1");
  expect(await below()).toEqual([]);
});

test("a bank account below zero is one; closed, it comes again once it is ten times as much", async () => {
  await bank("-3.25", "a");
  expect(await reported()).toMatchObject([
    [
      "below-zero-bank-main-EUR",
      "3.25",
      expect.stringMatching(/^bank:main stands below zero: at -3\.25 EUR by the books\. /),
    ],
  ]);
  await closeCase(hugo, { caseId: "below-zero-bank-main-EUR", reason: "known" });
  await bank("-5", "b");
  expect(await below()).toEqual([]);
  await bank("-5", "c");
  expect(await below()).toMatchObject([{ quantity: d("13.25") }]);
  await bank("13.25", "d");
  expect(await below()).toEqual([]);
});

test("what a venue says of itself is one by itself, of assets that the books hold", async () => {
  await world.later(60_000);
  says(["EUR", "-12.5"], ["BTC", "0"], ["DOGE", "-1"]);
  await readTransfers(operator);
  expect(await reported()).toMatchObject([
    [
      "below-zero-venue-sandbox-EUR",
      "12.5",
      expect.stringContaining("below zero: at -12.5 EUR by what it says itself. "),
    ],
  ]);
  const [{ since } = { since: 0 }] = await below();
  await world.later(60_000);
  says(["EUR", "-13"]);
  await readTransfers(operator);
  expect(await below()).toMatchObject([{ quantity: d("13"), since }]);
  says(["EUR", "0"]);
  await readTransfers(operator);
  expect(await below()).toEqual([]);
});

test("a bank's own last statement below zero is one, since the first that was", async () => {
  const iban = "DE89370400440532013000";
  await addDestinationOrAsk(hugo, { place: "bank:main", asset: "EUR", address: iban, label: "Nordbank" });
  const written = statementsOf(iban);
  let nth = 0;
  const closing = async (day: string, amount: string, side: "CRDT" | "DBIT") => {
    nth += 1;
    const text = written([{ amount, side, reference: `Z-${nth}` }], day);
    await takeStatementOrAsk(hugo, { text });
  };
  // What the books have is above zero meanwhile.
  await bank("1000", "e");
  await closing("2026-11-02", "1", "DBIT");
  await closing("2026-11-03", "1", "CRDT");
  expect(await below()).toEqual([]);
  await closing("2026-11-04", "2", "DBIT");
  const [first] = await below();
  await closing("2026-11-05", "5", "DBIT");
  expect(await below()).toMatchObject([{ quantity: d("7"), since: first?.since, causeFacts: { came: d("-7") } }]);
  expect(new Date(first?.since ?? 0).toISOString()).toMatch(/^2026-11-04/);
  expect((await below())[0]?.causeFacts).not.toHaveProperty("due");
  await closing("2026-11-06", "7", "CRDT");
  expect(await below()).toEqual([]);
});

test("a venue knows a crypto and not its network", async () => {
  await world.price("USDT", "EUR", "0.92");
  const bill = await world.bill({ cryptoType: "USDT", networkType: "eth" });
  await world.pay(bill, bill.quantity, "eth");
  await world.settle();
  expect(await below()).toMatchObject([
    { caseId: "below-zero-venue-sandbox-USDT", asset: "USDT", quantity: bill.quantity },
  ]);
  await fund("USDT", "200", "tron");
  expect(await below()).toEqual([]);
});
