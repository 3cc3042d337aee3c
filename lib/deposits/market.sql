-- name: billsToSettle
select distinct bill_id as "bill_id!" from (
  (select d.bill_id from deposit d join chain_cursor c on c.network = d.network
   where d.status = 'UNCONFIRMED' and c.paused_reason is null
     and d.block_height <= least(c.height, coalesce(c.agreed_height, c.height)) - d.confirmations_required + 1
   order by d.block_height, d.position limit :limit)
  union all
  (select d.bill_id from deposit d join bill b on b.id = d.bill_id
   where d.status = 'PROCESSING' and d.treat_after <= business_now() and not coalesce(d.decision->'parts' @> '[{"kind": "MARKET"}]', false)
     and (d.give_up_at <= business_now() or exists (select from unnest(:bases::text[], :fiats::text[]) p(base, fiat) where p.base = b.crypto and p.fiat = b.fiat))
   order by d.treat_after limit :limit)
) due

-- name: setTreatAfter
update deposit set treat_after = business_now() + :afterMs?::double precision * interval '1 millisecond', updated_at = business_now()
where id = :depositId::uuid

-- name: lookAgain
update deposit set treat_after = least(business_now() + :afterMs::double precision * interval '1 millisecond', give_up_at)
where id = :depositId::uuid and status = 'PROCESSING' and treat_after <= business_now()

-- name: waitingPairs
select distinct b.crypto as base, b.fiat from deposit d join bill b on b.id = d.bill_id
where d.status = 'PROCESSING' and d.treat_after <= business_now() and coalesce(d.decision->'parts' @> '[{"kind": "MARKET"}]', false) = :market

-- name: depositsToSell
select d.id from deposit d join bill b on b.id = d.bill_id join unnest(:bases::text[], :fiats::text[]) p(base, fiat) on p.base = b.crypto and p.fiat = b.fiat
where d.status = 'PROCESSING' and d.decision->'parts' @> '[{"kind": "MARKET"}]' and d.treat_after <= business_now() order by d.treat_after limit :limit

-- name: countRetrying
select count(*) as "count!" from deposit d where d.status = 'PROCESSING' and d.decision->'parts' @> '[{"kind": "MARKET"}]' and d.treat_after > business_now()
  and d.treat_after <= business_now() + :withinMs::double precision * interval '1 millisecond'
