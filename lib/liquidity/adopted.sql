-- name: identityOf
select order_identity(:depositId?::uuid, :conversionId?::uuid) as identity, epoch from deployment

-- name: takenRefs
select client_ref from venue_order where client_ref = any(:refs::text[])

-- name: freeAdopted
select a.client_ref, a.trades from adopted_order a
where a.client_ref = any(:refs::text[]) and a.side = :side and a.asset = :base and a.fiat = :fiat
  and not exists (select from venue_order o where o.client_ref = a.client_ref)

-- name: insertAdopted
insert into adopted_order (client_ref, venue, side, asset, fiat, trades, adopted_at)
select :clientRef, :venue, :side, :base, :fiat, :trades::jsonb, business_now()
where not exists (select from venue_order o where o.client_ref = :clientRef)
  and not exists (select from adopted_order a where a.client_ref = :clientRef)

-- name: unclaimedAdopted
select a.client_ref, a.venue, a.side, a.asset, a.fiat, a.trades, a.adopted_at from adopted_order a
where a.adopted_at < business_now() - :afterMs::double precision * interval '1 millisecond'
  and not exists (select from venue_order o where o.client_ref = a.client_ref)
order by a.adopted_at, a.client_ref limit :limit

-- name: knownTrades
select t.trade_id as "tradeId!" from venue_trade t where t.venue = :venue and t.trade_id = any(:tradeIds::text[])
union select w.id from unnest(:tradeIds::text[]) w(id) where exists (select from adopted_order a
  where a.venue = :venue and a.trades @> jsonb_build_array(jsonb_build_object('tradeId', w.id)))

-- name: inDoubt
select asset, fiat, min(created_at) as "since!" from venue_order
where venue = :venue and (status = 'OPEN' or (status = 'REFUSED' and missed and tries < :looks::integer)) group by asset, fiat
