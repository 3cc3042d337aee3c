import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setAgreed } from "#e2e/world/agreed.ts";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { metricsText } from "#lib/server/metrics.ts";
import { hedge } from "./hedge.ts";
import { openHedges, watchHedges } from "./hedge-limits.ts";

let world: World;
let hugo: Ctx;
beforeAll(async () => {
  world = await openWorld();
  hugo = await personOfHouse(world, "Hugo", "operator");
  await personOfHouse(world, "Greta", "admin");
  await world.price("BTC", "EUR", "60000");
  await world.price("USDT", "EUR", "0.92");
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

const worker = () => contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
const rows = async <T>(text: string): Promise<T[]> => (await world.app.database.pool.query(text)).rows as T[];
/** A bill over 100 EUR at 60 000, paid exactly: the house buys 0.00168351 BTC on its own book. */
const bought = async () => {
  const bill = await world.bill();
  await world.pay(bill, bill.quantity);
  return bill;
};
const cases = async (ctx: Ctx) => (await listCases(ctx, { kind: "HEDGE_OPEN" })).data;
const ageOf = async (base: string) => (await openHedges(worker())).find((open) => open.base === base)?.ageMs;
const REFUSED = { code: "EXPOSURE_LIMIT" };

/** Purchases that no sale has covered; those that one has are cleared away by the next entry. */
const OPEN_LOTS = `select 1 from book_lot l join book_position p using (asset, fiat) where l.upto > p.bought_units - p.units`;

/** Everything is sold and forgotten. */
async function calm(): Promise<void> {
  await world.fault("none");
  await world.later(31_000);
  await world.settle();
  expect(await openHedges(worker())).toEqual([]);
  expect(await rows(OPEN_LOTS)).toEqual([]);
  expect(await rows("select 1 from hedge_stop")).toEqual([]);
}

describe("past the age limit", () => {
  test("the pair promises nothing until its hedge is done; what promises nothing, and other pairs, go on", async () => {
    await setAgreed(world.ctx, { hedgeAgeLimitMs: "60000" });
    const { paymentId } = await world.retained("0.01");
    const { invoiceId } = recordOf(
      await createConversion(world.ctx, {
        baseSymbol: "BTC",
        quoteSymbol: "EUR",
        quantity: Decimal.from("0.00995"),
        items: [{ paymentId }],
      }),
    );
    await world.fault("insufficient-funds");
    await bought();
    const age = (await ageOf("BTC")) ?? 0;
    await world.later(60_000 - age - 5_000);
    await world.settle();
    await world.bill();
    expect(await cases(hugo)).toEqual([]);
    await world.later(6_000);
    await world.settle();
    const written = () => rows("select (select count(*) from bill), (select count(*) from audit)");
    const before = await written();
    await expect(world.bill()).rejects.toMatchObject({
      ...REFUSED,
      detail: { body: { retryAfterMs: 30_000 }, retryAfterSeconds: 30 },
    });
    expect(await written()).toEqual(before);
    await expect(quoteConversion(world.ctx, { invoiceId })).rejects.toMatchObject(REFUSED);
    await world.bill({ strategy: "RAI" });
    await world.bill({ cryptoType: "USDT" });
    await world.bill({ fiat: "USD" });

    const [found, ...more] = await cases(hugo);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ asset: "BTC", causeFacts: { ageLimitMs: 60_000, venue: "sandbox", fiat: "EUR" } });
    expect(found?.quantity?.toString()).toBe("0.00168351");
    expect(found?.cause).toMatch(
      /^The hedge of 0\.00168351 BTC against EUR has been open for more than 1 min: no price is promised in this pair until it is done\. sandbox: .*funds/,
    );
    for (const ctx of [world.ctx, world.other]) expect(await cases(ctx)).toEqual([]);
    const audit = () =>
      rows<{ action: string }>("select action from audit where action like 'hedge.%' order by seq").then((all) =>
        all.map(({ action }) => action),
      );
    expect(await audit()).toEqual(["hedge.stopped"]);
    const line = (await metricsText(worker())).split("\n").find((each) => each.startsWith("desk_hedge_age_seconds{"));
    expect(line).toMatch(/^desk_hedge_age_seconds\{base="BTC",fiat="EUR"\} 6\d\./);

    await calm();
    expect(await cases(hugo)).toEqual([]);
    expect(await audit()).toEqual(["hedge.stopped", "hedge.resumed"]);
    expect(await metricsText(worker())).not.toContain("desk_hedge_age_seconds{");
    await world.bill();
    await quoteConversion(world.ctx, { invoiceId });
    await setAgreed(world.ctx, { hedgeAgeLimitMs: "default" });
  });

  test("what no venue takes yet is pooled and never stops a pair", async () => {
    await setAgreed(world.ctx, { hedgeAgeLimitMs: "60000" });
    const bill = await world.bill({ fiatReceivable: Decimal.from("1"), cryptoType: "USDT" });
    await world.pay(bill, Decimal.from("0.4"), "eth");
    await world.later(3_600_000);
    await world.settle();
    expect(await ageOf("USDT")).toBeUndefined();
    const next = await world.bill({ cryptoType: "USDT", networkType: "tron" });
    // The pool counts from when it became enough.
    await world.fault("reject");
    await world.pay(next, next.quantity, "tron");
    expect(await ageOf("USDT")).toBeLessThan(3_600_000);
    await calm();
    await setAgreed(world.ctx, { hedgeAgeLimitMs: "default" });
  });
});

describe("past the size limit", () => {
  test("the pair stops at once, beyond the limit in EUR and not at it", async () => {
    await setAgreed(world.ctx, { hedgeSizeLimit: "101.02" });
    await world.fault("reject");
    await bought();
    await setAgreed(world.ctx, { hedgeSizeLimit: "101.01" });
    expect(await rows("select 1 from hedge_stop")).toEqual([]);
    // 0.00168351 BTC at 60 000 are 101.0106 EUR.
    expect(await watchHedges(worker())).toBe(1);
    expect(await watchHedges(worker())).toBe(0);
    await expect(world.bill()).rejects.toMatchObject(REFUSED);
    const [found] = await cases(hugo);
    expect(found?.cause).toContain("is worth more than 101.01 EUR: no price is promised");
    await setAgreed(world.ctx, { hedgeSizeLimit: "101.02" });
    expect(await watchHedges(worker())).toBe(1);
    await world.bill();
    await calm();
    await setAgreed(world.ctx, { hedgeSizeLimit: "default" });
  });
});

describe("the age of what is open", () => {
  test("is that of the oldest part that no sale has covered", async () => {
    await world.fault("reject");
    await bought();
    await world.later(20_000);
    await bought();
    const whole = (await ageOf("BTC")) ?? 0;
    expect(whole).toBeGreaterThanOrEqual(20_000);
    // A sale of more than the first part leaves the second alone open.
    await world.fault("partial", 1);
    await world.later(31_000);
    await hedge(worker(), { base: "BTC", fiat: "EUR" });
    expect(await rows(OPEN_LOTS)).toHaveLength(1);
    expect((await ageOf("BTC")) ?? 0).toBeLessThan(whole + 31_000 - 15_000);
    await calm();
  });

  test("is not made younger by an invoice that is sold at once", async () => {
    const { paymentId } = await world.retained("0.002");
    await world.fault("reject");
    await bought();
    await world.fault("none");
    const before = (await ageOf("BTC")) ?? 0;
    await world.later(25_000);
    const { invoiceId } = recordOf(
      await createConversion(world.ctx, {
        baseSymbol: "BTC",
        quoteSymbol: "EUR",
        quantity: Decimal.from("0.00199"),
        items: [{ paymentId }],
      }),
    );
    await quoteConversion(world.ctx, { invoiceId });
    await executeConversion(world.ctx, { invoiceId });
    expect(await ageOf("BTC")).toBeGreaterThanOrEqual(before + 25_000);
    await calm();
  });

  test("nor by a market order, which is booked before what it was sold for", async () => {
    const late = await world.bill({ strategy: "ACA" });
    await world.later(1_201_000);
    await world.fault("reject", 1);
    await bought();
    const before = (await ageOf("BTC")) ?? 0;
    await world.later(25_000);
    await world.pay(late, late.quantity);
    expect((await world.payment(late.paymentId)).quantityConverted).toBe(0.00168351);
    expect(await ageOf("BTC")).toBeGreaterThanOrEqual(before + 25_000);
    await calm();
  });
});

describe("what keeps a hedge from being sold is told by case, letter, metric and stop", () => {
  test.each([
    ["the venue is empty", "insufficient-funds", "EOrder:Insufficient funds"],
    ["the venue refuses", "reject", "the venue refused the order"],
    ["the venue's clock runs ahead", "clock-ahead", "EOrder:Deadline passed"],
  ] as const)("%s", async (_, fault, words) => {
    // A mail server that nobody listens at: what is to be sent stands in the queue.
    Object.assign(world.app.env, { smtpUrl: "smtp://127.0.0.1:1" });
    await setAgreed(world.ctx, { hedgeAgeLimitMs: "60000" });
    const letters = () =>
      rows<{ recipient: string; subject: string }>(
        "select recipient, subject from mail where subject like 'Desk: No new prices%' order by made_at",
      );
    const before = (await letters()).length;
    await world.fault(fault);
    await bought();
    const [refused] = (await listCases(hugo, { kind: "NOT_HEDGED" })).data;
    expect(refused?.cause).toContain(words);
    await world.bill();

    await world.later(61_000);
    await world.settle();
    const [stopped] = await cases(hugo);
    expect(stopped?.cause).toContain(words);
    await expect(world.bill()).rejects.toMatchObject(REFUSED);
    expect(await metricsText(worker())).toMatch(/desk_hedge_age_seconds\{base="BTC",fiat="EUR"\} [6-9]\d\./);
    const sent = (await letters()).slice(before);
    expect(sent.map(({ recipient, subject }) => [recipient, subject])).toContainEqual([
      "greta@example.com",
      "Desk: No new prices in BTC/EUR",
    ]);
    await calm();
    expect((await listCases(hugo, { kind: "NOT_HEDGED" })).data).toEqual([]);
    await setAgreed(world.ctx, { hedgeAgeLimitMs: "default" });
  });
});
