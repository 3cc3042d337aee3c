-- name: performanceJson
with span as (
  select date_trunc('day', :now::timestamptz, 'UTC') - make_interval(days => :days::int) as first
), sold as (
  select to_char(v.executed_at at time zone 'UTC', 'YYYY-MM-DD') as day, v.fiat, r.rate, amount_of(v.fiat_units, v.fiat) as credited,
    o.proceeds - o.fee - amount_of(v.fiat_units, v.fiat) * o.filled_units / o.quantity_units as result,
    amount_of(o.filled_units, v.base) * (q.price_inputs ->> 'bid')::numeric - amount_of(v.fiat_units, v.fiat) * o.filled_units / o.quantity_units as spread,
    o.fee, slippage_bps(o.proceeds, amount_of(o.filled_units, v.base), (q.price_inputs ->> 'bid')::numeric) as slippage
  from conversion v cross join span join quote q on q.id = v.live_quote_id
    join venue_order o on o.conversion_id = v.id and o.status = 'FILLED' and o.filled_units > 0
    left join unnest(:fiats::text[], :rates::numeric[]) r(fiat, rate) on r.fiat = v.fiat
  where v.account_id = :accountId::uuid and v.status = 'EXECUTED' and v.executed_at >= span.first
), reach as materialized (
  -- Days that are summed up, and those that are read sale by sale.
  select p.first, p.last, case when p.whole then p.last + 1 else p.first end as next
  from span s cross join lateral summed_days(s.first, 'infinity') p
), delivered as (
  select d.day, d.sales, d.median_ms, d.high_ms
  from reach r join delivery_day d on d.account_id = :accountId::uuid and d.day >= r.first and d.day <= r.last and d.sales > 0
  union all
  select c.day, c.sales, c.median_ms, c.high_ms from reach r cross join lateral counted_deliveries(:accountId::uuid, r.next, 'infinity') c
)
select
  (select coalesce(json_agg(case when :withCost then json_build_object('day', day, 'count', count, 'sold', sold, 'result', result,
      'spread', spread, 'slippage', trim_scale(result - spread + fees), 'venueFees', fees,
      'slippageMedian', trim_scale(middle), 'slippageHigh', trim_scale(high))
      else json_build_object('day', day, 'count', count, 'sold', sold) end order by day), '[]')
    from (select day, count(*), coalesce(floor_to(sum(credited * rate), :fiat), 0) as sold, coalesce(floor_to(sum(result * rate), :fiat), 0) as result,
        coalesce(floor_to(sum(spread * rate), :fiat), 0) as spread, coalesce(floor_to(sum(fee * rate), :fiat), 0) as fees,
        percentile_disc(0.5) within group (order by slippage) as middle,
        percentile_disc(high_share()) within group (order by slippage) as high
      from sold group by day) c)::text as "conversions!",
  (select coalesce(json_agg(json_build_object('day', to_char(day, 'YYYY-MM-DD'), 'count', sales, 'medianMs', median_ms, 'highMs', high_ms)
      order by day), '[]') from delivered)::text as "deliveries!",
  (select coalesce(json_agg(distinct fiat), '[]') from sold where rate is null)::text as "unpriced!"
