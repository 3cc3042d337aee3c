import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { post } from "#lib/ledger/post.ts";
import { reorganise } from "#lib/sandbox/chain-controls.ts";
import { cancelConversion } from "./cancel-conversion.ts";
import { getConversions } from "./get-conversions.ts";
import type { QuoteRecord } from "./contract.ts";
import { createConversion } from "./create-conversion.ts";
import { executeConversion } from "./execute-conversion.ts";
import { needRecord } from "./get-conversions.ts";
import { quoteConversion } from "./quote-conversion.ts";
import { type MadeBill, openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.fault("none");
  await world.price("BTC", "EUR", "60000");
  await world.price("USDT", "EUR", "0.92");
});
afterEach(async () => {
  expect(await world.broken()).toEqual([]);
});
afterAll(() => world.close());

const code = (code: string) => expect.objectContaining({ code });
const now = async (invoiceId: string) => recordOf(await needRecord(world.ctx, invoiceId));
const execute = async (invoiceId: string, quoteId?: string) =>
  recordOf(await executeConversion(world.ctx, { invoiceId, ...(quoteId ? { quoteId } : {}) }));

async function quoted(invoiceId: string): Promise<QuoteRecord> {
  return await quoteConversion(world.ctx, { invoiceId });
}

async function invoiceOf(quantity: string, baseSymbol: string, ...bills: MadeBill[]): Promise<string> {
  const items = bills.map(({ paymentId }) => ({ paymentId }));
  const { invoiceId } = recordOf(
    await createConversion(world.ctx, { baseSymbol, quoteSymbol: "EUR", quantity: Decimal.from(quantity), items }),
  );
  return invoiceId;
}

/** An invoice over 0.00199 BTC with a live quote. */
async function ready(): Promise<{ bill: MadeBill; invoiceId: string; quoteId: string }> {
  const bill = await world.retained("0.002");
  const invoiceId = await invoiceOf("0.00199", "BTC", bill);
  return { bill, invoiceId, quoteId: (await quoted(invoiceId)).quoteId };
}

async function rows<T>(sql: string): Promise<T[]> {
  return (await world.app.database.pool.query(sql)).rows;
}

const ordersOf = (invoiceId: string) =>
  rows<{ status: string; tries: number }>(`select status, tries from venue_order where conversion_id = '${invoiceId}'`);
/** What the cost would be had the venue's order gone otherwise. */
async function costIf(invoiceId: string, change: string): Promise<unknown> {
  const client = await world.app.database.pool.connect();
  try {
    await client.query("begin");
    await client.query(`update venue_order set ${change} where conversion_id = '${invoiceId}'`);
    const { rows: found } = await client.query(
      `select json_strip_nulls(cost_of(v)) as cost from conversion v where id = '${invoiceId}'`,
    );
    return found[0]?.cost;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

const balance = async (accountCode: string, asset: string) =>
  (
    await rows<{ balance: string }>(
      `select balance from ledger_account where code = '${accountCode}' and asset = '${asset}'`,
    )
  )[0]?.balance;

describe("what a conversion cost", () => {
  test("is shown once it is executed, to the house's people alone", async () => {
    const bill = await world.bill({ fiatReceivable: Decimal.from("250") });
    await world.later(21 * 60_000);
    await world.pay(bill, Decimal.from("0.00220876"));
    await world.price("BTC", "EUR", "58000");
    const invoiceId = await invoiceOf("0.00220876", "BTC", bill);
    const quote = await quoted(invoiceId);
    const { quoteId } = quote;
    const market = { bid: 58000, mid: 58011.6, spread: 1.28 };
    expect([quote.bid, quote.mid, quote.spread].map(String)).toEqual(["58000", "58011.6", "1.28"]);
    const standing = await now(invoiceId);
    expect(standing).toMatchObject({ quote: market, quotes: [market] });
    expect(standing).not.toHaveProperty("cost");
    await execute(invoiceId, quoteId);
    const { actor: _own, ...same } = world.ctx;
    const readBy = async (actor: Ctx["actor"]) =>
      JSON.parse((await getConversions({ ...same, actor }, { invoiceId })).data[0]?.text ?? "null");
    const ada = { kind: "staff", userId: "1", name: "Ada", role: "admin" } as const;
    expect(await readBy(ada)).not.toHaveProperty("cost");
    const hugo = { ...ada, houseRole: "viewer" };
    const shown = await readBy(hugo);
    expect(shown).toMatchObject({ status: "EXECUTED", price: 57420, fiatReceived: 126.82 });
    // 0.00220876 × 58000 = 128.10 (example 24), of which 126.82 was credited.
    const atBid = { bid: 58000, mid: 58011.6, spread: 1.28, venuePrice: 58000, venueFee: 0, slippageBps: 0 };
    expect(shown.cost).toEqual(atBid);
    expect(await costIf(invoiceId, "proceeds = 128.05, fee = 0.21")).toEqual({
      ...atBid,
      venuePrice: 57973.70470309,
      venueFee: 0.21,
      slippageBps: 4.5,
    });
    const { venuePrice: _price, venueFee: _fee, slippageBps: _slip, ...withoutVenue } = atBid;
    expect(await costIf(invoiceId, "filled_units = 0")).toEqual(withoutVenue);
    const key = { kind: "key", keyId: "ak", scopes: ["conversions:read", "sandbox"] } as const;
    expect(await readBy(key)).not.toHaveProperty("cost");
    expect(await readBy({ ...hugo, houseRole: "none" })).not.toHaveProperty("cost");
    const range = { startTime: new Date(shown.created) };
    const page = (await getConversions({ ...same, actor: hugo }, range)).data;
    expect(JSON.parse(page[0]?.text ?? "null").cost).toEqual(shown.cost);
  });
});

describe("executing a conversion", () => {
  test("sells every item at the quote, cumulatively in item order, and the house sells on", async () => {
    const explicit = { feeModel: "EXPLICIT", strategy: "RFQ" } as const;
    const late = async (quantity: string) => {
      const bill = await world.bill(explicit);
      await world.later(21 * 60_000);
      await world.pay(bill, Decimal.from(quantity));
      return bill;
    };
    const bills = [await late("0.00220876"), await late("0.00050055"), await late("0.01000099")];
    await world.price("BTC", "EUR", "58123.45");
    const invoiceId = await invoiceOf("0.0127103", "BTC", ...bills);
    const quote = await quoted(invoiceId);
    expect([quote.price, quote.feeQuantity, quote.fiatReceivable].map(String)).toEqual([
      "58123.45",
      "0.0001271",
      "731.37",
    ]);
    const before = await balance("house:book", "BTC");
    const record = await execute(invoiceId, quote.quoteId);
    expect(record).toMatchObject({
      status: "EXECUTED",
      price: 58123.45,
      feeModel: "EXPLICIT",
      feeQuantity: 0.0001271,
      fiatReceived: 731.37,
    });
    const fills = await Promise.all(
      bills.map(async ({ paymentId }) => (await world.payment(paymentId)).deposits[0]?.fills),
    );
    expect(fills).toMatchObject([
      [
        {
          method: "CONVERSION",
          quantity: 0.00220876,
          feeQuantity: 0.00002208,
          fiat: 127.09,
          invoiceId,
          feeModel: "EXPLICIT",
        },
      ],
      [{ method: "CONVERSION", quantity: 0.00050055, feeQuantity: 0.00000501, fiat: 28.8 }],
      [{ method: "CONVERSION", quantity: 0.01000099, feeQuantity: 0.00010001, fiat: 575.48 }],
    ]);
    const [first] = bills;
    expect(await world.payment(first?.paymentId ?? "")).toMatchObject({
      quantityConverted: 0.00218668,
      quantityUnconverted: 0,
      quantityLocked: 0,
      fiatReceived: 127.09,
      deposits: [{ status: "CREDITED" }],
      conversions: [{ invoiceId, status: "EXECUTED" }],
    });
    expect(await balance("house:book", "BTC")).toBe(before ?? "0");
    expect(await ordersOf(invoiceId)).toMatchObject([{ status: "FILLED" }]);
  });

  test("asks for the live quote: newest, present and not expired", async () => {
    const bill = await world.retained("0.002");
    const invoiceId = await invoiceOf("0.00199", "BTC", bill);
    await expect(execute(invoiceId)).rejects.toEqual(code("QUOTE_REQUIRED"));
    const old = await quoted(invoiceId);
    const live = await quoted(invoiceId);
    await expect(execute(invoiceId, old.quoteId)).rejects.toEqual(code("QUOTE_SUPERSEDED"));
    await world.later(10_001);
    await expect(execute(invoiceId, old.quoteId)).rejects.toEqual(code("QUOTE_SUPERSEDED"));
    await expect(execute(invoiceId, live.quoteId)).rejects.toEqual(code("QUOTE_EXPIRED"));
    await expect(executeConversion(world.other, { invoiceId })).rejects.toEqual(code("NOT_FOUND"));
    await cancelConversion(world.ctx, { invoiceId });
    await expect(execute(invoiceId)).rejects.toEqual(code("INVALID_STATE"));
  });

  test("places one order however often it is called, and answers the record again", async () => {
    const { invoiceId, quoteId } = await ready();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => execute(invoiceId, quoteId)));
    for (const { status } of answers) expect(["EXECUTING", "EXECUTED"]).toContain(status);
    expect(await ordersOf(invoiceId)).toHaveLength(1);
    expect(await execute(invoiceId, quoteId)).toMatchObject({ status: "EXECUTED", fiatReceived: 118.2 });
    await expect(cancelConversion(world.ctx, { invoiceId })).rejects.toEqual(code("INVALID_STATE"));
    await expect(quoted(invoiceId)).rejects.toEqual(code("INVALID_STATE"));
  });

  test("either executes or is cancelled, never both", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { bill, invoiceId } = await ready();
      const [executed, cancelled] = await Promise.allSettled([
        execute(invoiceId),
        cancelConversion(world.ctx, { invoiceId }),
      ]);
      expect([executed.status, cancelled.status].sort()).toEqual(["fulfilled", "rejected"]);
      const { status } = await now(invoiceId);
      expect(status).toBe(executed.status === "fulfilled" ? "EXECUTED" : "CANCELLED");
      expect((await world.payment(bill.paymentId)).fiatReceived).toBe(executed.status === "fulfilled" ? 118.2 : 0);
    }
  });

  test("sells USDT of both networks as one order and books each on its own network", async () => {
    const eth = await world.retained("100", { cryptoType: "USDT" });
    const tron = await world.retained("60", { cryptoType: "USDT", networkType: "tron" });
    const invoiceId = await invoiceOf("159.2", "USDT", eth, tron);
    await quoted(invoiceId);
    await world.fault("partial", 1);
    expect(await execute(invoiceId)).toMatchObject({ status: "EXECUTED", quantity: 159.2, fiatReceived: 144.99 });
    expect(await balance("venue:sandbox", "USDT@eth")).toBe("-79600000");
    expect(await balance("house:book", "USDT@eth")).toBe("19900000");
    expect(await balance("house:book", "USDT@tron")).toBe("59700000");
  });
});

describe("a venue at fault", () => {
  test("that refuses sends the invoice back to CREATED, still locked, without a quote", async () => {
    const { bill, invoiceId, quoteId } = await ready();
    await world.fault("reject", 1);
    const record = await execute(invoiceId, quoteId);
    expect(record).toMatchObject({
      status: "CREATED",
      lastError: "The venue refused the order.",
      failure: { code: "REFUSED" },
    });
    expect(record.quote).toBeUndefined();
    expect(record.quotes).toMatchObject([{ quoteId, status: "REFUSED" }]);
    expect(await world.payment(bill.paymentId)).toMatchObject({ quantityLocked: 0.00199, fiatReceived: 0 });
    await expect(execute(invoiceId)).rejects.toEqual(code("QUOTE_REQUIRED"));
    await quoted(invoiceId);
    const after = await execute(invoiceId);
    expect(after).toMatchObject({ status: "EXECUTED", fiatReceived: 118.2 });
    expect(after.quotes).toMatchObject([{ status: "REFUSED" }, { status: "EXECUTED" }]);
    expect(after.lastError).toBeUndefined();
    expect(after.failure).toBeUndefined();
  });

  test("that fills a part is completed by the house", async () => {
    const { invoiceId } = await ready();
    await world.fault("partial", 1);
    expect(await execute(invoiceId)).toMatchObject({ status: "EXECUTED", quantity: 0.00199, fiatReceived: 118.2 });
  });

  test("whose answer is lost after it took the order is found again at once", async () => {
    const { invoiceId } = await ready();
    await world.fault("timeout-after-accept", 1);
    expect(await execute(invoiceId)).toMatchObject({ status: "EXECUTING" });
    expect(await execute(invoiceId)).toMatchObject({ status: "EXECUTING" });
    await expect(cancelConversion(world.ctx, { invoiceId })).rejects.toEqual(code("INVALID_STATE"));
    expect(await world.settle()).toBe(true);
    expect(await now(invoiceId)).toMatchObject({ status: "EXECUTED", fiatReceived: 118.2 });
    expect(await ordersOf(invoiceId)).toHaveLength(1);
  });

  test("that never got the order is asked until deadline and margin are over, then twice", async () => {
    const { invoiceId } = await ready();
    await world.fault("timeout-before-accept", 1);
    expect(await execute(invoiceId)).toMatchObject({ status: "EXECUTING" });
    expect(await world.settle()).toBe(true);
    expect(await now(invoiceId)).toMatchObject({ status: "EXECUTING" });
    await world.later(25_000);
    expect(await world.settle()).toBe(true);
    expect(await now(invoiceId)).toMatchObject({
      status: "CREATED",
      lastError: "The venue did not answer.",
      failure: { code: "NEVER_PLACED" },
    });
    expect(await ordersOf(invoiceId)).toMatchObject([{ status: "REFUSED" }]);
    await quoted(invoiceId);
    expect(await execute(invoiceId)).toMatchObject({ status: "EXECUTED" });
  });

  test("that is slow is waited for 5 s; its order is recorded once, by whoever knows first", async () => {
    const { invoiceId } = await ready();
    await world.fault("slow", 1);
    expect(await execute(invoiceId)).toMatchObject({ status: "EXECUTING" });
    expect(await world.settle()).toBe(true);
    expect(await now(invoiceId)).toMatchObject({ status: "EXECUTED", fiatReceived: 118.2 });
    expect(await ordersOf(invoiceId)).toHaveLength(1);
  });
});

describe("a reorganisation", () => {
  const depth = 25;
  const drop = (txHash: string) => reorganise(world.ctx, { network: "bitcoin", depth, drop: [txHash] });

  test("cancels the invoice that holds the money it takes away", async () => {
    const stays = await world.retained("0.003");
    const goes = await world.bill({ strategy: "RAI" });
    const txHash = await world.pay(goes, Decimal.from("0.002"));
    const invoiceId = await invoiceOf("0.004975", "BTC", stays, goes);
    await drop(txHash);
    expect(await world.settle()).toBe(true);
    expect(await now(invoiceId)).toMatchObject({
      status: "CANCELLED",
      cancelReason: "DEPOSIT_REVERSED",
      quantity: 0.004975,
    });
    expect(await world.payment(goes.paymentId)).toMatchObject({
      quantityReceived: 0,
      quantityLocked: 0,
      deposits: [{ status: "DROPPED" }],
    });
  });

  test("waits for an invoice that is being executed; what it sold the account then owes", async () => {
    const bill = await world.bill({ strategy: "RAI" });
    const txHash = await world.pay(bill, Decimal.from("0.002"));
    const invoiceId = await invoiceOf("0.00199", "BTC", bill);
    await quoted(invoiceId);
    await world.fault("timeout-after-accept", 1);
    expect(await execute(invoiceId)).toMatchObject({ status: "EXECUTING" });
    await drop(txHash);
    expect(await world.settle()).toBe(true);
    expect(await now(invoiceId)).toMatchObject({ status: "EXECUTED", fiatReceived: 118.2 });
    expect(await world.payment(bill.paymentId)).toMatchObject({
      quantityReceived: 0,
      deposits: [{ status: "DROPPED" }],
    });
    expect(await balance(`acc:${world.ctx.account?.id}:owed`, "BTC")).toBe("199000");
  });

  test("gives back what an invoice had sold when the money comes again", async () => {
    const owed = async () => (await balance(`acc:${world.ctx.account?.id}:owed`, "BTC")) ?? "0";
    const bill = await world.bill({ fiatReceivable: Decimal.from("60") });
    await world.later(21 * 60_000);
    await world.pay(bill, Decimal.from("0.002"));
    const invoiceId = await invoiceOf("0.002", "BTC", bill);
    await quoted(invoiceId);
    await execute(invoiceId);
    const { updatedAt: _before, ...before } = await world.payment(bill.paymentId);
    const owedBefore = await owed();
    await reorganise(world.ctx, { network: "bitcoin", depth });
    expect(await world.settle()).toBe(true);
    const { updatedAt: _after, ...after } = await world.payment(bill.paymentId);
    expect(after).toMatchObject({
      quantityReceived: 0.002,
      quantityConverted: 0.002,
      quantityUnconverted: 0,
      fiatReceived: before.fiatReceived,
    });
    expect(after.deposits[0]).toMatchObject({ status: "CREDITED", fills: before.deposits[0]?.fills });
    expect(await owed()).toBe(owedBefore);
  });

  test("takes back fiat that is still there, the rest is owed and settled first when the money comes again", async () => {
    const accountId = world.ctx.account?.id ?? "";
    const [free, debt] = [`acc:${accountId}:available`, `acc:${accountId}:owed`];
    const spend = (units: bigint, effectKey: string) => {
      const postings = [
        { code: free, asset: "EUR" as const, debit: units },
        { code: "bank", asset: "EUR" as const, debit: -units },
      ];
      return world.ctx.transaction((tx) => post(tx, { event: "test", effectKey, postings }, { accountId }));
    };
    const bill = await world.bill();
    const txHash = await world.pay(bill, bill.quantity);
    const spent = BigInt((await balance(free, "EUR")) ?? "0") - 4_000n;
    await spend(spent, "test:spent");
    await reorganise(world.ctx, { network: "bitcoin", depth });
    await world.settle();
    expect(await world.payment(bill.paymentId)).toMatchObject({
      fiatReceived: 100,
      deposits: [{ txHash, status: "CONVERTED" }],
    });
    expect(
      await rows(
        "select event from ledger_transaction where effect_key like '%:reversed' and effect_key like '%" +
          txHash +
          "%'",
      ),
    ).toHaveLength(1);
    expect([await balance(free, "EUR"), await balance(debt, "EUR")]).toEqual(["4000", "0"]);
    await reorganise(world.ctx, { network: "bitcoin", depth: depth + 1, drop: [txHash] });
    await world.settle();
    expect([await balance(free, "EUR"), await balance(debt, "EUR")]).toEqual(["0", "6000"]);
    await spend(-spent, "test:returned");
  });
});
