-- One quote of a conversion as its record shows it: also the bid that its price was made from, the mid then, and the spread
-- (what is sold at the bid, rounded down, less what is credited), as the cost of an executed one has it.
create function quote_json(q quote, v conversion) returns jsonb language sql stable as $$
  select jsonb_build_object('quoteId', q.id, 'price', trim_scale(q.price::numeric),
    'bid', trim_scale((q.price_inputs ->> 'bid')::numeric), 'mid', trim_scale((q.price_inputs ->> 'mid')::numeric),
    'spread', trim_scale(trunc(amount_of(v.quantity_units - q.fee_units, v.base) * (q.price_inputs ->> 'bid')::numeric, asset_scale(v.fiat))
      - amount_of(q.fiat_units, v.fiat)),
    'feeModel', q.fee_model, 'feeQuantity', amount_of(q.fee_units, v.base), 'fiatReceivable', amount_of(q.fiat_units, v.fiat),
    'quoteTime', epoch_ms(q.quoted_at), 'expiryTime', epoch_ms(q.expires_at))
$$;

create or replace function quotes_of(v conversion, at timestamptz) returns json language sql stable as $$
  select coalesce(json_agg(quote_json(q, v) || jsonb_build_object('status', case
      when q.ended_as is not null then q.ended_as
      when v.status = 'QUOTED' then case when q.expires_at <= at then 'EXPIRED' else 'LIVE' end
      else v.status end) order by q.quoted_at, q.id), '[]')
  from quote q where q.conversion_id = v.id
$$;

-- The conversion record as JSON text; its cost is for those who may read the house's figures.
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
      v.cancel_reason as "cancelReason", v.cancel_note as "cancelNote", v.last_error as "lastError",
      case when with_cost then cost_of(v) end as "cost"
  ) r
$$;
