import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type MadeBill, openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { recordPayout } from "#lib/bank/record-payout.ts";
import { mineBlocks, reorganise } from "#lib/sandbox/chain-controls.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld({ alone: true });
});
beforeEach(async () => {
  await world.price("BTC", "EUR", "60000");
});
afterEach(async () => {
  expect(await world.broken()).toEqual([]);
});
afterAll(() => world.close());

/** As deep as any one payment is buried. */
const DEPTH = 20;

async function rows<T>(sql: string): Promise<T[]> {
  return (await world.app.database.pool.query(sql)).rows;
}

/** Balances in smallest units by code; `acc` codes without the account's id. */
async function balances(...names: string[]): Promise<Record<string, string>> {
  const found = await rows<{ name: string; balance: string }>(
    `select replace(code, '${world.ctx.account?.id}:', '') || ' ' || asset as name, balance from ledger_account`,
  );
  return Object.fromEntries(names.map((name) => [name, found.find((row) => row.name === name)?.balance ?? "0"]));
}

/** The chain loses the payment: it is in no block and no mempool. */
async function lose(txHash: string): Promise<void> {
  await reorganise(world.ctx, { network: "bitcoin", depth: DEPTH, drop: [txHash] });
  expect(await world.settle()).toBe(true);
}

/** The lost payment is sent again by a node that still has it, seen, and mined. */
async function comeBack(txHash: string): Promise<void> {
  await rows(`update sandbox_transfer set state = 'MEMPOOL', gone_reason = null where tx_hash = '${txHash}'`);
  await world.settle();
  await mineBlocks(world.ctx, { network: "bitcoin", count: DEPTH });
  expect(await world.settle()).toBe(true);
}

const payOut = (asset: "BTC" | "EUR", quantity: string, txId?: string) =>
  recordPayout(world.ctx, { asset, quantity: Decimal.from(quantity), reference: "out", ...(txId ? { txId } : {}) });

async function firstDeposit({ paymentId }: MadeBill) {
  const [deposit] = (await world.payment(paymentId)).deposits;
  if (!deposit) throw new Error("the bill has no deposit");
  return deposit;
}

describe("a reorganisation after example 1, 60.00 EUR of it paid out (example 13)", () => {
  test("takes back 40.00, 60.00 is owed; when the money comes again the debt is settled first", async () => {
    const bill = await world.bill();
    await world.price("BTC", "EUR", "60010");
    const txHash = await world.pay(bill, bill.quantity);
    const names = ["acc:available EUR", "acc:owed EUR", "house:book BTC", "house:book EUR", "custody:bitcoin BTC"];
    expect(await balances(...names)).toEqual({
      "acc:available EUR": "10000",
      "acc:owed EUR": "0",
      "house:book BTC": "0",
      "house:book EUR": "102",
      "custody:bitcoin BTC": "168351",
    });
    await payOut("EUR", "60");
    await lose(txHash);
    expect(await balances(...names)).toEqual({
      "acc:available EUR": "0",
      "acc:owed EUR": "6000",
      "house:book BTC": "-168351",
      "house:book EUR": "10102",
      "custody:bitcoin BTC": "0",
    });
    expect(await world.payment(bill.paymentId)).toMatchObject({
      status: "PENDING",
      amountStatus: "UNPAID",
      labels: ["REVERSED"],
      quantityReceived: 0,
      fiatReceived: 0,
      deposits: [{ status: "DROPPED", reasonCode: "REORGANISED", fills: [] }],
    });
    await comeBack(txHash);
    expect(await balances(...names)).toEqual({
      "acc:available EUR": "4000",
      "acc:owed EUR": "0",
      "house:book BTC": "0",
      "house:book EUR": "102",
      "custody:bitcoin BTC": "168351",
    });
    expect(await world.payment(bill.paymentId)).toMatchObject({
      status: "COMPLETED",
      amountStatus: "PAID",
      labels: [],
      fiatReceived: 100,
    });
    const keys = await rows<{ key: string }>(
      `select replace(effect_key, 'bitcoin:${txHash}:0:', '') as key from ledger_transaction t
       where effect_key like '%${txHash}%' order by (select min(p.id) from posting p where p.transaction_id = t.id)`,
    );
    expect(keys.map(({ key }) => key)).toEqual(["1", "1:guaranteed", "1:reversed", "2", "2:guaranteed"]);
    await payOut("EUR", "40");
  });

  test("or when its coins were spent by another transaction, at once or later: it is double spent, and a case", async () => {
    for (const later of [false, true]) {
      const bill = await world.bill();
      const txHash = await world.pay(bill, bill.quantity);
      const named = { [later ? "drop" : "doubleSpend"]: [txHash] };
      await reorganise(world.ctx, { network: "bitcoin", depth: DEPTH, ...named });
      expect(await world.settle()).toBe(true);
      if (later) {
        expect(await firstDeposit(bill)).toMatchObject({ status: "DROPPED", reasonCode: "REORGANISED" });
        await rows(`update sandbox_transfer set gone_reason = 'DOUBLE_SPENT' where tx_hash = '${txHash}'`);
        await world.settle();
      }
      expect(await firstDeposit(bill)).toMatchObject({ status: "DROPPED", reasonCode: "DOUBLE_SPENT" });
      expect(await world.payment(bill.paymentId)).toMatchObject({ status: "PENDING", labels: ["REVERSED"] });
      const last = await rows<{ type: string }>(
        `select type from event where object_id = '${bill.paymentId}' order by sequence desc limit 1`,
      );
      expect(last).toEqual([{ type: "payment.deposit.dropped" }]);
      const { data } = await listCases(world.ctx, { kind: "REVERSED" });
      expect(data.find((each) => each.paymentId === bill.paymentId)?.cause).toContain("spent the same coins first");
      await comeBack(txHash);
      expect(await firstDeposit(bill)).toMatchObject({ status: "CONVERTED" });
    }
  });

  test("is as if nothing had been when it is mined again at once", async () => {
    const bill = await world.bill();
    await world.pay(bill, bill.quantity);
    const before = await balances("acc:available EUR", "acc:owed EUR", "house:book EUR");
    await reorganise(world.ctx, { network: "bitcoin", depth: DEPTH });
    await world.settle();
    expect(await balances("acc:available EUR", "acc:owed EUR", "house:book EUR")).toEqual(before);
    expect(await world.payment(bill.paymentId)).toMatchObject({ status: "COMPLETED", labels: [], fiatReceived: 100 });
  });
});

describe("crypto that was paid out", () => {
  const names = ["acc:available BTC", "acc:owed BTC", "house:fee:transaction BTC"];

  test("is owed while its deposit is gone, and paid out again when it comes back", async () => {
    await world.retained("0.01");
    const bill = await world.bill({ strategy: "RFQ" });
    await world.later(21 * 60_000);
    const txHash = await world.pay(bill, Decimal.from("0.002"));
    const { txId } = await firstDeposit(bill);
    await payOut("BTC", "0.0015", txId);
    const before = await balances(...names, "custody:bitcoin BTC");
    await lose(txHash);
    expect(await balances(...names, "custody:bitcoin BTC")).toEqual({
      ...before,
      "acc:available BTC": String(Number(before["acc:available BTC"]) - 50_000),
      "acc:owed BTC": "150000",
      "custody:bitcoin BTC": String(Number(before["custody:bitcoin BTC"]) - 200_000),
    });
    expect(await rows(`select from payout_part where deposit_id = '${txId}'`)).toHaveLength(1);
    expect(await world.payment(bill.paymentId)).toMatchObject({ quantityReceived: 0, quantityPaidOut: 0 });
    await comeBack(txHash);
    expect(await balances(...names, "custody:bitcoin BTC")).toEqual(before);
    expect(await world.payment(bill.paymentId)).toMatchObject({
      quantityReceived: 0.002,
      quantityPaidOut: 0.0015,
      quantityUnconverted: 0.0005,
      deposits: [{ status: "CREDITED", quantityPaidOut: 0.0015 }],
    });
  });

  test("in full, out of a custody that holds nothing else, is brought in by the house until it comes back", async () => {
    const [{ available } = { available: "0" }] = await rows<{ available: string }>(
      `select (balance / 1e8)::text as available from ledger_account where code = 'acc:${world.ctx.account?.id}:available' and asset = 'BTC'`,
    );
    await payOut("BTC", available.replace(/0+$/, ""));
    const rest = Number((await balances("custody:bitcoin BTC"))["custody:bitcoin BTC"]);
    const bill = await world.bill({ strategy: "RAI" });
    const big = Decimal.from("0.1");
    const txHash = await world.pay(bill, big);
    const { txId } = await firstDeposit(bill);
    await payOut("BTC", "0.0995", txId);
    const watched = [...names, "custody:bitcoin BTC", "venue:sandbox BTC"];
    const before = await balances(...watched);
    await lose(txHash);
    const short = 9_950_000 - rest;
    expect(await balances(...watched)).toMatchObject({
      "acc:owed BTC": "9950000",
      "custody:bitcoin BTC": "0",
      "venue:sandbox BTC": String(Number(before["venue:sandbox BTC"]) - short),
    });
    await comeBack(txHash);
    expect(await balances("acc:owed BTC", "custody:bitcoin BTC", "venue:sandbox BTC")).toEqual({
      "acc:owed BTC": "0",
      "custody:bitcoin BTC": before["custody:bitcoin BTC"],
      "venue:sandbox BTC": before["venue:sandbox BTC"],
    });
    expect(await world.payment(bill.paymentId)).toMatchObject({ quantityReceived: 0.1, quantityPaidOut: 0.0995 });
  });

  test("back to its sender stays declined when the chain brings it again", async () => {
    await world.retained("0.01");
    await changeSettings(world.ctx, { "depositLimit.BTC": "0.001" });
    const bill = await world.bill();
    const txHash = await world.pay(bill, bill.quantity);
    await changeSettings(world.ctx, { "depositLimit.BTC": "100" });
    await payOut("BTC", bill.quantity.toString(), (await firstDeposit(bill)).txId);
    await lose(txHash);
    await comeBack(txHash);
    expect(await world.payment(bill.paymentId)).toMatchObject({
      status: "PENDING",
      amountStatus: "UNPAID",
      quantityPaidOut: 0.00168351,
      deposits: [{ status: "DECLINED", reasonCode: "DEPOSIT_LIMIT" }],
    });
  });
});

test("what an invoice sold and what was paid out stand together through a loss and a return", async () => {
  await world.retained("0.01");
  const bill = await world.bill();
  await world.later(21 * 60_000);
  const txHash = await world.pay(bill, Decimal.from("0.003"));
  const { txId } = await firstDeposit(bill);
  await payOut("BTC", "0.001", txId);
  const items = [{ paymentId: bill.paymentId }];
  const input = { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: Decimal.from("0.002"), items };
  const { invoiceId } = recordOf(await createConversion(world.ctx, input));
  await quoteConversion(world.ctx, { invoiceId });
  await executeConversion(world.ctx, { invoiceId });
  const before = await world.payment(bill.paymentId);
  await lose(txHash);
  expect((await balances("acc:owed BTC"))["acc:owed BTC"]).toBe("300000");
  // Its fiat stays the account's, and is all that the account has.
  const { fiatReceived } = before;
  expect(await world.payment(bill.paymentId)).toMatchObject({
    quantityConverted: 0,
    fiatReceived,
    deposits: [
      { status: "DROPPED", quantityConverted: 0, fiatReceived, fills: [{ method: "CONVERSION", fiat: fiatReceived }] },
    ],
  });
  await comeBack(txHash);
  expect((await balances("acc:owed BTC"))["acc:owed BTC"]).toBe("0");
  const after = await world.payment(bill.paymentId);
  for (const name of ["quantityReceived", "quantityConverted", "quantityPaidOut", "fiatReceived"] as const)
    expect([name, after[name]]).toEqual([name, before[name]]);
});
