import type { Fiat } from "#lib/kernel/assets.ts";
import type { Db } from "#lib/kernel/database.ts";
import { Raw } from "#lib/kernel/json.ts";
import type { ConversionDay, DeliveryDay } from "./performance-contract.ts";

const DAYS = 30;
/** The quantile that stands for "slow" and "dear": one of twenty is beyond it. */
const HIGH = 0.95;

/**
 * By day (UTC) as JSON text: executed conversions of one fiat, and how long deposits of the account took to fiat. Of an
 * order that the venue filled in part only that part counts. Quantiles are values that occurred: nothing is interpolated.
 */
export async function performanceJson(
  db: Db,
  accountId: string,
  fiat: Fiat,
  now: Date,
): Promise<{ conversions: Raw<ConversionDay[]>; deliveries: Raw<DeliveryDay[]> }> {
  const [row] = await db.$queryRaw<{ conversions: string; deliveries: string }[]>`
    with span as (
      select date_trunc('day', ${now}::timestamptz, 'UTC') - make_interval(days => ${DAYS - 1}::int) as first
    ), sold as (
      select to_char(v.executed_at at time zone 'UTC', 'YYYY-MM-DD') as day, v.fiat_units,
        o.proceeds - o.fee - amount_of(v.fiat_units, v.fiat) * o.filled_units / o.quantity_units as result,
        round((1 - o.proceeds / amount_of(o.filled_units, v.base) / (q.price_inputs ->> 'bid')::numeric) * 10000, 1) as slippage
      from conversion v cross join span join quote q on q.id = v.live_quote_id
        join venue_order o on o.conversion_id = v.id and o.status = 'FILLED' and o.filled_units > 0
      where v.account_id = ${accountId}::uuid and v.fiat = ${fiat} and v.status = 'EXECUTED' and v.executed_at >= span.first
    ), credited as (
      select to_char(f.filled_at at time zone 'UTC', 'YYYY-MM-DD') as day,
        greatest(epoch_ms(f.filled_at) - epoch_ms(d.first_seen), 0) as ms
      from fill f join deposit d on d.id = f.deposit_id cross join span
      where d.account_id = ${accountId}::uuid and f.method <> 'CONVERSION' and f.reversed_at is null and f.filled_at >= span.first
    )
    select
      (select coalesce(json_agg(json_build_object('day', day, 'count', count, 'sold', amount_of(sold, ${fiat}),
          'result', trim_scale(round(result, asset_scale(${fiat}))), 'slippageMedian', trim_scale(middle), 'slippageHigh', trim_scale(high)) order by day), '[]')
        from (select day, count(*), sum(fiat_units) as sold, sum(result) as result,
            percentile_disc(0.5) within group (order by slippage) as middle,
            percentile_disc(${HIGH}::double precision) within group (order by slippage) as high
          from sold group by day) c)::text as conversions,
      (select coalesce(json_agg(json_build_object('day', day, 'count', count, 'medianMs', middle, 'highMs', high) order by day), '[]')
        from (select day, count(*), percentile_disc(0.5) within group (order by ms) as middle,
            percentile_disc(${HIGH}::double precision) within group (order by ms) as high
          from credited group by day) t)::text as deliveries`;
  return { conversions: new Raw(row?.conversions ?? "[]"), deliveries: new Raw(row?.deliveries ?? "[]") };
}
