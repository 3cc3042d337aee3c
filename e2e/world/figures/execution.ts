import { decimalsOf, literal } from "./amounts.ts";
import { add, type Figure, type Sheet } from "./figures.ts";
import type { Read } from "./treasury-now.ts";

const DAY_MS = 86_400_000;
const DAYS = 30;

/** What each order brought at each venue, with the mids that it is measured by. */
const ORDERS = `select to_char(min(t.at) at time zone 'UTC', 'YYYY-MM-DD') as day, t.venue, o.asset, o.fiat, o.side, o.purpose, b.strategy,
    count(*)::int as trades, sum(t.quantity_units)::text as units, sum(t.fiat_units)::text as cents, sum(t.fee_units)::text as fees,
    sum(t.proceeds)::text as proceeds, o.mid_filled::text as mid_filled,
    coalesce((select q.price_inputs ->> 'mid' from quote q where q.conversion_id = o.conversion_id and q.quoted_at <= o.created_at
      order by q.quoted_at desc limit 1), o.mid_placed::text) as mid_quoted
  from venue_trade t join venue_order o on o.id = t.order_id left join deposit d on d.id = o.deposit_id left join bill b on b.id = d.bill_id
  where t.at >= to_timestamp($1::double precision / 1000) group by o.id, t.venue, b.strategy`;
const ACCOUNTS = `select l.code, p.asset, (-sum(p.debit))::text as units from posting p join ledger_transaction t on t.id = p.transaction_id
  join ledger_account l on l.id = p.ledger_account_id where t.at >= to_timestamp($1::double precision / 1000)
  and l.code in ('house:book', 'house:result', 'house:fee:service', 'house:fee:transaction', 'house:venue-fee')
  group by 1, 2 having sum(p.debit) <> 0 order by 2`;

type Row = Record<string, string | number | null>;
type Sale = Record<(typeof SUMS)[number], bigint> & {
  day: string;
  name: string;
  group: string;
  units: bigint;
  asset: string;
};
const SUMS = ["orders", "trades", "proceeds", "atQuote", "drift", "atExecution", "slippage", "fees"] as const;

const PLACES = 30;
const ONE = 10n ** BigInt(PLACES);
const exact = (decimal: string): bigint => {
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.padEnd(PLACES, "0"));
};
const floor = (value: bigint, by: bigint): bigint => (value < 0n ? -((-value + by - 1n) / by) : value / by);
const sum = <One>(all: readonly One[], of: (one: One) => bigint): bigint =>
  all.reduce((total, one) => total + of(one), 0n);

const NAMES: Readonly<Record<string, string>> = {
  POOLED: "Hedges, all strategies",
  INVOICE: "Conversions",
  BOUGHT_BACK: "Bought back",
};

function strategyOf({ purpose, side, strategy }: Row): string {
  if (purpose === "HEDGE") return side === "SELL" ? "POOLED" : "BOUGHT_BACK";
  return purpose === "INVOICE" ? "INVOICE" : String(strategy);
}

/** One record of the API: a day's sums are rounded down to the fiat's unit once. */
function saleOf(key: string, rows: readonly Row[], fiat: string): Sale {
  const [day = "", strategy = "", venue = "", asset = ""] = key.split(" ");
  const signed = (row: Row, name: string) => (row["side"] === "SELL" ? 1n : -1n) * BigInt(row[name] ?? 0);
  const measured = rows.filter((row) => row["mid_quoted"] !== null && row["mid_filled"] !== null);
  const at = (name: string) =>
    sum(measured, (row) => (signed(row, "units") * exact(String(row[name]))) / 10n ** BigInt(decimalsOf(asset)));
  const brought = sum(measured, (row) => (row["side"] === "SELL" ? 1n : -1n) * exact(String(row["proceeds"])));
  const cut = (value: bigint) => floor(value, ONE / 10n ** BigInt(decimalsOf(fiat)));
  const [quoted, filled] = [at("mid_quoted"), at("mid_filled")];
  return {
    ...{ day, name: NAMES[strategy] ?? strategy, group: `${strategy} ${venue} ${asset}`, asset },
    units: sum(rows, (row) => signed(row, "units")),
    orders: BigInt(rows.length),
    trades: sum(rows, (row) => BigInt(row["trades"] ?? 0)),
    proceeds: sum(rows, (row) => signed(row, "cents")),
    fees: sum(rows, (row) => BigInt(row["fees"] ?? 0)),
    ...{ atQuote: cut(quoted), atExecution: cut(filled), drift: cut(quoted - filled), slippage: cut(filled - brought) },
  };
}

const TITLES: Readonly<Record<(typeof SUMS)[number], string>> = {
  orders: "Orders",
  trades: "Trades",
  proceeds: "Proceeds, EUR",
  atQuote: "Mid at quote, EUR",
  drift: "Market drift, EUR",
  atExecution: "Mid at execution, EUR",
  slippage: "Slippage, EUR",
  fees: "Venue fees, EUR",
};
const ACCOUNT_NAMES: Readonly<Record<string, string>> = {
  "house:book": "Open position",
  "house:result": "Result",
  "house:fee:service": "Service fees",
  "house:fee:transaction": "Transaction fees",
  "house:venue-fee": "Venue fees in crypto",
};

/** How well the house sold into EUR in the last days, the picture as a table, and what its accounts have of it. */
export async function executionPage({ hands, now, hand }: Read): Promise<Sheet> {
  const sheet: Sheet = new Map();
  const from = Math.floor(now / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS;
  const orders = ((await hands.rows(ORDERS, [from])) as Row[]).filter(({ fiat }) => fiat === "EUR");
  const records = Map.groupBy(orders, (row) => `${row["day"]} ${strategyOf(row)} ${row["venue"]} ${row["asset"]}`);
  const sales = [...records].map(([key, rows]) => saleOf(key, rows, "EUR"));
  const bps = (slippage: bigint, base: bigint) =>
    literal(floor(slippage * 1_000_000n, base < 0n ? -base : base), 2).replace("-", "−");
  const sums = (where: string, rows: readonly Sale[], names: readonly (typeof SUMS)[number][], base: boolean) => {
    const of = (name: (typeof SUMS)[number]) => sum(rows, (one) => one[name]);
    const share: Figure[] = of("atExecution") === 0n ? [] : [bps(of("slippage"), of("atExecution"))];
    for (const name of names) {
      const isCount = name === "orders" || name === "trades";
      add(sheet, `${where}${TITLES[name]}`, isCount ? `${of(name)}` : hand.money(of(name), "EUR"));
      if (name !== "slippage") continue;
      add(sheet, base ? `${where}${TITLES[name]}` : `${where}Slippage, bps`, ...share);
    }
  };
  sums("Slippage by day > Figures of the period | ", sales, SUMS.slice(2), true);
  for (const [day, same] of Map.groupBy(sales, (one) => one.day)) {
    const row = `Slippage by day | [${hand.day(Date.parse(`${day}T12:00:00Z`))}] `;
    add(sheet, `${row}Day, UTC`, hand.day(Date.parse(`${day}T12:00:00Z`)));
    sums(row, same, SUMS, false);
  }
  const groups = [...Map.groupBy(sales, (one) => one.group)].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [, same] of groups) {
    const [{ name, asset } = { name: "", asset: "" }] = same;
    const row = `By strategy, venue and pair | [${name}] `;
    add(
      sheet,
      `${row}Quantity`,
      hand.money(
        sum(same, (one) => one.units),
        asset,
      ),
    );
    sums(
      row,
      same,
      SUMS.filter((one) => one !== "atQuote"),
      false,
    );
  }
  for (const { code, asset, units } of await hands.rows(ACCOUNTS, [from]))
    add(sheet, `Operator accounts | [${ACCOUNT_NAMES[code]}] Credits − debits`, hand.money(BigInt(units), asset));
  return sheet;
}
