import { expect, test } from "vitest";
import type { Api, MadeBill } from "#e2e/world/api.ts";
import type { ApiRequest } from "#e2e/world/client.ts";
import { books, proven, worldForEach } from "#e2e/world/examples.ts";
import { frozenClock } from "#e2e/world/frozen-clock.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";

// The worked examples 22 to 24, played by calls: from custody to the bank, a payout that goes twice, a day that is settled.

let api: Api;
let house: Partial<ApiRequest>;
worldForEach(
  async (opened) => {
    api = opened;
    house = await api.staffOfHouse("admin");
  },
  { alone: true },
);

/** What a call to the operator's side answers, which has to take it. */
async function did<T>(method: string, target: string, body: object, who = house): Promise<T> {
  const got = await api.send({ method, target, body, ...who });
  expect([got.status, got.text]).toEqual([200, expect.any(String)]);
  return got.as<T>();
}

const VENUE_ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

test("22: from custody to the venue, sold there, and to the bank", async () => {
  await api.control("prices", { base: "BTC", quote: "EUR", price: 60_000 });
  // Nothing is sold until the coins are there: the sandbox's venue refuses.
  await api.control("venue", { fault: "reject" });
  const bill = await api.bill({ fiatReceivable: 29_700 });
  expect([bill.price, bill.quantity]).toEqual([59_400, 0.5]);
  await api.pay(bill, "0.5", "bitcoin", 2);
  const sold = { "acc:available EUR": "-2970000", "house:book EUR": "2970000" };
  expect(await books(api)).toEqual({ ...sold, "custody:bitcoin BTC": "50000000", "house:book BTC": "-50000000" });

  const way = { place: "venue:sandbox", asset: "BTC", address: VENUE_ADDRESS, label: "the venue" };
  const { destinationId } = await did<{ destinationId: string }>("POST", "/house/v1/destinations", way);
  const coins = { kind: "TO_VENUE", from: "custody:bitcoin", to: "venue:sandbox", asset: "BTC", quantity: 0.4995 };
  const moved = await did<Move>("POST", "/house/v1/moves", { ...coins, destinationId, note: "example 22" });
  const paid = { network: "bitcoin", asset: "BTC", quantity: 0.4995, fee: 0.0001234, to: VENUE_ADDRESS };
  const { txHash } = await api.control<{ txHash: string }>("spend", paid);
  await api.control("blocks", { network: "bitcoin", count: 1 });
  await api.settle();
  const left = {
    ...sold,
    "custody:bitcoin BTC": "37660",
    "house:book BTC": "-50000000",
    "house:network-fee BTC": "12340",
  };
  expect(await books(api)).toEqual({ ...left, "transit BTC": "49950000" });
  expect(await moveOf(moved.moveId)).toMatchObject({ status: "SENT", cost: 0.0001234 });

  const credit = { kind: "DEPOSIT", asset: "BTC", quantity: 0.4995, address: VENUE_ADDRESS };
  await api.control("venue-transfers", { ...credit, reference: "D-22", txHash });
  await api.settle();
  expect(await books(api)).toEqual({ ...left, "venue:sandbox BTC": "49950000" });
  expect(await moveOf(moved.moveId)).toMatchObject({ status: "ARRIVED" });

  // The sandbox's venue takes no fee, and all that was bought is sold: .5, of which .4995 are there.
  const levels = [
    { price: 60_010.39, quantity: 0.3 },
    { price: 60_005.58, quantity: 5 },
  ];
  await api.control("book", { base: "BTC", quote: "EUR", levels });
  await api.control("venue", { fault: "none" });
  await api.control("clock", { advanceMs: 3_600_000 });
  await api.settle();
  const hedged = {
    "acc:available EUR": "-2970000",
    "custody:bitcoin BTC": "37660",
    "house:book EUR": "-30423",
    "house:network-fee BTC": "12340",
    "venue:sandbox BTC": "-50000",
  };
  expect(await books(api)).toEqual({ ...hedged, "venue:sandbox EUR": "3000423" });

  const bank = { place: "bank:main", asset: "EUR", address: ibanOf(22), label: "the bank" };
  const { destinationId: iban } = await did<{ destinationId: string }>("POST", "/house/v1/destinations", bank);
  const home = { kind: "TO_BANK", from: "venue:sandbox", to: "bank:main", asset: "EUR", quantity: 25_000 };
  const cash = await did<Move>("POST", "/house/v1/moves", { ...home, destinationId: iban, note: "example 22" });
  const sent = { kind: "WITHDRAWAL", asset: "EUR", quantity: 25_000, fee: 1.5, label: "the bank", address: ibanOf(22) };
  await api.control("venue-transfers", { ...sent, reference: "W-22" });
  await api.settle();
  const atVenue = { ...hedged, "house:result EUR": "150", "venue:sandbox EUR": "500273" };
  expect(await books(api)).toEqual({ ...atVenue, "transit EUR": "2500000" });
  expect(await moveOf(cash.moveId)).toMatchObject({ status: "SENT", cost: 1.5 });
  await api.control("bank", { currency: "EUR", amount: 24_995, reference: cash.reference });
  await api.settle();
  expect(await books(api)).toEqual({ ...atVenue, "bank EUR": "2499500", "house:bank-fee EUR": "500" });
  expect(await moveOf(cash.moveId)).toMatchObject({ status: "ARRIVED", cost: 6.5 });
  const { data } = (await api.get("/house/v1/places", house)).as<{ data: object[] }>();
  // Of the two fills 30004.233 came: what is below a cent stands beside the books, and explains what the venue says.
  const euros = { place: "venue:sandbox", asset: "EUR", balance: 5_002.73, says: 5_002.733, difference: 0 };
  expect(data).toContainEqual(expect.objectContaining(euros));
});

type Move = { moveId: string; reference: string; status: string; cost: number };
const moveOf = async (moveId: string) => (await api.get(`/house/v1/moves/${moveId}`, house)).as<Move>();

test("23: a payout goes, vanishes with its block, is sent anew for more and stays", async () => {
  await api.control("prices", { base: "BTC", quote: "EUR", price: 60_000 });
  const bills: MadeBill[] = [];
  for (const quantity of ["0.1", "0.15", "0.05"]) {
    const bill = await api.bill();
    await api.control("clock", { advanceMs: 20 * 60_000 + 1 });
    await api.pay(bill, quantity, "bitcoin", 2);
    bills.push(bill);
  }
  const address = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
  const to = { name: "Acme Trading", asset: "BTC", address };
  const { beneficiaryId } = await did<{ beneficiaryId: string }>("POST", "/manage/v1/beneficiaries", to, {});
  const wanted = { asset: "BTC", quantity: 0.2, beneficiaryId, reference: "payout-23" };
  const { payoutId } = await did<{ payoutId: string }>("POST", "/manage/v1/payouts", wanted, {});
  const state = async () => (await api.get(`/manage/v1/payouts/${payoutId}`)).as<{ status: string }>().status;
  const shown = () =>
    Promise.all(
      bills.map(async (bill) => {
        const { quantityUnconverted, quantityReserved, quantityPaidOut } = await proven(api, bill);
        return [quantityUnconverted, quantityReserved, quantityPaidOut];
      }),
    );
  const reserved = {
    "acc:available BTC": "-10000000",
    "acc:reserved BTC": "-20000000",
    "custody:bitcoin BTC": "30000000",
  };
  expect(await state()).toBe("APPROVED");
  expect(await books(api)).toEqual(reserved);
  expect(await shown()).toEqual([
    [0.1, 0.1, 0],
    [0.15, 0.1, 0],
    [0.05, 0, 0],
  ]);
  const invoice = { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: 0.1, items: [{ paymentId: bills[0]?.paymentId }] };
  const refused = await api.post("/payment/v1/conversion", invoice);
  expect([refused.status, refused.problem.code]).toEqual([409, "NOTHING_TO_CONVERT"]);

  const spend = async (fee: number) => {
    const sent = { network: "bitcoin", asset: "BTC", quantity: 0.2, fee, to: address };
    const { txHash } = await api.control<{ txHash: string }>("spend", sent);
    await api.settle();
    expect([await state(), await books(api)]).toEqual(["BROADCAST", reserved]);
    return txHash;
  };
  const mine = async (count: number) => {
    await api.control("blocks", { network: "bitcoin", count });
    await api.settle();
  };
  const left = (custody: string, fee: string) => ({
    "acc:available BTC": "-10000000",
    "custody:bitcoin BTC": custody,
    "house:network-fee BTC": fee,
  });
  const paid = [
    [0, 0, 0.1],
    [0.05, 0, 0.1],
    [0.05, 0, 0],
  ];
  const txHash = await spend(0.00001);
  await mine(1);
  expect([await state(), await books(api), await shown()]).toEqual(["BROADCAST", left("9999000", "1000"), paid]);
  await api.control("reorg", { network: "bitcoin", depth: 1, drop: [txHash] });
  await api.settle();
  expect([await state(), await books(api)]).toEqual(["BROADCAST", reserved]);
  await spend(0.000025);
  await mine(1);
  expect([await state(), await books(api)]).toEqual(["BROADCAST", left("9997500", "2500")]);
  await mine(10);
  expect([await state(), await books(api), await shown()]).toEqual(["CONFIRMED", left("9997500", "2500"), paid]);
});

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Midnight in Berlin that begins 7 January. */
const MIDNIGHT = Date.UTC(2030, 0, 6, 23);

test("24: a day in Berlin, settled to the cent", async () => {
  const price = (base: string, quote: string, bid: string) =>
    api.control("prices", { base, quote, price: Number(bid) });
  const clock = await frozenClock({ databaseUrl: api.databaseUrl, price });
  const at = (ms: number, bid?: string) => clock.at(MIDNIGHT + ms, bid);
  const sell = async (fiatReceivable: number, quantity?: string) => {
    const bill = await api.bill({ fiatReceivable });
    return api.pay(bill, quantity ?? bill.quantity, "bitcoin", 2);
  };
  const euros = async () => {
    const { data } = (await api.get("/manage/v1/balances")).as<{ data: { asset: string }[] }>();
    return data.find(({ asset }) => asset === "EUR");
  };
  const settlements = async () => (await api.get("/manage/v1/settlements")).as<{ data: Settlement[] }>().data;
  const bankPays = (amount: number, { payoutId = "" }: Partial<Settlement> = {}) =>
    api.control("bank", { currency: "EUR", amount: -amount, reference: payoutId.replaceAll("-", "") });

  await at(-10 * DAY);
  await did("PATCH", "/house/v1/settings", { zone: "Europe/Berlin" });
  await sell(1_000);
  const to = { name: "Acme GmbH", asset: "EUR", iban: ibanOf(24) };
  const { beneficiaryId } = await did<{ beneficiaryId: string }>("POST", "/manage/v1/beneficiaries", to, {});
  await at(-12 * HOUR);
  const held = { minimum: 50, reserveBps: 1_000, reserveDays: 7 };
  const terms = { account: "acme", currency: "EUR", schedule: "DAILY", ...held, beneficiaryId };
  await did("POST", "/house/v1/settlement-terms", terms);

  // The day before is settled as soon as it is over, so that here the 1000.00 leave at 00:00 and not at 10:00.
  await at(0);
  await sell(100);
  const [before] = await settlements();
  expect(before).toMatchObject({ opening: 1_000, closing: 1_000, reserve: 0, due: 1_000, status: "ASKED", byKind: [] });
  expect(await euros()).toMatchObject({ available: 100, reserved: 1_000 });
  await at(7 * HOUR);
  const retained = await api.bill({ fiatReceivable: 250 });
  await at(8 * HOUR);
  await api.pay(retained, "0.00220876", "bitcoin", 2);
  await at(9.2 * HOUR);
  const gone = await sell(250, "0.002");
  await at(14 * HOUR);
  await bankPays(1_000, before);
  await api.settle();
  expect(await euros()).toMatchObject({ available: 218.8, reserved: 0 });

  await at(15.5 * HOUR, "58000");
  const items = [{ paymentId: retained.paymentId }];
  const invoice = { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: 0.00220876, items };
  const { invoiceId } = (await api.post("/payment/v1/conversion", invoice)).as<{ invoiceId: string }>();
  for (const step of ["quote", "execute"]) await api.post(`/payment/v1/conversion/${step}`, { invoiceId });
  await api.settle();
  expect(await euros()).toMatchObject({ available: 345.62 });
  await at(DAY - 1);
  await api.control("reorg", { network: "bitcoin", depth: 2, doubleSpend: [gone] });
  await api.settle();
  expect(await euros()).toMatchObject({ available: 226.82 });

  await at(DAY);
  await sell(100);
  const [settled, first] = await settlements();
  expect(first?.status).toBe("PAID");
  expect(settled).toMatchObject({
    from: MIDNIGHT,
    to: MIDNIGHT + DAY,
    zone: "Europe/Berlin",
    opening: 1_000,
    closing: 226.82,
    movements: 5,
    reserve: 22.69,
    awaited: 0,
    due: 204.13,
    paidOut: 204.13,
    status: "ASKED",
    fees: [{ kind: "SPREAD", asset: "EUR", amount: 2.29, count: 4 }],
    byKind: [
      { kind: "CONVERTED", amount: 218.8, count: 2 },
      { kind: "INVOICE", amount: 126.82, count: 1 },
      { kind: "REVERSED", amount: -118.8, count: 1 },
      { kind: "SETTLED", amount: -1_000, count: 1 },
    ],
  });
  // Of the 100.00 at 00:00:00.000 of the next day nothing.
  expect(await euros()).toMatchObject({ available: 122.69, reserved: 204.13 });
  const statement = (await api.get(`/manage/v1/settlements/${settled?.settlementId}/statement`)).as<{
    lines: { kind: string; amount: number; balance: number }[];
  }>();
  expect(statement.lines.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
    ["SETTLED", -1_000, 0],
    ["CONVERTED", 100, 100],
    ["CONVERTED", 118.8, 218.8],
    ["INVOICE", 126.82, 345.62],
    ["REVERSED", -118.8, 226.82],
  ]);
  await bankPays(204.13, settled);
  await api.settle();
  expect(await euros()).toMatchObject({ available: 122.69, reserved: 0 });
  expect((await settlements())[0]?.status).toBe("PAID");
  expect((await proven(api, retained)).fiatReceived).toBe(126.82);
  await clock.end();
});

type Settlement = { settlementId: string; payoutId: string; status: string };
