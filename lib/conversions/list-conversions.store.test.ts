import { afterAll, beforeAll, expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { CRYPTOS, FIATS } from "#lib/kernel/assets.ts";
import { fixedRates, ratesNow } from "#lib/pricing/worth.ts";
import { openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { cancelConversion } from "./cancel-conversion.ts";
import type { ConversionRecord } from "./contract.ts";
import { CONVERSION_STATUSES } from "./conversion-states.ts";
import { createConversion } from "./create-conversion.ts";
import { countConversions } from "./get-conversions.ts";
import { countEachFilter, listConversions, type ListConversions } from "./list-conversions.ts";
import { quoteConversion } from "./quote-conversion.ts";

let world: World;
let all: ConversionRecord[];
beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
  await world.price("BTC", "USD", "65000");
  await world.price("USDT", "EUR", "0.9");
  await world.price("USDT", "USD", "1");
  const usdt = { cryptoType: "USDT", networkType: "tron" } as const;
  const makes = [
    ["0.002", { subaccount: "shop-2" }],
    ["0.004", {}],
    ["0.001", { fiat: "USD" }],
    ["120", usdt],
    ["70", { ...usdt, fiat: "USD" }],
    ["0.003", { subaccount: "shop-3" }],
  ] as const;
  const made: ConversionRecord[] = [];
  for (const [quantity, of] of makes) {
    const bill = await world.retained(quantity, of);
    const record = await world.payment(bill.paymentId);
    made.push(
      recordOf(
        await createConversion(world.ctx, {
          baseSymbol: record.cryptoType,
          quoteSymbol: record.fiat,
          quantity: Decimal.from(String(record.quantityUnconverted)),
          items: [{ paymentId: bill.paymentId }],
        }),
      ),
    );
  }
  await cancelConversion(world.ctx, { invoiceId: made[0]?.invoiceId ?? "" });
  await quoteConversion(world.ctx, { invoiceId: made[1]?.invoiceId ?? "" });
  await quoteConversion(world.ctx, { invoiceId: made[3]?.invoiceId ?? "" });
  all = await read({});
});
afterAll(() => world.close());

async function read(query: ListConversions): Promise<ConversionRecord[]> {
  const found: ConversionRecord[] = [];
  for (let startsAfter: string | null | undefined; startsAfter !== null; ) {
    const page = await listConversions(world.ctx, { limit: 2, ...query, ...(startsAfter && { startsAfter }) });
    found.push(...page.data.map(({ text }) => JSON.parse(text) as ConversionRecord));
    startsAfter = page.startsAfter;
  }
  return found;
}
const ids = (records: readonly ConversionRecord[]) => records.map(({ invoiceId }) => invoiceId);

test.each([
  ["status", CONVERSION_STATUSES],
  ["baseSymbol", CRYPTOS],
  ["quoteSymbol", FIATS],
] as const)("one value or several of %s find what a recount does, as many as are counted", async (name, options) => {
  const found = options.filter((option) => all.some((record) => record[name] === option));
  expect(found.length).toBeGreaterThan(1);
  for (const wanted of [...options, found, found.slice(0, 2), options]) {
    const recount = all.filter((record) => [wanted].flat().some((one) => one === record[name]));
    expect(ids(await read({ [name]: wanted }))).toEqual(ids(recount));
    expect(await countConversions(world.ctx, { [name]: wanted })).toBe(recount.length);
  }
  const filters = options.map((option) => ({ [name]: [option] }));
  const each = options.map((option) => all.filter((record) => record[name] === option).length);
  expect((await countEachFilter(world.ctx, { filters })).counts).toEqual(each);
  expect((await countEachFilter(world.other, { filters })).counts).toEqual(each.map(() => 0));
});

test("one customer or several find what a recount does, as many as are counted", async () => {
  for (const wanted of [["shop-2"], ["shop-2", "shop-3"], ["shop-1", "shop-2", "shop-3"], ["shop-4"]]) {
    const recount = all.filter(({ items }) => items.some(({ subaccount }) => wanted.includes(subaccount)));
    const subaccount = wanted.join("\n");
    expect(ids(await read({ subaccount }))).toEqual(ids(recount));
    expect(await countConversions(world.ctx, { subaccount })).toBe(recount.length);
  }
});

test("amounts and times from one to another, both included", async () => {
  expect(all.length).toBe(6);
  const amounts = all.map(({ quantity }) => Number(quantity)).sort((a, b) => a - b);
  const [least = 0, most = 0] = [amounts[1], amounts.at(-2)];
  const between = { minimum: Decimal.from(String(least)), maximum: Decimal.from(String(most)) };
  expect(ids(await read(between))).toEqual(
    ids(all.filter(({ quantity }) => Number(quantity) >= least && Number(quantity) <= most)),
  );
  const [from, to] = [all.at(-2)?.created ?? "", all[1]?.created ?? ""];
  const during = await read({ startTime: new Date(from), endTime: new Date(Date.parse(to) + 1) });
  expect(ids(during)).toEqual(ids(all.slice(1, -1)));
});

test.each(["created", "quantity", "fiatReceived", "value"] as const)(
  "by %s, either way, no page loses or repeats one, though prices move meanwhile",
  async (by) => {
    const rates = fixedRates(await ratesNow(world.ctx, "USD"));
    const keyOf = (record: ConversionRecord): number => {
      if (by === "created") return Date.parse(record.created);
      if (by === "value") return Number(record.quantity) * Number(rates[record.baseSymbol]);
      return Number(record[by] ?? -1);
    };
    for (const direction of ["", "-"] as const) {
      const sort = `${direction}${by}` as const;
      const query: ListConversions = { sort, limit: 1, ...(by === "value" && { in: "USD" as const }) };
      const found: ConversionRecord[] = [];
      for (let startsAfter: string | null | undefined; startsAfter !== null; ) {
        const page = await listConversions(world.ctx, { ...query, ...(startsAfter && { startsAfter }) });
        found.push(...page.data.map(({ text }) => JSON.parse(text) as ConversionRecord));
        startsAfter = page.startsAfter;
        expect(page.rates?.["BTC"]?.toString()).toBe(by === "value" ? rates["BTC"] : undefined);
        await world.price("BTC", "USD", found.length % 2 === 0 ? "1000" : "65000");
      }
      await world.price("BTC", "USD", "65000");
      expect(ids(found).toSorted()).toEqual(ids(all).toSorted());
      const keys = found.map(keyOf);
      expect(keys).toEqual(keys.toSorted((a, b) => (direction === "" ? a - b : b - a)));
    }
  },
);

test("a token is of its own filters and account; a currency goes with values alone", async () => {
  const { startsAfter } = await listConversions(world.ctx, { sort: "-value", limit: 1 });
  const token = { startsAfter: startsAfter ?? "", limit: 1 };
  await expect(listConversions(world.ctx, { ...token, sort: "value" })).rejects.toMatchObject({
    code: "INVALID_PAGINATION_TOKEN",
  });
  await expect(listConversions(world.other, { ...token, sort: "-value" })).rejects.toMatchObject({
    code: "INVALID_PAGINATION_TOKEN",
  });
  await expect(listConversions(world.ctx, { in: "EUR" })).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  expect((await listConversions(world.other, {})).data).toEqual([]);
});
