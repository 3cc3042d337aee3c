import type { SelfTest } from "#e2e/world/planted.ts";

const STATEMENT = "lib/ledger/statement.sql.ts";
const HOLDINGS = "lib/ledger/holdings.ts";
const PRICING = "lib/pricing/pricing.sql.ts";
const PLACES = "lib/places/places.sql.ts";
const WORTH = "lib/pricing/worth.ts";

/** What the instants must find: what is counted twice, not at all, of somebody else, at another time or at another price. */
export const selfTest: SelfTest = {
  args: ["--hours", "12", "--instants", "60"],
  seeds: 1,
  faults: [
    {
      name: "what is posted at the very instant has been posted before it",
      plants: [
        {
          file: STATEMENT,
          old: "width_bucket(u.at, $1::timestamptz[])",
          new: "width_bucket(u.at - interval '1 microsecond', $1::timestamptz[])",
        },
        { file: STATEMENT, old: "p.transaction_id) < a.at)", new: "p.transaction_id) <= a.at)" },
      ],
    },
    {
      name: "a posting between the ranges of ids is left out",
      plants: [{ file: STATEMENT, old: "and p.id > a.before_id and", new: "and p.id > a.before_id + 1 and" }],
    },
    {
      name: "a period's end is part of it",
      plants: [
        {
          file: STATEMENT,
          old: "$3::timestamptz) m order by m.asset, m.sub",
          new: "$3::timestamptz + interval '1 ms') m order by m.asset, m.sub",
        },
      ],
    },
    {
      name: "a price kept at the very instant is one before it",
      plants: [{ file: PRICING, old: "k.at < i.at order by k.at desc", new: "k.at <= i.at order by k.at desc" }],
    },
    {
      name: "the first price after the instant counts",
      plants: [{ file: PRICING, old: "k.at < i.at order by k.at desc", new: "k.at > i.at order by k.at" }],
    },
    {
      name: "balances are everybody's",
      plants: [
        {
          file: STATEMENT,
          old: "from ledger_account l where l.account_id = $2::uuid\n),\n  uncovered",
          new: "from ledger_account l where $2::uuid is not null and l.account_id is not null\n),\n  uncovered",
        },
      ],
    },
    {
      name: "customers are everybody's",
      plants: [
        {
          file: "lib/customers/store.ts",
          old: "from bill_sums(${accountId}::uuid, null,",
          new: "from account e cross join lateral bill_sums(case when ${accountId}::uuid is not null then e.id end, null,",
        },
      ],
    },
    {
      name: "outcomes are everybody's",
      plants: [
        {
          file: "lib/overview/outcomes.sql.ts",
          old: "from bill_sums($1::uuid, null,",
          new: "from account e cross join lateral bill_sums(case when $1::uuid is not null then e.id end, null,",
        },
      ],
    },
    {
      name: "fees are part of what went",
      plants: [
        {
          file: STATEMENT,
          old: `as subaccount, m.received as "received", m.went as "went"`,
          new: `as subaccount, m.received as "received", m.went + m.fees as "went"`,
        },
      ],
    },
    {
      name: "what is of no bill is in no customer's line",
      plants: [
        {
          file: STATEMENT,
          old: "m order by m.asset, m.subaccount = ''",
          new: "m where m.subaccount <> '' order by m.asset, m.subaccount = ''",
        },
      ],
    },
    {
      name: "what is of no bill is nothing",
      plants: [
        {
          file: STATEMENT,
          old: "coalesce($2::text, ''), $3::timestamptz, $4::timestamptz)",
          new: "coalesce($2::text, 'nobody'), $3::timestamptz, $4::timestamptz)",
        },
      ],
    },
    {
      name: "values are rounded up",
      plants: [
        {
          file: "lib/kernel/money.ts",
          old: "value.floorUnits(scaleOf(asset))",
          new: "value.ceilUnits(scaleOf(asset))",
        },
      ],
    },
    {
      name: "values below zero are rounded towards it",
      plants: [
        {
          file: "lib/kernel/decimal.ts",
          old: "return floorDiv(this.units, 10n ** BigInt(this.scale - scale));",
          new: "return this.units / 10n ** BigInt(this.scale - scale);",
        },
      ],
    },
    {
      name: "a rate takes the bridge's bid in both fiats",
      plants: [{ file: WORTH, old: "dividedDown(given.ask,", new: "dividedDown(given.bid," }],
    },
    {
      name: "another bridge comes first",
      plants: [{ file: WORTH, old: `["USDC", "USDT", "BTC", "BCH"]`, new: `["USDT", "USDC", "BTC", "BCH"]` }],
    },
    {
      name: "what has no price is not named",
      plants: [{ file: HOLDINGS, old: "else if (!quantity.isZero())", new: "else if (quantity.units < 0n)" }],
    },
    {
      name: "what is owed is held",
      plants: [{ file: HOLDINGS, old: "locked + reserved - owed", new: "locked + reserved + owed" }],
    },
    {
      name: "what lies somewhere is what lies there now",
      plants: [{ file: PLACES, old: "case when a.at is null then l.balance", new: "case when true then l.balance" }],
    },
    {
      name: "what is bound to conversions is the house's own",
      plants: [
        {
          file: "lib/places/owned.ts",
          old: "pending + available + locked + reserved - owed",
          new: "pending + available + reserved - owed",
        },
      ],
    },
    {
      name: "a place bears costs twice",
      plants: [{ file: PLACES, old: "greatest(-net - fee, 0)", new: "greatest(-net, 0)" }],
    },
    {
      name: "days close a day early",
      plants: [
        {
          file: "lib/ledger/get-balance-history.ts",
          old: "(count - 2 - at) * DAY_MS",
          new: "(count - 1 - at) * DAY_MS",
        },
      ],
    },
    {
      name: "crypto that is free is all that was not converted",
      plants: [
        {
          file: "lib/customers/customers.sql.ts",
          old: "and b.unconverted_units > b.locked_units group by 1",
          new: "group by 1",
        },
        {
          file: "lib/customers/customers.sql.ts",
          old: "from bill b cross join lateral convertible_deposits(b) d",
          new: "from bill b join deposit d on d.bill_id = b.id and d.unconverted_units > 0",
        },
      ],
    },
    {
      name: "a day's volume rounds up what was kept",
      plants: [
        {
          file: "lib/overview/overview.sql.ts",
          old: "trim_scale(trunc(sum(kept),",
          new: "trim_scale(round(sum(kept),",
        },
      ],
    },
    {
      name: "a stablecoin is cash on the overview, and crypto too",
      plants: [
        {
          file: "components/charts/stack.ts",
          old: "isFiat(symbol) === ofCash)",
          new: 'isFiat(symbol) === ofCash || symbol === "USDC")',
        },
      ],
    },
  ],
};
