// Written from quality.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, query } from "#lib/kernel/statement.ts";

type ReadExecutionsValues = {
  from: Date;
  to: Date;
};
type ReadExecutionsRow = {
  day: string;
  strategy: string;
  venue: string;
  base: "BTC" | "BCH" | "USDT" | "USDC";
  fiat: "EUR" | "USD" | "GBP" | "CAD" | "JPY";
  orders: number;
  trades: number;
  units: Decimal;
  fiat_units: Decimal;
  fee_units: Decimal;
  at_quote: Decimal;
  at_execution: Decimal;
  measured_fiat: Decimal;
};
export const readExecutions = query<ReadExecutionsValues, ReadExecutionsRow>({
  text: () => `with
  sold as (
    select order_id, venue, min(at) as at, count(*) as trades, sum(quantity_units) as units, sum(proceeds) as proceeds,
      sum(fiat_units) as fiat_units, sum(fee_units) as fee_units
    from venue_trade where at between $1 and $2 group by 1, 2
  ), orders as (
    select o.id, s.at, o.deposit_id, o.conversion_id, d.bill_id, o.side, to_char(s.at at time zone 'UTC', 'YYYY-MM-DD') as day, s.venue, s.trades, s.fiat_units, s.fee_units, s.units, s.proceeds,
      case o.side when 'SELL' then 1 else -1 end as sign,
      case o.purpose when 'HEDGE' then case o.side when 'SELL' then 'POOLED' else 'BOUGHT_BACK' end when 'INVOICE' then 'INVOICE' else b.strategy end as strategy,
      o.asset as base, o.fiat, s.units / power(10::numeric, case when o.asset in ('BTC', 'BCH') then 8 else 6 end) as quantity,
      coalesce((select (q.price_inputs ->> 'mid')::numeric from quote q where q.conversion_id = o.conversion_id and q.quoted_at <= o.created_at
        order by q.quoted_at desc limit 1), o.mid_placed) as mid_quote, o.mid_filled as mid_execution
    from sold s join venue_order o on o.id = s.order_id left join deposit d on d.id = o.deposit_id left join bill b on b.id = d.bill_id
  )
select day as "day", strategy as "strategy", venue, base, fiat, count(*)::integer as "orders", sum(trades)::integer as "trades", sum(sign * units) as "units",
  sum(sign * fiat_units) as "fiat_units", sum(fee_units) as "fee_units",
  coalesce(sum(sign * quantity * mid_quote) filter (where mid_execution is not null), 0) as "at_quote",
  coalesce(sum(sign * quantity * mid_execution) filter (where mid_quote is not null), 0) as "at_execution",
  coalesce(sum(sign * proceeds) filter (where mid_quote is not null and mid_execution is not null), 0) as "measured_fiat"
from orders group by 1, 2, 3, 4, 5 order by 1 desc, 2, 3, 4, 5`,
  values: ["from", "to"],
});

type SoldOrdersValues = {
  from: Date;
  to: Date;
  day?: string | null | undefined;
  strategy?: string | null | undefined;
  venue?: string | null | undefined;
  base?: string | null | undefined;
  fiat: string;
  before?: string | null | undefined;
  count: number;
};
type SoldOrdersRow = {
  id: string;
  at: Date;
  day: string;
  strategy: string;
  venue: string;
  side: "SELL" | "BUY";
  base: "BTC" | "BCH" | "USDT" | "USDC";
  fiat: "EUR" | "USD" | "GBP" | "CAD" | "JPY";
  trades: bigint;
  units: Decimal;
  fiat_units: Decimal;
  fee_units: Decimal;
  conversion_id: string | null;
  bill_id: string | null;
  account: string | null;
  mid_quote: Decimal | null;
  mid_execution: Decimal | null;
  at_quote: Decimal | null;
  at_execution: Decimal | null;
  measured_fiat: Decimal;
};
/** The orders that readExecutions adds up, the one that was placed last first. */
export const soldOrders = query<SoldOrdersValues, SoldOrdersRow>({
  text: () => `with
  sold as (
    select order_id, venue, min(at) as at, count(*) as trades, sum(quantity_units) as units, sum(proceeds) as proceeds,
      sum(fiat_units) as fiat_units, sum(fee_units) as fee_units
    from venue_trade where at between $1 and $2 group by 1, 2
  ), orders as (
    select o.id, s.at, o.deposit_id, o.conversion_id, d.bill_id, o.side, to_char(s.at at time zone 'UTC', 'YYYY-MM-DD') as day, s.venue, s.trades, s.fiat_units, s.fee_units, s.units, s.proceeds,
      case o.side when 'SELL' then 1 else -1 end as sign,
      case o.purpose when 'HEDGE' then case o.side when 'SELL' then 'POOLED' else 'BOUGHT_BACK' end when 'INVOICE' then 'INVOICE' else b.strategy end as strategy,
      o.asset as base, o.fiat, s.units / power(10::numeric, case when o.asset in ('BTC', 'BCH') then 8 else 6 end) as quantity,
      coalesce((select (q.price_inputs ->> 'mid')::numeric from quote q where q.conversion_id = o.conversion_id and q.quoted_at <= o.created_at
        order by q.quoted_at desc limit 1), o.mid_placed) as mid_quote, o.mid_filled as mid_execution
    from sold s join venue_order o on o.id = s.order_id left join deposit d on d.id = o.deposit_id left join bill b on b.id = d.bill_id
  )
select o.id as "id", o.at as "at", o.day as "day", o.strategy as "strategy", o.venue as "venue", o.side as "side", o.base as "base", o.fiat as "fiat",
  o.trades as "trades", o.sign * o.units as "units", o.sign * o.fiat_units as "fiat_units", o.fee_units as "fee_units",
  o.conversion_id, o.bill_id, a.name as account, o.mid_quote, o.mid_execution,
  case when o.mid_execution is not null then o.sign * o.quantity * o.mid_quote end as at_quote,
  case when o.mid_quote is not null then o.sign * o.quantity * o.mid_execution end as at_execution, o.sign * o.proceeds as "measured_fiat"
from orders o left join conversion v on v.id = o.conversion_id left join bill b on b.id = o.bill_id
  left join account a on a.id = coalesce(v.account_id, b.account_id)
where ($3::text is null or o.day = $3::text) and ($4::text is null or o.strategy = $4::text)
  and ($5::text is null or o.venue = $5::text) and ($6::text is null or o.base = $6::text)
  and o.fiat = $7 and ($8::uuid is null or o.id < $8::uuid)
order by o.id desc limit $9::integer`,
  values: ["from", "to", "day", "strategy", "venue", "base", "fiat", "before", "count"],
});

type ReadHouseAccountsValues = {
  from: Date;
  to: Date;
};
type ReadHouseAccountsRow = {
  day: string;
  strategy: string;
  account: string;
  event: string;
  asset: string;
  units: Decimal;
};
export const readHouseAccounts = query<ReadHouseAccountsValues, ReadHouseAccountsRow>({
  text: () => `select to_char(m.day, 'YYYY-MM-DD') as "day", m.strategy as "strategy", replace(m.code, 'house:', '') as "account", m.event as "event",
  m.asset as "asset", m.units as "units"
from house_moved($1::timestamptz, $2::timestamptz + interval '1 microsecond') m order by 1 desc, 2, 3, 4, 5`,
  values: ["from", "to"],
});
