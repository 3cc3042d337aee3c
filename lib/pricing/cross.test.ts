import { describe, expect, test } from "vitest";
import type { House } from "#lib/house.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Cross } from "#lib/kernel/env-venues.ts";
import type { PriceSource } from "./market.ts";
import { findReference, midOf, priceInputs } from "./reference.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const BCH_JPY: Cross = { base: "BCH", fiat: "JPY", via: "USD", bridge: "USDT" };

/** Two sources that say the same of each pair. */
function houseWith(told: Record<string, [bid: string, ask: string]>, crosses: readonly Cross[] = [BCH_JPY]): House {
  const source = (name: string): PriceSource => ({
    name,
    async samples(base, fiat) {
      const said = told[`${base}/${fiat}`];
      return said ? [{ source: name, bid: Decimal.from(said[0]), ask: Decimal.from(said[1]), at: NOW }] : [];
    },
  });
  return { env: { crosses }, mode: "live", prices: [source("a"), source("b")] } as unknown as House;
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

  test("rules only the pair it is configured for, and that alone", async () => {
    const direct: Record<string, [string, string]> = { ...LEGS, "BCH/JPY": ["1", "1"], "BCH/EUR": ["400", "401"] };
    expect((await findReference(houseWith(direct), "BCH", "JPY", NOW))?.bid.toString()).toBe("67193.28067193");
    expect((await findReference(houseWith(direct), "BCH", "EUR", NOW))?.bid.toString()).toBe("400");
    expect((await findReference(houseWith(direct, []), "BCH", "JPY", NOW))?.bid.toString()).toBe("1");
  });
});
