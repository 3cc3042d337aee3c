import { decimalsOf, type Hand, moment, symbolOf } from "./amounts.ts";
import { add, type Figure, type Sheet } from "./figures.ts";
import type { Hands } from "./hands.ts";
import { EXPOSURE } from "./staff-pages.ts";
import { type Means, nameOf, shareOf, worthOfPlaces } from "./treasury.ts";
import { partsNow, worthNow } from "./worth.ts";

export type Read = { hands: Hands; now: number; hand: Hand };
const at = (value: unknown): number => new Date(value as string).getTime();

/** A decimal in an asset's smallest units, rounded down. */
function unitsOf(decimal: string, asset: string): bigint {
  const [whole = "0", fraction = ""] = decimal.replace("-", "").split(".");
  const places = decimalsOf(asset);
  const cut = BigInt(whole + fraction.padEnd(places, "0").slice(0, places));
  if (!decimal.startsWith("-")) return cut;
  return /[1-9]/.test(fraction.slice(places)) ? -cut - 1n : -cut;
}

/** Payments of every account that are not final, by what they are of. */
const SEEN = `select asset, count(*)::int as count, sum(quantity_units)::text as units, min(first_seen) as since,
    count(block_height)::int as in_blocks
  from deposit where status = 'UNCONFIRMED' group by asset order by asset`;
/** Moves of which a leaving is posted and no arrival. */
const UNDER_WAY = `select m.from_place, m.to_place, m.asset, m.quantity_units::text as units,
    (select max(f.at) from move_fact f where f.move_id = m.id and f.side = 'LEFT' and f.status = 'POSTED') as since
  from move m where exists (select from move_fact f where f.move_id = m.id and f.side = 'LEFT' and f.status = 'POSTED')
    and m.to_place is not null
    and not exists (select from move_fact f where f.move_id = m.id and f.side = 'ARRIVED' and f.status = 'POSTED') order by m.created_at`;

type Coming = { what: string; asset: string; units: bigint; since: number; figures: Figure[] };

async function comingOf({ rows }: Hands): Promise<{ moves: Coming[]; deposits: Coming[] }> {
  const moves = (await rows(UNDER_WAY)).map((row) => ({
    what: `${nameOf(row["from_place"])} – ${nameOf(row["to_place"])}`,
    asset: row["asset"],
    units: BigInt(row["units"]),
    since: at(row["since"]),
    figures: [],
  }));
  const deposits = (await rows(SEEN)).map((row) => ({
    what: `${row["count"] === 1 ? "1 deposit" : `${row["count"]} deposits`} of ${symbolOf(row["asset"])} seen, ${row["in_blocks"]} in blocks`,
    asset: row["asset"],
    units: BigInt(row["units"]),
    since: at(row["since"]),
    figures: [`${row["count"]}`, `${row["in_blocks"]}`],
  }));
  return { moves, deposits };
}

const sumUp = <One>(all: readonly One[], of: (one: One) => bigint): bigint =>
  all.reduce((sum, one) => sum + of(one), 0n);
const worthOf = ({ units, asset }: { units: bigint; asset: string }): bigint => worthNow(units, asset);

/** What comes next, each at its worth, and the sum of all. */
export async function arrivals(sheet: Sheet, { hands, now, hand }: Read): Promise<void> {
  const { moves, deposits } = await comingOf(hands);
  const all = [...moves, ...deposits];
  if (all.length > 0) add(sheet, "Arrives next | ", hand.sum(sumUp(all, worthOf), "EUR"));
  for (const one of all) {
    const row = `Arrives next | [${one.what}]`;
    add(sheet, `${row} What`, ...one.figures);
    add(sheet, `${row} Quantity`, hand.sum(one.units, one.asset));
    add(sheet, `${row} Since`, ...moment(one.since, now, hand));
    add(sheet, `${row} Value, EUR`, hand.money(worthOf(one), "EUR"));
  }
}

const STATIONS = {
  CHAIN: "Unconfirmed on chain",
  custody: "Custody",
  transit: "In transit",
  venue: "Venues",
  bank: "Banks",
};

/** What of the payers' money stands where on its way, as a table of the chart. */
export async function wayTable(sheet: Sheet, { hands, hand }: Read, { sums }: Means): Promise<void> {
  const { deposits } = await comingOf(hands);
  const places = sums.filter(({ code }) => /^(bank|transit|custody|venue)(:|$)/.test(code));
  const worth = worthOfPlaces(places, partsNow);
  const values = Object.keys(STATIONS).map((kind) =>
    kind === "CHAIN"
      ? sumUp(deposits, worthOf)
      : sumUp(
          places.filter(({ code }) => code.split(":")[0] === kind),
          worth,
        ),
  );
  const total = sumUp(values, (one) => one);
  for (const [place, station] of Object.values(STATIONS).entries()) {
    const row = `From the payer to the bank | [${station}]`;
    add(sheet, `${row} Value, EUR`, hand.money(values[place] ?? 0n, "EUR"));
    add(sheet, `${row} Share`, `${shareOf(values[place] ?? 0n, total)} %`);
  }
}

/** What is left to sell of each crypto, in parts, against what the venues have, as a table of the chart. */
export async function coverTable(sheet: Sheet, read: Read): Promise<void> {
  const { hands, hand } = read;
  const stocks = await stockOf(read);
  let [selling, having] = [0n, 0n];
  for (const row of await hands.rows(EXPOSURE)) {
    const [promised, seen, held, book] = ["promised", "seen", "held", "book"].map((name) => BigInt(row[name]));
    const { crypto } = row;
    const parts = partsOf({ promised: promised ?? 0n, seen: seen ?? 0n, held: held ?? 0n, book: book ?? 0n });
    const stock = sumUp(
      stocks.filter(({ symbol }) => symbol === crypto),
      ({ balance }) => most(unitsOf(balance, crypto), 0n),
    );
    const toSell = sumUp(Object.values(parts), (one) => one);
    const cell = (column: string, units: bigint) => {
      if (units !== 0n) add(sheet, `Exposure and cover | [${crypto}] ${column}`, hand.money(units, crypto));
    };
    for (const [column, units] of Object.entries(parts)) cell(column, units);
    cell("Total to sell", toSell);
    cell("At venues", stock);
    selling += worthNow(toSell, crypto);
    having += worthNow(stock, crypto);
    add(sheet, `Exposure and cover | [${crypto}] To sell, EUR`, hand.money(worthNow(toSell, crypto), "EUR"));
    if (toSell > 0n) add(sheet, `Exposure and cover | [${crypto}] Cover`, `${shareOf(stock, toSell)} %`);
  }
  // The sentence beside the title stands before it.
  add(sheet, "Balance over time | ", hand.sum(selling, "EUR"), hand.sum(having, "EUR"));
}

const most = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

function partsOf(of: Record<"promised" | "seen" | "held" | "book", bigint>): Record<string, bigint> {
  const seen = least(of.seen, of.promised);
  const held = least(of.held, of.promised - seen);
  return {
    "Open position": most(of.book, 0n),
    Unconfirmed: seen,
    Held: held,
    "Promised, not received": of.promised - seen - held,
  };
}

/** What every trade and transfer at a venue came to, to its last digit, and what trades took of it over 28 days. */
const STOCK = `
  with trades as (
    select t.venue, o.asset, o.fiat, t.quantity, t.crypto_fee, t.proceeds, t.fee, t.at, o.side = 'SELL' as sold
    from venue_trade t join venue_order o on o.id = t.order_id),
  moved as (
    select venue, asset as symbol, case when sold then -quantity else quantity end - crypto_fee as amount, at as traded from trades
    union all select venue, fiat, case when sold then proceeds else -proceeds end - fee, at from trades
    union all select venue, split_part(asset, '@', 1), case kind when 'DEPOSIT' then quantity - fee else -quantity - fee end, null
      from venue_transfer where status = 'DONE'),
  stock as (
    select venue, symbol, sum(amount)::text as balance,
      coalesce(-sum(amount) filter (where traded > business_now() - interval '28 days'), 0) / 28 as used from moved group by 1, 2)
  select s.venue, s.symbol, s.balance, round(s.used, 8)::text as used,
    (select json_build_object('floor', f.floor::text, 'target', f.target::text) from venue_stock f
      where f.venue = s.venue and f.symbol = s.symbol order by f.set_at desc, f.id desc limit 1) as wanted,
    coalesce((select sum(m.quantity_units) from move m where m.to_place = 'venue:' || s.venue and m.status in ('REQUESTED', 'APPROVED', 'SENT')
      and split_part(m.asset, '@', 1) = s.symbol), 0)::text as coming,
    (coalesce((select sum(b.promised_units) from bill b where b.crypto = s.symbol), 0)
      + coalesce((select sum(m.quantity_units) from move m where m.from_place = 'venue:' || s.venue and m.status = 'APPROVED'
        and split_part(m.asset, '@', 1) = s.symbol), 0))::text as promised
  from stock s`;

type Stock = {
  venue: string;
  symbol: string;
  balance: string;
  used: string;
  coming: string;
  promised: string;
  wanted: { floor: string | null; target: string | null } | null;
};
export const stockOf = async ({ hands }: Read): Promise<Stock[]> => (await hands.rows(STOCK)) as Stock[];

/** What the venues have against floor and target, and the move up to the target where the floor is near. */
export async function inventory(sheet: Sheet, read: Read, { sums }: Means): Promise<void> {
  const { hand } = read;
  add(sheet, "Arrives next | ", "28");
  for (const stock of await stockOf(read)) {
    const { venue, symbol, balance, used, coming, promised, wanted } = stock;
    const row = `Venue inventory | [${venue} ${symbol}]`;
    const cell = (column: string, units: bigint) => {
      if (units !== 0n) add(sheet, `${row} ${column}`, hand.money(units, symbol));
    };
    const has = unitsOf(balance, symbol);
    cell("Balance", has);
    cell("Promised, in transit", BigInt(promised));
    cell("Promised, in transit", BigInt(coming));
    cell("Net use per day", unitsOf(used, symbol));
    if (!wanted?.floor) continue;
    const [floor, target] = [unitsOf(wanted.floor, symbol), unitsOf(wanted.target ?? "0", symbol)];
    cell("Floor, target", floor);
    cell("Floor, target", target);
    const proposed = proposedOf(stock, sums);
    cell("Proposed move", proposed);
  }
}

/** How much would fill a venue up to its target, where the floor is near; of that what lies at one place of ours. */
export function proposedOf(stock: Stock, sums: Means["sums"]): bigint {
  const { symbol, balance, used, coming, promised, wanted } = stock;
  if (!wanted?.floor) return 0n;
  const [floor, target] = [unitsOf(wanted.floor, symbol), unitsOf(wanted.target ?? "0", symbol)];
  const left = unitsOf(balance, symbol) + BigInt(coming) - BigInt(promised);
  if (left - 2n * most(unitsOf(used, symbol), 0n) >= floor) return 0n;
  const at = sums
    .filter(({ code, asset }) => /^(custody|bank)/.test(code) && symbolOf(asset) === symbol)
    .reduce((greatest, { units }) => most(greatest, units), 0n);
  return most(least(target - left, at), 0n);
}

export { at as instant, unitsOf };
