-- name: isObject
select case :kind
  when 'PAYMENT' then exists (select from bill where account_id = :accountId::uuid and id = :id?::uuid)
  when 'CONVERSION' then exists (select from conversion where account_id = :accountId::uuid and id = :id?::uuid)
  when 'PAYOUT' then exists (select from payout where account_id = :accountId::uuid and id = :id?::uuid)
  when 'SETTLEMENT' then exists (select from settlement where account_id = :accountId::uuid and id = :id?::uuid)
  when 'DELIVERY' then exists (select from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
    where e.account_id = :accountId::uuid and d.id = :id?::uuid)
  when 'CUSTOMER' then exists (select from bill where account_id = :accountId::uuid and subaccount = :name)
  when 'APPROVAL' then exists (select from approval where account_id = :accountId::uuid and id = :id?::uuid)
  else false end as "known!"

-- name: isHouseObject
select case :kind
  when 'MOVE' then exists (select from move where id = :id::uuid)
  when 'BATCH' then exists (select from payout_file where id = :id::uuid)
  when 'PAYOUT' then exists (select from payout where id = :id::uuid)
  when 'SETTLEMENT' then exists (select from settlement where id = :id::uuid)
  when 'APPROVAL' then exists (select from approval a where id = :id::uuid and (a.decides = 'house' or needs_house(a.id, :deciders::jsonb)))
  else false end as "known!"

-- name: endpointsOf
select d.id as "deliveryId", d.endpoint_id as "endpointId" from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
where e.account_id = :accountId::uuid and d.id = any(:deliveryIds::uuid[])
