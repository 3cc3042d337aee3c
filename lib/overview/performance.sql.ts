// Written from performance.sql and the database's own description by `node .config/statements.ts`.
import { query } from "#lib/kernel/statement.ts";

type PerformanceJsonValues = {
  now: Date;
  days: number;
  accountId: string;
  fiat: string;
  high: number;
};
type PerformanceJsonRow = {
  conversions: string;
  deliveries: string;
};
export const performanceJson = query<PerformanceJsonValues, PerformanceJsonRow>({
  text: () => `with span as (
  select date_trunc('day', $1::timestamptz, 'UTC') - make_interval(days => $2::int) as first
), sold as (
  select to_char(v.executed_at at time zone 'UTC', 'YYYY-MM-DD') as day, v.fiat_units,
    o.proceeds - o.fee - amount_of(v.fiat_units, v.fiat) * o.filled_units / o.quantity_units as result,
    slippage_bps(o.proceeds, amount_of(o.filled_units, v.base), (q.price_inputs ->> 'bid')::numeric) as slippage
  from conversion v cross join span join quote q on q.id = v.live_quote_id
    join venue_order o on o.conversion_id = v.id and o.status = 'FILLED' and o.filled_units > 0
  where v.account_id = $3::uuid and v.fiat = $4 and v.status = 'EXECUTED' and v.executed_at >= span.first
), credited as (
  select to_char(f.filled_at at time zone 'UTC', 'YYYY-MM-DD') as day,
    greatest(epoch_ms(f.filled_at) - epoch_ms(d.first_seen), 0) as ms
  from fill f join deposit d on d.id = f.deposit_id cross join span
  where d.account_id = $3::uuid and f.method <> 'CONVERSION' and f.reversed_at is null and f.filled_at >= span.first
)
select
  (select coalesce(json_agg(json_build_object('day', day, 'count', count, 'sold', amount_of(sold, $4),
      'result', trim_scale(round(result, asset_scale($4))), 'slippageMedian', trim_scale(middle), 'slippageHigh', trim_scale(high)) order by day), '[]')
    from (select day, count(*), sum(fiat_units) as sold, sum(result) as result,
        percentile_disc(0.5) within group (order by slippage) as middle,
        percentile_disc($5::double precision) within group (order by slippage) as high
      from sold group by day) c)::text as "conversions",
  (select coalesce(json_agg(json_build_object('day', day, 'count', count, 'medianMs', middle, 'highMs', high) order by day), '[]')
    from (select day, count(*), percentile_disc(0.5) within group (order by ms) as middle,
        percentile_disc($5::double precision) within group (order by ms) as high
      from credited group by day) t)::text as "deliveries"`,
  values: ["now", "days", "accountId", "fiat", "high"],
});
