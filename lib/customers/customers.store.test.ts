import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { getConversions } from "#lib/conversions/get-conversions.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { writeJson } from "#lib/kernel/json.ts";
import { getBalanceMovement } from "#lib/ledger/get-balance-movement.ts";
import { keepPrices } from "#lib/pricing/keep-prices.ts";
import { sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { getStatement } from "#lib/ledger/get-statement.ts";
import { getOverview } from "#lib/overview/get-overview.ts";
import { getPayments } from "#lib/payments/get-payments.ts";
import { getSummary } from "#lib/payments/get-summary.ts";
import { recordPayout } from "#lib/bank/record-payout.ts";
import type { CustomerList, CustomerRecord, ListCustomers } from "./contract.ts";
import { getCustomer, saveCustomer } from "./get-customer.ts";
import { listCustomers } from "./list-customers.ts";

// Customers and what belongs to no bill make the account, to the unit (rulebook 8.12).

const HOUR = 3_600_000;
const MINUTE = 60_000;
const NAMES = ["shop 1", "Shop/2?a=b", "..", "café ☕", "acme-42"] as const;
const SEEDS = [1, 7, 42];
const d = (text: string) => Decimal.from(text);
let world: World;
let began: Date;

/** Numbers that a seed decides. */
function drawn(seed: number) {
  let state = seed * 2_654_435_761;
  return (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % most;
  };
}

/** A few days of a business: money of several customers in every state, conversions over two of them, and payouts. */
async function live(seed: number) {
  const draw = drawn(seed);
  const name = () => NAMES[draw(NAMES.length)] ?? NAMES[0];
  const fiat = () => (["EUR", "JPY", "USD"] as const)[draw(3)] ?? "EUR";
  const later = () => world.later(draw(5) * HOUR + draw(999_983));
  await world.bill({ subaccount: name(), fiat: fiat(), fiatReceivable: d("150") });
  const paid = await world.bill({ subaccount: name(), feeModel: "EXPLICIT" });
  await world.pay(paid, paid.quantity);
  await later();
  const under = await world.bill({ subaccount: name(), fiat: fiat(), fiatReceivable: d("9000") });
  await world.pay(under, d("0.0004"));
  await later();
  const retained = [
    await world.retained("0.01", { subaccount: name() }),
    await world.retained("0.004", { subaccount: name() }),
  ];
  await later();
  const { invoiceId } = recordOf(
    await createConversion(world.ctx, {
      baseSymbol: "BTC",
      quoteSymbol: "EUR",
      quantity: d("0.01393"),
      items: retained.map(({ paymentId }) => ({ paymentId })),
    }),
  );
  await later();
  if (seed !== SEEDS[0]) {
    await quoteConversion(world.ctx, { invoiceId });
    await executeConversion(world.ctx, { invoiceId });
    await world.settle();
  }
  await world.retained("0.002", { subaccount: name() });
  await recordPayout(world.ctx, { asset: "EUR", quantity: d("3"), reference: `r${seed}` } as never);
  await later();
}

beforeAll(async () => {
  world = await openWorld();
  began = await world.ctx.now();
  await world.price("BTC", "EUR", "60000");
  for (const seed of SEEDS) await live(seed);
  await world.bill({ subaccount: NAMES[0], fiat: "USD" });
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

async function everyPage(query: ListCustomers = {}, ctx: Ctx = world.ctx): Promise<CustomerList["data"]> {
  const { data, startsAfter } = await listCustomers(ctx, query);
  return startsAfter === null ? data : [...data, ...(await everyPage({ ...query, startsAfter }, ctx))];
}

const AMOUNTS = ["opening", "in", "out", "fees", "closing"] as const;
type Line = Pick<CustomerRecord["data"][number], "asset" | "networkType" | (typeof AMOUNTS)[number]>;

/** What lines of several customers add up to, by asset; what never moved is left out. */
function addedUp(lines: readonly Line[]): Record<string, string> {
  const sums = new Map<string, Decimal>();
  for (const line of lines)
    for (const kind of AMOUNTS) {
      const key = `${line.asset}${line.networkType ?? ""} ${kind}`;
      sums.set(key, (sums.get(key) ?? Decimal.ZERO).plus(line[kind]));
    }
  return Object.fromEntries([...sums].filter(([, sum]) => !sum.isZero()).map(([key, sum]) => [key, sum.toString()]));
}

describe("the ledger by customer", () => {
  test.each(SEEDS)(
    "all customers and no customer are the account's movement at random instants, seed %i",
    async (seed) => {
      const draw = drawn(seed + 1_000);
      const now = await world.ctx.now();
      const span = now.getTime() - began.getTime();
      const names = (await everyPage()).map(({ subaccount }) => subaccount);
      let moved = 0;
      for (let nth = 0; nth < 12; nth++) {
        const [one, other] = [began.getTime() + draw(span), began.getTime() + draw(span)];
        const startTime = new Date(Math.min(one, other));
        const endTime = nth === 0 ? undefined : new Date(Math.max(one, other));
        const parts = await Promise.all(
          [...names, undefined].map((subaccount) => getCustomer(world.ctx, { subaccount, startTime, endTime })),
        );
        for (const { data } of parts)
          for (const { opening, in: received, out, fees, closing } of data)
            expect(opening.plus(received).minus(out).minus(fees).toString()).toBe(closing.toString());
        const account = await getBalanceMovement(world.ctx, { startTime, endTime, in: "EUR" });
        const sums = addedUp(parts.flatMap(({ data }) => data));
        expect([startTime, endTime, sums]).toEqual([startTime, endTime, addedUp(account.data)]);
        moved += Object.keys(sums).length;
      }
      expect(moved).toBeGreaterThan(40);
    },
  );

  test("what belongs to no bill stands apart: the payouts, and no bills", async () => {
    const { data, bills, subaccount } = await getCustomer(world.ctx, { startTime: began });
    expect([bills, subaccount]).toEqual([undefined, undefined]);
    expect(data.map(({ asset, out }) => [asset, out.toString()])).toEqual(
      expect.arrayContaining([["EUR", String(3 * SEEDS.length)]]),
    );
  });

  test("an instant that has not come, and an end before the begin, are refused", async () => {
    const now = await world.ctx.now();
    const ask = (startTime: Date, endTime: Date) => getCustomer(world.ctx, { startTime, endTime });
    await expect(ask(began, new Date(now.getTime() + HOUR))).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await expect(ask(now, began)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });
});

test("a bill with a payment counts once, by the minute from its expiry to the first that stands, and is listed by it", async () => {
  const subaccount = "clockwork";
  const bill = () => world.bill({ subaccount });
  const startTime = await world.ctx.now();
  const [early, late, unpaid] = [await bill(), await bill(), await bill()];
  const until = async (before: number) => world.later(early.expiryTime - before - (await world.ctx.now()).getTime());
  await until(7.5 * MINUTE);
  await world.pay(early, d("0.0001"));
  await until(-0.5 * MINUTE);
  await world.pay(early, d("0.0001"));
  await world.pay(late, late.quantity);
  const arrivals = async () => (await getCustomer(world.ctx, { subaccount, startTime })).bills?.arrivals;
  expect(await arrivals()).toEqual([
    { minute: -7, count: 1 },
    { minute: 1, count: 1 },
  ]);
  await until(-3 * HOUR);
  await world.pay(unpaid, unpaid.quantity);
  await world.pay(await bill(), d("0.00000001"));
  expect(await arrivals()).toEqual([
    { minute: -7, count: 1 },
    { minute: 1, count: 1 },
    { minute: 60, count: 1 },
  ]);
  const listed = async (arrival: string) => {
    const { data } = JSON.parse(writeJson(await getPayments(world.ctx, { subaccount, startTime, arrival })));
    return data.map(({ paymentId }: { paymentId: string }) => paymentId);
  };
  for (const [minutes, bills] of [
    ["-7/-7", [early]],
    ["-60/0", [early]],
    ["1/1", [late]],
    ["60/60", [unpaid]],
    ["-60/60", [unpaid, late, early]],
    ["2/59", []],
  ] as const)
    expect([minutes, (await listed(minutes)).sort()]).toEqual([
      minutes,
      bills.map(({ paymentId }) => paymentId).sort(),
    ]);
});

describe("the list of customers", () => {
  test("counts and values every bill once, and its totals are the sums of its lines", async () => {
    const startTime = began;
    const { total, data, unpriced } = await listCustomers(world.ctx, { startTime });
    expect([total.customers, unpriced]).toEqual([data.length, []]);
    for (const kind of ["bills", "open", "waiting"] as const)
      expect(data.reduce((sum, line) => sum + line[kind], 0)).toBe(total[kind]);
    for (const kind of ["value", "openValue", "waitingValue"] as const)
      expect(data.reduce((sum, line) => sum.plus(line[kind]), Decimal.ZERO).toString()).toBe(total[kind].toString());
    const summary = JSON.parse((await getSummary(world.ctx, { startTime })).text);
    expect(total.bills).toBe(summary.count);
    expect(total.open).toBeGreaterThan(0);
    expect(total.waiting).toBeGreaterThan(0);
  });

  test("each line is what the payments list finds of that customer, and what the customer's own page says", async () => {
    for (const line of await everyPage()) {
      const { subaccount } = line;
      const found = async (more: object) => JSON.parse((await getSummary(world.ctx, { subaccount, ...more })).text);
      expect([line.bills, line.open, line.waiting]).toEqual([
        (await found({})).count,
        (await found({ outcome: "OPEN" })).count,
        (await found({ convertible: "true" })).count,
      ]);
      const newest = await getPayments(world.ctx, { startTime: began, subaccount, limit: 1 });
      expect(line.lastBillAt).toBe(JSON.parse(newest.data[0]?.text ?? "{}").createdAt);
      const { bills } = await getCustomer(world.ctx, { subaccount, startTime: began });
      expect([bills?.created.count, bills?.waiting.count, bills?.lastBillAt]).toEqual([
        line.bills,
        line.waiting,
        line.lastBillAt,
      ]);
      expect(bills?.waiting.value.toString()).toBe(line.waitingValue.toString());
      const open = bills?.outcomes.find(({ outcome }) => outcome === "OPEN");
      expect([open?.count, open?.value.toString()]).toEqual([line.open, line.openValue.toString()]);
    }
  });

  test.each(["value", "-value", "lastBillAt", "-lastBillAt", "subaccount", "-subaccount"] as const)(
    "sorted by %s, pages of two tell every customer once and in order",
    async (sort) => {
      const whole = await everyPage({ sort });
      const pages = await everyPage({ sort, limit: 2 });
      expect(pages.map(({ subaccount }) => subaccount)).toEqual(whole.map(({ subaccount }) => subaccount));
      const by = sort.replace("-", "") as "value" | "lastBillAt" | "subaccount";
      const numbers = whole.map((line) => (by === "value" ? Number(line.value.toString()) : line.lastBillAt));
      if (by !== "subaccount")
        expect(numbers).toEqual(numbers.toSorted((a, b) => (sort.startsWith("-") ? b - a : a - b)));
    },
  );

  test("while prices move, the pages that follow are valued as the first", async () => {
    const first = await listCustomers(world.ctx, { limit: 1 });
    await world.price("BTC", "EUR", "90000");
    const next = await listCustomers(world.ctx, { limit: 1, startsAfter: first.startsAfter ?? "" });
    expect(next.total).toEqual(first.total);
    const anew = await listCustomers(world.ctx, {});
    expect(anew.total.waitingValue.compare(first.total.waitingValue)).toBe(1);
    await world.price("BTC", "EUR", "60000");
  });

  test("is found by a part of the name, in capitals or not, and by when the bills were made", async () => {
    const names = async (query: ListCustomers) => (await everyPage(query)).map(({ subaccount }) => subaccount);
    const all = await names({});
    expect((await names({ name: "SHOP" })).toSorted()).toEqual(
      all.filter((one) => one.toLowerCase().includes("shop")).toSorted(),
    );
    expect(await names({ name: "%" })).toEqual([]);
    expect(await names({ startTime: await world.ctx.now() })).toEqual([]);
  });
});

test("a name of any kind is a customer, one of another account is none", async () => {
  const names = (await everyPage()).map(({ subaccount }) => subaccount);
  expect(names.length).toBeGreaterThan(2);
  for (const subaccount of names)
    await expect(getCustomer(world.other, { subaccount, startTime: began })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  expect(await everyPage({}, world.other)).toEqual([]);
  expect((await getCustomer(world.other, { startTime: began })).data).toEqual([]);
});

test("statement and conversions are found by customer, and the movements make the customer's closing", async () => {
  const conversions = async (subaccount?: string) =>
    (await getConversions(world.ctx, { startTime: began, subaccount })).data.map(
      (record) => recordOf(record) as unknown as { invoiceId: string; items: { subaccount: string }[] },
    );
  const all = await conversions();
  expect(all).toHaveLength(SEEDS.length);
  const now = await world.ctx.now();
  for (const { subaccount } of await everyPage()) {
    const own = all.filter(({ items }) => items.some((item) => item.subaccount === subaccount));
    expect((await conversions(subaccount)).map(({ invoiceId }) => invoiceId)).toEqual(
      own.map(({ invoiceId }) => invoiceId),
    );
    const { data: moved } = await getStatement(world.ctx, { subaccount, limit: 500 });
    const { data } = await getCustomer(world.ctx, { subaccount, startTime: now });
    for (const { asset, closing } of data)
      expect(
        moved
          .filter((row) => row.asset === asset)
          .reduce(
            (sum, { account, amount }) => (account === "owed" ? sum.minus(amount) : sum.plus(amount)),
            Decimal.ZERO,
          )
          .toString(),
      ).toBe(closing.toString());
    expect(moved.length).toBeLessThan((await getStatement(world.ctx, { limit: 500 })).data.length);
  }
});

test("the file has a line for each asset, exactly as told", async () => {
  const [first] = await everyPage();
  const query = { subaccount: first?.subaccount, startTime: began, in: "USD" as const };
  const { bytes, fileName } = await saveCustomer(world.ctx, query);
  const [head, ...lines] = new TextDecoder()
    .decode(bytes as Uint8Array)
    .trimEnd()
    .split("\r\n");
  expect(fileName).toMatch(/^customer-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  expect(head).toBe("asset,networkType,opening,in,out,fees,closing,value USD");
  const { data } = await getCustomer(world.ctx, query);
  expect(lines).toHaveLength(data.length);
  expect(lines[0]?.split(",")[6]).toBe(data[0]?.closing.toString());
});

test("what is open with a customer now: promises as the overview counts them, and what is on its way", async () => {
  const subaccount = "Exposed & Sons";
  await world.price("BTC", "EUR", "60000");
  await keepPrices(world.ctx);
  const bill = await world.bill({ subaccount, fiatReceivable: d("100") });
  const open = await world.bill({ subaccount, fiatReceivable: d("250") });
  await sendDeposit(world.ctx, { address: bill.deposit_address, quantity: bill.quantity });
  await world.settle();
  const startTime = await world.ctx.now();
  const { exposure, bills } = await getCustomer(world.ctx, { subaccount, startTime });
  expect(bills?.created.count).toBe(0);
  expect(exposure?.unconfirmed.count).toBe(1);
  expect(exposure?.unconfirmed.value.toString()).toBe(
    bill.quantity.times(d("60000")).dividedDown(Decimal.from("1"), 2).toString(),
  );
  expect(exposure?.promised).toEqual({ count: 2, value: d("350") });
  const everybody = (await everyPage()).map(({ subaccount: name }) => name);
  const all = await Promise.all(everybody.map((name) => getCustomer(world.ctx, { subaccount: name, startTime })));
  const promised = all.reduce((sum, one) => sum + (one.exposure?.promised.count ?? 0), 0);
  const { facts } = JSON.parse(writeJson(await getOverview(world.ctx, {})));
  expect(promised).toBe(facts.open.reduce((sum: number, one: { count: number }) => sum + one.count, 0));
  await world.pay(open, open.quantity);
  await world.later(1000);
  const after = (await getCustomer(world.ctx, { subaccount, startTime })).exposure;
  expect([after?.promised.count, after?.unconfirmed.count]).toEqual([0, 0]);
});

test("what a payout has reserved waits for no conversion, in the list and of the customer", async () => {
  const subaccount = "reserved";
  const { paymentId } = await world.retained("0.01", { subaccount });
  const address = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
  const { beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Acme", asset: "BTC", address });
  const waiting = async () => {
    const { bills } = await getCustomer(world.ctx, { subaccount, startTime: began });
    const line = (await everyPage()).find((one) => one.subaccount === subaccount);
    return [bills?.waiting.value, line?.waitingValue].map(String);
  };
  const [before] = await waiting();
  await payOrAsk(world.ctx, { asset: "BTC", quantity: d("0.004"), reference: "r", beneficiaryId, paymentId });
  // Half a per cent was withheld of what was kept: 0.00995 at 60 000.
  expect([before, ...(await waiting())]).toEqual(["597", "357", "357"]);
});
