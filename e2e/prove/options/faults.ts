import type { SelfTest } from "#e2e/world/planted.ts";

const TREATMENT = "lib/deposits/treatment.ts";

/** What the adversary must find: ways to be paid at a price that is not promised to it, or beyond the limits. */
export const selfTest: SelfTest = {
  args: ["--paths", "60", "--whole", "0"],
  seeds: 2,
  faults: [
    {
      name: "a hold may be released at P for ever",
      plants: [
        {
          file: TREATMENT,
          old: "return released !== undefined && released.at > promisedUntil(terms, confirmedAt, released.holder);",
          new: "return false && promisedUntil(terms, confirmedAt, 'HOUSE') > confirmedAt;",
        },
      ],
    },
    {
      name: "the guarantee lasts four hours",
      plants: [
        {
          file: TREATMENT,
          old: "if (confirmedMs > terms.guaranteeMs)",
          new: "if (confirmedMs > 2 * terms.guaranteeMs)",
        },
      ],
    },
    {
      name: "money seen an hour after expiry is in time",
      plants: [{ file: TREATMENT, old: "if (seenMs > 0)", new: "if (seenMs > 3_600_000)" }],
    },
    {
      name: "twice Q is sold at P",
      plants: [
        {
          file: TREATMENT,
          old: "minOf(units, terms.quantityUnits - usedUnits(standing))",
          new: "minOf(units, 2n * terms.quantityUnits - usedUnits(standing))",
        },
      ],
    },
    {
      name: "an account is promised ten times as much in live",
      plants: [{ file: "lib/settings/setting.ts", old: ': "100000");', new: ': "1000000");' }],
    },
    {
      name: "no bill is counted as a promise",
      args: ["--paths", "1", "--whole", "1"],
      plants: [
        {
          sql: "create or replace function promises_price(b bill) returns boolean language sql immutable as 'select false'",
        },
      ],
    },
    {
      name: "the report takes what the market pays with the fee",
      args: ["--paths", "1", "--whole", "4"],
      plants: [
        {
          sql: "create or replace function market_fiat(f fill, asset text, fiat text) returns numeric language sql immutable as 'select floor(f.market_bid * f.quantity_units * unit_of(asset) * power(10::numeric, asset_scale(fiat)))'",
        },
      ],
    },
  ],
};
