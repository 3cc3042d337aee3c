-- name: setTreatAfter
update deposit set treat_after = business_now() + :afterMs?::double precision * interval '1 millisecond', updated_at = business_now()
where id = :depositId::uuid

-- name: depositsToSell
select d.id from deposit d where d.status = 'PROCESSING' and d.decision->'parts' @> '[{"kind": "MARKET"}]' and d.treat_after <= business_now() order by d.treat_after limit :limit

-- name: countRetrying
select count(*) as "count!" from deposit d where d.status = 'PROCESSING' and d.decision->'parts' @> '[{"kind": "MARKET"}]' and d.treat_after > business_now()
  and d.treat_after <= business_now() + :withinMs::double precision * interval '1 millisecond'
