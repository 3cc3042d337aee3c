-- An account learns why a conversion was refused in words of ours; what the venue said stays with the order and its case.
update conversion set last_error = case failure ->> 'code'
  when 'REFUSED' then 'The venue refused the order.'
  when 'NO_QUOTE' then 'The venue gave no quote.'
  when 'NO_PRICE' then 'The venue has no price.'
  when 'PAST_LIMIT' then 'The venue''s quote is past the limit.'
  when 'TOO_LATE' then 'The venue''s quote came too late.'
  when 'NOT_FILLED' then 'The venue closed the order without a fill.'
  when 'NEVER_PLACED' then 'The venue did not answer.'
  when 'NOT_TRADED' then 'The venue does not trade the pair now.'
  when 'RESTING' then 'The venue has failed too often and is not asked for a while.'
  else 'The venue refused the order.' end
where last_error is not null;

-- The conversion record as JSON text; its cost, and what the venue said in its own words, are for those who may read the
-- house's figures.
create or replace function conversion_json(v conversion, at timestamptz, with_cost boolean) returns text language sql stable as $$
  select json_strip_nulls(row_to_json(r))::text from (
    select v.id as "invoiceId", 'CONVERSION' as "type", 'SELL' as "side", v.base as "baseSymbol", v.fiat as "quoteSymbol",
      amount_of(v.quantity_units, v.base) as "quantity", v.status as "status", iso_time(v.created_at) as "created",
      (select name from account where id = v.account_id) as "username",
      (select json_agg(json_build_object('txId', i.deposit_id, 'address', d.address, 'quantity', amount_of(i.quantity_units, v.base),
        'subaccount', b.subaccount, 'paymentId', i.bill_id, 'txHash', d.tx_hash, 'outputIndex', d.output_index) order by i.ordinal)
       from conversion_item i join deposit d on d.id = i.deposit_id join bill b on b.id = i.bill_id where i.conversion_id = v.id) as "items",
      iso_time(v.updated_at) as "updated", v.created_by as "createdBy",
      (select quote_json(q, v)
       from quote q where q.id = v.live_quote_id) as "quote",
      case when v.status = 'QUOTED' then (select q.expires_at <= at from quote q where q.id = v.live_quote_id) end as "quoteExpired",
      quotes_of(v, at) as "quotes",
      trim_scale(v.price::numeric) as "price", v.fee_model as "feeModel", amount_of(v.fee_units, v.base) as "feeQuantity",
      amount_of(v.fiat_units, v.fiat) as "fiatReceived", iso_time(v.executed_at) as "executed", iso_time(v.cancelled_at) as "cancelled",
      v.cancel_reason as "cancelReason", v.cancel_note as "cancelNote", v.last_error as "lastError", case when with_cost then v.failure else v.failure - 'detail' end as "failure",
      case when with_cost then cost_of(v) end as "cost"
  ) r
$$;
