import type { SelfTest } from "#e2e/world/planted.ts";

/** What the feeds must find: a price where there must be none, none where one is right, or another one. */
export const selfTest: SelfTest = {
  args: [],
  seeds: 1,
  faults: [
    {
      name: "samples stay fresh for five seconds more",
      plants: [
        {
          file: "lib/pricing/reference.ts",
          old: "export const FRESH_MS = 15_000;",
          new: "export const FRESH_MS = 20_000;",
        },
      ],
    },
    {
      name: "one source is enough",
      plants: [{ file: "lib/pricing/reference.ts", old: "  sourcesNeeded: 2,", new: "  sourcesNeeded: 1," }],
    },
    {
      name: "of an even number of bids the upper middle one counts",
      plants: [
        {
          file: "lib/pricing/reference.ts",
          old: "return upper === lower ? upper : upper",
          new: "return upper ? upper : upper",
        },
      ],
    },
    {
      name: "sources may lie three per cent apart",
      plants: [{ file: "lib/pricing/reference.ts", old: "  maxOffBps: 100,", new: "  maxOffBps: 300," }],
    },
    {
      name: "a price may leap to ten times the last one",
      plants: [{ file: "lib/pricing/reference.ts", old: "  maxJump: 2n,", new: "  maxJump: 20n," }],
    },
    {
      name: "a source speaks by its oldest sample",
      plants: [{ file: "lib/pricing/reference.ts", old: "sample.at > known.at", new: "sample.at < known.at" }],
    },
    {
      name: "half of the sources are enough",
      plants: [
        {
          file: "lib/pricing/reference.ts",
          old: "2 * near.length <= quotes.length",
          new: "2 * near.length < quotes.length",
        },
      ],
    },
    {
      name: "prices are rounded up",
      plants: [
        {
          file: "lib/pricing/price.ts",
          old: "return Decimal.of(exact.floorUnits(places), places);",
          new: "return Decimal.of(exact.floorUnits(places) + 1n, places);",
        },
      ],
    },
    {
      name: "the spread is not taken",
      plants: [
        {
          file: "lib/pricing/price.ts",
          old: 'at.feeModel === "SPREAD" ? lessBps(at.bid, at.spreadBps) : at.bid',
          new: "at.bid",
        },
      ],
    },
    {
      name: "a bill's quantity is rounded down",
      plants: [
        {
          file: "lib/pricing/price.ts",
          old: "return ceilDiv(wanted, 10n ** BigInt(scaleOf(bill.fiat)) * bill.price.units * soldShare);",
          new: "return floorDiv(wanted, 10n ** BigInt(scaleOf(bill.fiat)) * bill.price.units * soldShare);",
        },
      ],
    },
    {
      name: "a quote promises a unit less than its price makes",
      plants: [
        {
          file: "lib/conversions/quote-conversion.ts",
          old: "      fiatUnits: sale.fiatUnits,\n",
          new: "      fiatUnits: sale.fiatUnits - 1n,\n",
        },
      ],
    },
  ],
};
