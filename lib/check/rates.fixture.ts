import { ONE } from "./running.fixture.ts";

const RATES = "a bill's rates, spans and limits are the settings of when it was made";
const PRICE = "a sale's price is its bill's or its quote's, and its worth is what was sold at that price";
const MADE = "entries are of the time at which they were made, one after the other";
const TOGETHER = "an entry, and what was done and told with it, are of one time";
const LOTS = "what the house has bought follows on what it had bought before, and is of the time of its purchase";

const ENTRY = (event: string) => ONE("ledger_transaction", `event = '${event}'`);
const LOT = "(asset, fiat) = (select asset, fiat from book_lot limit 1)";

/** What a superuser does to terms, prices and times, by the rule that tells of it. */
export const RATES_BREAKS: readonly (readonly [rule: string, sql: string])[] = [
  ...[
    "spread_bps = spread_bps + 1",
    "explicit_fee_bps = explicit_fee_bps - 1",
    "transaction_fee_bps = 0",
    "guarantee_ms = guarantee_ms * 2",
    "hold_grace_ms = hold_grace_ms + 1",
    "max_depth_bps = 5000",
    "tolerance_bps = 5000",
    "deposit_limit = 1000",
    "confirmation_tiers = '3'",
  ].map((change) => [RATES, `update bill set ${change} where ${ONE("bill")}`] as const),
  // The world's own settings were made shortly before its bills.
  [
    RATES,
    `update setting set valid_from = valid_from - interval '1 hour'; update bill set overpayment = case overpayment when 'KEEP' then 'CONVERT' else 'KEEP' end`,
  ],
  ...["RFQ", "CONVERSION"].flatMap((method) =>
    ["price = price + 0.00000001", "gross = gross + 0.01", "gross = gross - 0.0000000001"].map(
      (change) => [PRICE, `update fill set ${change} where ${ONE("fill", `method = '${method}'`)}`] as const,
    ),
  ),
  [PRICE, "update bill set price = price + 1"],
  // Both are changed, so that one follows from the other: what was booked is the witness.
  ...["FRESH", "MARKET"].map(
    (method) =>
      [
        PRICE,
        `update fill set method = '${method}', price = price * 2, gross = gross * 2 where ${ONE("fill", "method = 'RFQ'")}`,
      ] as const,
  ),
  [PRICE, `update fill set method = 'MARKET', price = price + 0.00000001 where ${ONE("fill", "method = 'RFQ'")}`],
  ...["- interval '1 day'", "+ interval '1 day'"].map(
    (by) => [MADE, `update ledger_transaction set at = at ${by} where ${ENTRY("deposit.sold")}`] as const,
  ),
  // All that was booked by a transaction is moved, and the newest with it.
  [
    MADE,
    "update ledger_transaction set at = at + interval '1 day' where tx = (select max(tx::text::bigint)::text::xid8 from ledger_transaction)",
  ],
  [MADE, "update deployment set mode = 'live'; update ledger_transaction set at = at - interval '1 hour'"],
  [MADE, "update ledger_transaction set at = at - interval '1 day'"],
  ...["deposit.sold", "invoice.sold", "deposit.confirmed"].map(
    (event) =>
      [TOGETHER, `update ledger_transaction set at = at + interval '2 minutes' where ${ENTRY(event)}`] as const,
  ),
  [TOGETHER, `update fill set filled_at = filled_at - interval '1 day' where ${ONE("fill")}`],
  [LOTS, `update book_lot set at = at - interval '1 day' where ${LOT}`],
  [LOTS, `update book_position set bought_units = bought_units + 1 where ${LOT}`],
  [
    LOTS,
    "insert into book_lot (asset, fiat, at, units, upto) values ('BCH', 'CAD', now(), 5, 5), ('BCH', 'CAD', now(), 2, 8)",
  ],
];
