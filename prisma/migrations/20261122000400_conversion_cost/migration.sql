-- How far a venue's price lay below the bid that was quoted, in basis points; below zero it was better.
create function slippage_bps(proceeds numeric, quantity numeric, bid numeric) returns numeric language sql immutable as $$
  select trim_scale(round((1 - proceeds / quantity / bid) * 10000, 1))
$$;

-- What an executed conversion cost and brought the house: the bid it was quoted from, the mid then, the spread taken
-- (what was sold at the bid, less what was credited), and what the venue paid for the part it filled.
create function cost_of(v conversion) returns json language sql stable as $$
  select json_build_object(
    'bid', trim_scale(bid), 'mid', trim_scale(mid),
    'spread', trim_scale(trunc(amount_of(v.quantity_units - v.fee_units, v.base) * bid, asset_scale(v.fiat)) - amount_of(v.fiat_units, v.fiat)),
    'venuePrice', trim_scale(trunc(o.proceeds / o.quantity, 8)), 'venueFee', trim_scale(o.fee),
    'slippageBps', slippage_bps(o.proceeds, o.quantity, bid))
  from (
    select (price_inputs ->> 'bid')::numeric as bid, (price_inputs ->> 'mid')::numeric as mid from quote where id = v.live_quote_id
  ) q left join (
    select sum(proceeds) as proceeds, sum(fee) as fee, amount_of(sum(filled_units), v.base) as quantity
    from venue_order where conversion_id = v.id and filled_units > 0
  ) o on o.quantity is not null
  where v.status = 'EXECUTED'
$$;

-- The conversion record as JSON text; its cost is for those who may read the house's figures.
create function conversion_json(v conversion, at timestamptz, with_cost boolean) returns text language sql stable as $$
  select json_strip_nulls(row_to_json(r))::text from (
    select v.id as "invoiceId", 'CONVERSION' as "type", 'SELL' as "side", v.base as "baseSymbol", v.fiat as "quoteSymbol",
      amount_of(v.quantity_units, v.base) as "quantity", v.status as "status", iso_time(v.created_at) as "created",
      (select name from account where id = v.account_id) as "username",
      (select json_agg(json_build_object('txId', i.deposit_id, 'address', d.address, 'quantity', amount_of(i.quantity_units, v.base),
        'subaccount', b.subaccount, 'paymentId', i.bill_id, 'txHash', d.tx_hash, 'outputIndex', d.output_index) order by i.ordinal)
       from conversion_item i join deposit d on d.id = i.deposit_id join bill b on b.id = i.bill_id where i.conversion_id = v.id) as "items",
      iso_time(v.updated_at) as "updated", v.created_by as "createdBy",
      (select json_build_object('quoteId', q.id, 'price', trim_scale(q.price::numeric), 'feeModel', q.fee_model,
        'feeQuantity', amount_of(q.fee_units, v.base), 'fiatReceivable', amount_of(q.fiat_units, v.fiat),
        'quoteTime', epoch_ms(q.quoted_at), 'expiryTime', epoch_ms(q.expires_at))
       from quote q where q.id = v.live_quote_id) as "quote",
      case when v.status = 'QUOTED' then (select q.expires_at <= at from quote q where q.id = v.live_quote_id) end as "quoteExpired",
      quotes_of(v, at) as "quotes",
      trim_scale(v.price::numeric) as "price", v.fee_model as "feeModel", amount_of(v.fee_units, v.base) as "feeQuantity",
      amount_of(v.fiat_units, v.fiat) as "fiatReceived", iso_time(v.executed_at) as "executed", iso_time(v.cancelled_at) as "cancelled",
      v.cancel_reason as "cancelReason", v.cancel_note as "cancelNote", v.last_error as "lastError",
      case when with_cost then cost_of(v) end as "cost"
  ) r
$$;

create or replace function conversion_json(v conversion, at timestamptz) returns text language sql stable as $$
  select conversion_json(v, at, false)
$$;
