import type pg from "pg";
import { symbolOf } from "./amounts.ts";
import { type Bill, worth } from "./books.ts";
import type { Hands } from "./hands.ts";
import { EXPLICIT_FEE_BPS } from "./states.ts";

export type Quote = {
  id: string;
  price: string;
  at: number;
  until: number;
  fee: bigint;
  get: bigint;
  bid: string;
  mid: string;
};
export type Item = { depositId: string; billId: string; subaccount: string; units: bigint; fee: bigint; fiat: bigint };

/** A conversion by its rows; what it brought by the postings of its own. */
export type Trade = {
  id: string;
  base: string;
  fiat: string;
  status: string;
  maker: string;
  units: bigint;
  feeModel: string;
  createdAt: number;
  updatedAt: number;
  executedAt: number | null;
  cancelledAt: number | null;
  lastError: string | null;
  items: Item[];
  bills: number;
  quote: Quote | undefined;
  /** Every quote there was, oldest first. */
  quotes: Omit<Quote, "fee">[];
  sold: { price: string; fee: bigint; fiat: bigint } | undefined;
  /** What the venue filled of it; its money as decimals with all their digits. */
  venue: { filled: bigint; proceeds: string; fee: string } | undefined;
};

/** Every conversion of the demo account, newest first. */
export async function readTrades({ rows }: Hands, bills: readonly Bill[]): Promise<Trade[]> {
  const found =
    await rows(`select v.*, q.id as quote_id, q.price::text as quote_price, q.price_inputs ->> 'bid' as bid, q.price_inputs ->> 'mid' as mid, q.quoted_at, q.expires_at from conversion v
    left join quote q on q.id = v.live_quote_id join account a on a.id = v.account_id where a.name = 'demo' order by v.created_at desc, v.id desc`);
  const quoted = await rows<{
    conversion_id: string;
    id: string;
    price: string;
    bid: string;
    mid: string;
    quoted_at: Date;
    expires_at: Date;
  }>(
    "select conversion_id, id, price::text, price_inputs ->> 'bid' as bid, price_inputs ->> 'mid' as mid, quoted_at, expires_at from quote order by quoted_at, id",
  );
  const filled = await rows(`select conversion_id, sum(filled_units)::text as filled,
    sum(proceeds)::text as proceeds, trim_scale(sum(fee))::text as fee
    from venue_order where conversion_id is not null and filled_units > 0 group by 1`);
  const items = await rows(
    "select conversion_id, deposit_id, bill_id, quantity_units::text as units from conversion_item order by ordinal",
  );
  const posted = await rows<{ conversion_id: string; deposit_id: string; part: string; units: string }>(`
    select t.conversion_id, t.deposit_id, case when a.code like 'house:fee:%' then 'fee' else 'fiat' end as part, sum(p.amount)::text as units
    from posting p join ledger_transaction t on t.id = p.transaction_id join ledger_account a on a.id = p.ledger_account_id
    where t.event = 'invoice.sold' and (a.code like 'house:fee:%' or (a.code like 'acc:%:available' and p.asset ~ '^...$' and p.asset not in ('BTC', 'BCH')))
    group by 1, 2, 3`);
  const part = (trade: string, deposit: string, name: string) =>
    BigInt(
      posted.find((row) => row.conversion_id === trade && row.deposit_id === deposit && row.part === name)?.units ?? 0,
    );
  return found.map((row) => {
    const own: Item[] = items
      .filter((item) => item["conversion_id"] === row["id"])
      .map((item) => ({
        depositId: item["deposit_id"],
        billId: item["bill_id"],
        subaccount: bills.find(({ id }) => id === item["bill_id"])?.subaccount ?? "",
        units: BigInt(item["units"]),
        fee: part(row["id"], item["deposit_id"], "fee"),
        fiat: part(row["id"], item["deposit_id"], "fiat"),
      }));
    const trade = tradeOf(row, own);
    const quotes = quoted
      .filter((quote) => quote.conversion_id === trade.id)
      .map(({ id, price, bid, mid, quoted_at, expires_at }) => ({
        id,
        price,
        bid,
        mid,
        at: new Date(quoted_at).getTime(),
        until: new Date(expires_at).getTime(),
        get: worth(trade.units - feeOf(row, trade.units), row["base"], price, trade.fiat),
      }));
    const order = filled.find((one) => one["conversion_id"] === trade.id);
    const venue = order && {
      filled: BigInt(order["filled"]),
      proceeds: String(order["proceeds"]),
      fee: String(order["fee"]),
    };
    return { ...trade, quotes, venue };
  });
}

const feeOf = (row: pg.QueryResultRow, units: bigint): bigint =>
  row["fee_model"] === "EXPLICIT" ? (units * BigInt(EXPLICIT_FEE_BPS)) / 10_000n : 0n;

function tradeOf(row: pg.QueryResultRow, items: Item[]): Omit<Trade, "quotes" | "venue"> {
  const units = sum(items, (item) => item.units);
  const at = (name: string) => new Date(row[name] ?? 0).getTime();
  const { base, fiat } = row as { base: string; fiat: string };
  const fee = feeOf(row, units);
  const price = String(row["quote_price"]);
  const quote = row["quote_id"] && {
    id: row["quote_id"],
    price,
    bid: String(row["bid"]),
    mid: String(row["mid"]),
    at: at("quoted_at"),
    until: at("expires_at"),
    fee,
    get: worth(units - fee, base, price, fiat),
  };
  const sold = { price, fee: sum(items, (item) => item.fee), fiat: sum(items, (item) => item.fiat) };
  return {
    id: row["id"],
    base: symbolOf(base),
    fiat,
    status: row["status"],
    maker: makerOf(row["created_by"]),
    units,
    feeModel: row["fee_model"],
    createdAt: at("created_at"),
    updatedAt: at("updated_at"),
    executedAt: row["executed_at"] && at("executed_at"),
    cancelledAt: row["cancelled_at"] && at("cancelled_at"),
    lastError: row["last_error"],
    items,
    bills: new Set(items.map(({ billId }) => billId)).size,
    quote: quote || undefined,
    sold: row["status"] === "EXECUTED" ? sold : undefined,
  };
}

function makerOf(maker: string): string {
  const [kind, name = ""] = maker.split(":");
  return kind === "key" ? `…${name.slice(-6)}` : name;
}

const sum = (items: readonly Item[], of: (item: Item) => bigint): bigint =>
  items.reduce((all, item) => all + of(item), 0n);

/** How much crypto one unit of fiat is at a price, rounded down, with four digits that say something. */
export function turned(price: string, base: string): string {
  const [whole = "0", fraction = ""] = price.split(".");
  const divisor = BigInt(whole + fraction);
  for (let places = base === "USDT" || base === "USDC" ? 6 : 8; ; places += 1) {
    const units = 10n ** BigInt(places + fraction.length) / divisor;
    if (units >= 1000n || places === 16) {
      const digits = units.toString().padStart(places + 1, "0");
      return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
    }
  }
}
