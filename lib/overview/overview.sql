-- name: overviewJson
with latest as (
  select e.type, e.object_id, e.at, e.data::json as data, e.tx, e.seq from event e
  where e.account_id = :accountId::uuid and e.type <> 'webhook.test' order by e.tx desc, e.seq desc limit :activity
)
select json_build_object(
  'open', (select coalesce(json_agg(json_build_object('fiat', fiat, 'count', count, 'sum', amount_of(sum, fiat)) order by fiat), '[]')
    from (select f.fiat, p.wide as sum, (select count(*) from bill b where b.account_id = :accountId::uuid and b.fiat = f.fiat
        and b.promised_units > 0 and still_promises(b, :now))
      from unnest(:fiats::text[]) f(fiat) cross join lateral promised_now(:accountId::uuid, f.fiat, '', true) p where p.wide > 0) o),
  'ending', (select json_build_object('count', count(*)) from bill b where b.account_id = :accountId::uuid
    and b.expires_at >= :now and b.expires_at < :now::timestamptz + interval '5 minutes' and b.standing_deposits = 0),
  'unconverted', (select coalesce(json_agg(json_strip_nulls(json_build_object('cryptoType', crypto_of(asset),
      'networkType', network_type_of(asset), 'count', count, 'quantity', amount_of(units, asset))) order by asset), '[]')
    from (select b.asset, count(distinct b.id), sum(d.unconverted_units - d.reserved_units) units
      from bill b cross join lateral convertible_deposits(b) d
      where b.account_id = :accountId::uuid and b.created_at >= :now::timestamptz - make_interval(days => :lookBackDays::int)
        and b.unconverted_units > b.locked_units group by b.asset) u),
  'volume', (select coalesce(json_agg(json_strip_nulls(json_build_object('day', day, 'cryptoType', crypto_of(asset),
      'networkType', network_type_of(asset), 'fiat', fiat, 'count', count, 'converted', amount_of(converted, fiat),
      'kept', kept, 'pending', pending)) order by day, asset, fiat), '[]')
    from (select day, asset, fiat, sum(paid) as count, sum(sold_units) as converted, trim_scale(trunc(sum(kept), asset_scale(fiat))) as kept,
        trim_scale(trunc(sum(pending), asset_scale(fiat))) as pending
      from bill_amounts_between(:accountId::uuid,
        date_trunc('day', :now::timestamptz, 'UTC') - make_interval(days => :volumeDays::int), 'infinity')
      group by 1, 2, 3 having sum(paid) > 0) d),
  'activity', (select coalesce(json_agg(json_strip_nulls(json_build_object('type', type, 'objectId', object_id, 'at', epoch_ms(at),
      'subaccount', data ->> 'subaccount', 'strategy', data ->> 'strategy',
      'cryptoType', coalesce(data ->> 'cryptoType', data ->> 'baseSymbol'), 'fiat', coalesce(data ->> 'fiat', data ->> 'quoteSymbol'),
      'asset', coalesce(data ->> 'asset', data ->> 'currency'), 'paymentId', data ->> 'paymentId',
      'beneficiary', data ->> 'beneficiary', 'reference', data ->> 'reference',
      'quantity', coalesce(data ->> 'quantity', data ->> 'due')::numeric, 'quantityReceived', (data ->> 'quantityReceived')::numeric,
      'fiatReceivable', (data ->> 'fiatReceivable')::numeric, 'fiatReceived', (data ->> 'fiatReceived')::numeric))
      order by tx desc, seq desc), '[]') from latest)
)::text as "overview!"
