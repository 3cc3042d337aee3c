/** Condition for one row of a table. */
export const ONE = (table: string, condition = "true") =>
  `ctid = (select ctid from ${table} where ${condition} order by 1 limit 1)`;

export const RANGES = "ranges of postings follow on each other, and say between which instants theirs were made";
/** A range of the first ten postings. */
export const RANGE = `with ten as (select min(t.at) as earliest, max(t.at) as latest from posting p join ledger_transaction t on t.id = p.transaction_id
    where p.id <= 10) insert into posting_range (last_id, after_id, earliest, latest)`;
export const RECOUNT = "what a range of postings says has moved in it is a recount";
/** What moved in them. */
export const SUMS = (received = "s.received") => `insert into posting_range_sum
  select 10, s.account_id, s.subaccount, s.asset, ${received}, s.went, s.fees, s.entries from (
    select t.account_id, coalesce(b.subaccount, '') as subaccount, v.asset, sum(v.received) as received, sum(v.went) as went, sum(v.fees) as fees,
      array_agg(e.first_id order by e.first_id) as entries
    from entered_between(0, 10) t cross join lateral (select min(p.id) as first_id from posting p where p.transaction_id = t.id) e left join bill b on b.id = t.bill_id cross join lateral moves_of(t) v group by 1, 2, 3) s`;

export const HOUSE_RECOUNT = "what a range of postings says has come to the house in it is a recount";
/** What came to the house in them. */
export const HOUSE_SUMS = (units = "sum(h.units)") => `insert into posting_range_house
  select 10, (h.at at time zone 'UTC')::date, h.strategy, h.code, h.event, h.asset, ${units} from house_postings(0, 10) h
  group by 2, 3, 4, 5, 6 having sum(h.units) <> 0`;

const BILL_DAYS = "what a day that is summed up says of its bills is a recount";
/** All days there are, summed up. */
const BILL_SUMS = `select sum_bill_days('2000-01-01', utc_day(max(created_at))) from bill;
  update bill_day_reach set closed = (select utc_day(max(created_at)) from bill), closing = null, seen = null`;
const AMOUNT_DAYS = "what a day that is summed up says of its amounts is a recount";
const AMOUNTS =
  "quantity_units fiat_units received_units unconverted_units fiat_received_units paid sold_units kept pending bills".split(
    " ",
  );
const DELIVERY_DAYS = "what a day that is summed up says of its deliveries is a recount";
const BLOCKS = "what a hundred addresses of a wallet come to is a recount";
const DAYS_RECOUNT = "what trading took out of a venue on a day is a recount of its trades";

/** What a superuser does to what balances and movements of the past are read from, by the rule that tells of it. */
export const RUNNING_BREAKS: readonly (readonly [rule: string, sql: string])[] = [
  [
    "every posting says what its account stands at after it",
    `update posting set balance = balance + 1 where ${ONE("posting")}`,
  ],
  ...[
    "select 10, 0, earliest + interval '1 second', latest from ten",
    "select 10, 0, earliest, latest - interval '1 second' from ten",
    "select 10, 5, earliest, latest from ten",
  ].map((range) => [RANGES, `${RANGE} ${range}`] as const),
  ...[
    "",
    SUMS("s.received + 1"),
    `${SUMS()}; update posting_range_sum set entries = entries[2:] where ${ONE("posting_range_sum")}`,
    `${SUMS()}; update posting_range_sum set asset = 'LTC' where ${ONE("posting_range_sum")}`,
  ].map((sums) => [RECOUNT, `${RANGE} select 10, 0, earliest, latest from ten; ${sums}`] as const),
  ...[
    "",
    HOUSE_SUMS("sum(h.units) + 1"),
    `${HOUSE_SUMS()}; update posting_range_house set day = day - 1 where ${ONE("posting_range_house")}`,
  ].map((sums) => [HOUSE_RECOUNT, `${RANGE} select 10, 0, earliest, latest from ten; ${SUMS()}; ${sums}`] as const),
  ...["set taken = taken + 0.01", "set fraction = fraction + 0.001", "set day = day - 1"].map(
    (change) => [DAYS_RECOUNT, `update venue_day ${change} where ${ONE("venue_day")}`] as const,
  ),
  ...[
    "set bills = bills + 1",
    "set units = units + 1",
    "set outcome = 'LOST'",
    "set day = day - 1",
    "set last_bill_at = last_bill_at + interval '1 day'",
  ].map((change) => [BILL_DAYS, `${BILL_SUMS}; update bill_day ${change} where ${ONE("bill_day")}`] as const),
  [BILL_DAYS, `${BILL_SUMS}; delete from bill_day where ${ONE("bill_day")}`],
  ...["sales = sales + 1", "median_ms = median_ms + 1", "high_ms = high_ms - 1", "day = day - 1"].map(
    (change) =>
      [DELIVERY_DAYS, `${BILL_SUMS}; update delivery_day set ${change} where ${ONE("delivery_day")}`] as const,
  ),
  ...[...AMOUNTS.map((column) => `${column} = ${column} + 1`), "day = day - 1", "fiat = 'LOST'", "asset = 'LOST'"].map(
    (change) =>
      [AMOUNT_DAYS, `${BILL_SUMS}; update bill_amount_day set ${change} where ${ONE("bill_amount_day")}`] as const,
  ),
  [AMOUNT_DAYS, `${BILL_SUMS}; delete from bill_amount_day where ${ONE("bill_amount_day")}`],
  [DELIVERY_DAYS, `${BILL_SUMS}; delete from delivery_day where ${ONE("delivery_day")}`],
  [BILL_DAYS, "update bill_day_reach set closed = 'infinity', closing = null"],
  [BILL_DAYS, "delete from bill_day_reach"],
  ...[
    "derived = derived + 1",
    "paid = paid + 1",
    "first_used = 7",
    "last_used = 7",
    "longest_gap = 7",
    "nth = nth + 1000",
  ].map((change) => [BLOCKS, `update wallet_block set ${change} where ${ONE("wallet_block")}`] as const),
  [BLOCKS, `delete from wallet_block where ${ONE("wallet_block")}`],
  ...["filled_units = filled_units + 1", "proceeds = proceeds + 1", "side = 'BUY'"].map(
    (change) =>
      [
        "what was traded at the sandbox's venue is a recount of its orders",
        `update sandbox_traded set ${change} where ${ONE("sandbox_traded", "side = 'SELL'")}`,
      ] as const,
  ),
  [RANGES, "delete from posting_range"],
  [RANGES, "update posting_range set earliest = now() where last_id = 0"],
];
