import { ONE } from "./running.fixture.ts";

const BOOKED = "each sale is booked as its fill says";
const EXECUTED = "a conversion is executed at its quote, and its fills are all of it";
const LIVE = "an item is live as long as its invoice is";
const USED = "what a deposit uses up of its bill's quantity is what was sold of that, or waits to be";

const PROCESSING = (parts: string) =>
  `update deposit set status = 'PROCESSING', decision = '{"parts": [${parts}]}' where ${ONE("deposit", "guaranteed_units > 0")}`;

/** What a superuser does to sales, by the rule that tells of it. */
export const SALES_BREAKS: readonly (readonly [rule: string, sql: string])[] = [
  // The sums of the account's sales stay as they are.
  [
    BOOKED,
    `with two as (select min(f.id::text)::uuid as more, max(f.id::text)::uuid as less from fill f join bill b on b.id = f.bill_id
        group by b.account_id, b.fiat having count(*) > 1 limit 1)
      update fill f set fiat_units = fiat_units + case f.id when more then 5 else -5 end from two where f.id in (more, less)`,
  ],
  [BOOKED, `update fill set fee_units = fee_units + 1, quantity_units = quantity_units + 1 where ${ONE("fill")}`],
  [BOOKED, `update fill set effect_key = 'another' where ${ONE("fill")}`],
  [BOOKED, `delete from fill where ${ONE("fill")}`],
  ...[
    "update conversion set fiat_units = fiat_units * 10, price = price * 10 where status = 'EXECUTED'",
    "update conversion set fee_units = fee_units + 1 where status = 'EXECUTED'",
    "update quote set price = price + 1",
    "update quote set fiat_units = fiat_units + 1",
    "update fill set price = price + 1 where conversion_id is not null",
    "delete from fill where conversion_id is not null",
    "update conversion set status = 'CANCELLED' where status = 'EXECUTED'",
  ].map((sql) => [EXECUTED, sql] as const),
  ["items add up to their invoice", `update conversion set quantity_units = quantity_units + 1`],
  [
    LIVE,
    `update conversion_item set live = true where ${ONE("conversion_item")}; update conversion set status = 'CANCELLED'`,
  ],
  [LIVE, "update conversion_item set live = false; update conversion set status = 'QUOTED'"],
  [USED, "update deposit set guaranteed_units = 0 where guaranteed_units > 0"],
  [USED, `update deposit set guaranteed_units = guaranteed_units + 1 where ${ONE("deposit")}`],
  [USED, PROCESSING('{"kind": "FRESH", "units": "1", "atMost": "1"}')],
];
