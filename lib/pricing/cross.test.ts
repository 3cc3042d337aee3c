import { describe, expect, test } from "vitest";
import type { App } from "#lib/kernel/app.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Cross } from "#lib/kernel/env-venues.ts";
import type { Crypto, Fiat } from "#lib/kernel/assets.ts";
import { crossReference } from "./cross.ts";
import { FeedFault, type PriceSource } from "./market.ts";
import { findQuorum } from "./quorum.ts";
import { findReference, LIVE_RULES, midOf, priceInputs, type Reference } from "./reference.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const BCH_JPY: Cross = { base: "BCH", fiat: "JPY", via: "USD", bridge: "USDT" };

/** Two sources that say the same of each pair. */
function houseWith(quotes: Record<string, [bid: string, ask: string]>, crosses: readonly Cross[] = [BCH_JPY]): App {
  const source = (name: string): PriceSource => ({
    name,
    async samples(base, fiat) {
      const quoted = quotes[`${base}/${fiat}`];
      return quoted ? [{ source: name, bid: Decimal.from(quoted[0]), ask: Decimal.from(quoted[1]), at: NOW }] : [];
    },
  });
  return { env: { crosses, priceSources: [] }, mode: "live", prices: [source("a"), source("b")] } as unknown as App;
}

const LEGS: Record<string, [string, string]> = {
  "BCH/USD": ["448", "449"],
  "USDT/JPY": ["150", "150.1"],
  "USDT/USD": ["0.9995", "1.0001"],
};

describe("a cross", () => {
  test("is base/via × bridge/fiat ÷ bridge/via, the bridge bought at its ask, rounded down", async () => {
    const reference = await findReference(houseWith(LEGS), "BCH", "JPY", NOW);
    // 448 × 150 ÷ 1.0001 and 449 × 150.1 ÷ 0.9995
    expect(reference?.bid.toString()).toBe("67193.28067193");
    expect(reference?.ask.toString()).toBe("67428.61430715");
    expect(reference && midOf(reference).toString()).toBe("67310.94748954");
  });

  test("keeps every sample under the pair it is of, so that it can be recomputed", async () => {
    const reference = await findReference(houseWith(LEGS), "BCH", "JPY", NOW);
    const { samples } = priceInputs(reference as NonNullable<typeof reference>, {}) as { samples: { pair: string }[] };
    expect(samples.map(({ pair }) => pair)).toEqual([
      "BCH/USD",
      "BCH/USD",
      "USDT/JPY",
      "USDT/JPY",
      "USDT/USD",
      "USDT/USD",
    ]);
  });

  test.each(Object.keys(LEGS))("has no price without %s", async (missing) => {
    const { [missing]: _left, ...rest } = LEGS;
    expect(await findReference(houseWith(rest), "BCH", "JPY", NOW)).toBeUndefined();
  });

  test("has no price where its bid rounds down to nothing, and one at the smallest there is", () => {
    const legs = (gained: string) =>
      ["0.00000001", gained, "1"].map((bid, at) => ({
        ...{ base: at === 0 ? "BCH" : "USDT", fiat: "JPY", at: NOW, samples: [] },
        ...{ bid: Decimal.from(bid), ask: Decimal.from(bid) },
      })) as unknown as [Reference, Reference, Reference];
    expect(crossReference(BCH_JPY, legs("0.99999999"), NOW)).toBeUndefined();
    expect(crossReference(BCH_JPY, legs("1"), NOW)?.bid.toString()).toBe("0.00000001");
  });

  test("never asks less than it bids", () => {
    const leg = (base: Crypto, fiat: Fiat, bid: string, ask: string): Reference => ({
      ...{ base, fiat, at: NOW, samples: [], depth: { rules: LIVE_RULES, fresh: [] } },
      bid: Decimal.from(bid),
      ask: Decimal.from(ask),
    });
    const [gained, given] = [leg("USDT", "JPY", "150", "150"), leg("USDT", "USD", "1", "1")];
    const crossed = (bid: string, ask: string) => {
      const reference = crossReference(BCH_JPY, [leg("BCH", "USD", bid, ask), gained, given], NOW);
      return reference && [reference.bid.toString(), reference.ask.toString()];
    };
    expect(crossed("448", "447")).toEqual(["67200", "67200"]);
    expect(crossed("448", "448.02")).toEqual(["67200", "67203"]);
  });

  test("over the rate of two fiats is base/via × via/fiat, rounded down, with a bid by size", async () => {
    const legs: Record<string, [string, string]> = {
      "BCH/USD": ["448.12345678", "449"],
      "USD/CAD": ["1.42708", "1.42715"],
    };
    const house = houseWith(legs, [{ base: "BCH", fiat: "CAD", via: "USD" }]);
    const reference = await findReference(house, "BCH", "CAD", NOW);
    // 448.12345678 × 1.42708 and 449 × 1.42715
    expect(reference?.bid.toString()).toBe("639.5080227");
    expect(reference?.ask.toString()).toBe("640.79035");
    expect(reference?.samples.map(({ pair }) => pair)).toEqual(["BCH/USD", "BCH/USD", "USD/CAD", "USD/CAD"]);
    for (const missing of Object.keys(legs)) {
      const { [missing]: _left, ...rest } = legs;
      const without = houseWith(rest, [{ base: "BCH", fiat: "CAD", via: "USD" }]);
      expect(await findReference(without, "BCH", "CAD", NOW)).toBeUndefined();
      expect(await findQuorum(without, "BCH", "CAD", NOW)).toEqual({ fresh: 0, needed: 2 });
    }
    expect(await findQuorum(house, "BCH", "CAD", NOW)).toBeUndefined();
  });

  test("counts the sources of the pair that is wanted, of a cross those of its legs, whatever else is crossed", async () => {
    const others: Cross[] = [
      { base: "BTC", fiat: "CAD", via: "USD" },
      { base: "BCH", fiat: "EUR", via: "USD" },
    ];
    const house = houseWith({ ...LEGS, "BTC/EUR": ["60000", "60001"] }, [...others, BCH_JPY]);
    const one = { ...house, prices: house.prices.slice(0, 1) };
    expect(await findQuorum(one, "BTC", "EUR", NOW)).toEqual({ fresh: 1, needed: 2 });
    expect(await findQuorum(one, "BCH", "JPY", NOW)).toEqual({ fresh: 1, needed: 2 });
    expect(await findQuorum(one, "BTC", "CAD", NOW)).toEqual({ fresh: 0, needed: 2 });
    expect(await findQuorum(house, "BTC", "EUR", NOW)).toBeUndefined();
  });

  test("that is named twice is the first", async () => {
    const twice = houseWith(LEGS, [BCH_JPY, { ...BCH_JPY, via: "EUR" }]);
    expect((await findReference(twice, "BCH", "JPY", NOW))?.bid.toString()).toBe("67193.28067193");
  });

  test("rules only the pair it is configured for, and that alone", async () => {
    const direct: Record<string, [string, string]> = {
      ...LEGS,
      "BCH/JPY": ["1", "1"],
      "BCH/EUR": ["400", "401"],
      "BTC/JPY": ["2", "2"],
    };
    expect((await findReference(houseWith(direct), "BCH", "JPY", NOW))?.bid.toString()).toBe("67193.28067193");
    expect((await findReference(houseWith(direct), "BCH", "EUR", NOW))?.bid.toString()).toBe("400");
    expect((await findReference(houseWith(direct), "BTC", "JPY", NOW))?.bid.toString()).toBe("2");
    expect((await findReference(houseWith(direct, []), "BCH", "JPY", NOW))?.bid.toString()).toBe("1");
  });
});

test("a feed's fault is known by its name and kind", () => {
  const { name, kind, message } = new FeedFault("AWAY", "No answer.");
  expect([name, kind, message]).toEqual(["FeedFault", "AWAY", "No answer."]);
});
