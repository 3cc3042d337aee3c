-- How a quote ended; null while it is the live one of its conversion, executed or not.
alter table quote add column ended_as text check (ended_as in ('EXPIRED', 'SUPERSEDED', 'REFUSED', 'CANCELLED'));

-- Quotes made before: one with a successor was superseded, or had expired by then; the last of a cancelled conversion
-- ended with it; any other that is not the live one was refused by the venue.
with ended as (
  select q.id, q.expires_at, v.status, v.cancelled_at, v.updated_at,
    lead(q.quoted_at) over (partition by q.conversion_id order by q.quoted_at, q.id) as next_at
  from quote q join conversion v on v.id = q.conversion_id
  where v.live_quote_id is distinct from q.id or v.status = 'CANCELLED'
)
update quote q set ended_as = case
    when ended.next_at is not null then case when ended.next_at >= ended.expires_at then 'EXPIRED' else 'SUPERSEDED' end
    when ended.status = 'CANCELLED' then case when ended.cancelled_at >= ended.expires_at then 'EXPIRED' else 'CANCELLED' end
    else 'REFUSED' end
  from ended where ended.id = q.id;

-- Why somebody cancelled, in their words.
alter table conversion add column cancel_note text check (length(cancel_note) between 1 and 500);

create function quotes_of(v conversion, at timestamptz) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object(
    'quoteId', q.id, 'status', case
      when q.ended_as is not null then q.ended_as
      when v.status = 'QUOTED' then case when q.expires_at <= at then 'EXPIRED' else 'LIVE' end
      else v.status end,
    'price', trim_scale(q.price::numeric), 'feeModel', q.fee_model,
    'feeQuantity', amount_of(q.fee_units, v.base), 'fiatReceivable', amount_of(q.fiat_units, v.fiat),
    'quoteTime', epoch_ms(q.quoted_at), 'expiryTime', epoch_ms(q.expires_at)
  ) order by q.quoted_at, q.id), '[]')
  from quote q where q.conversion_id = v.id
$$;

-- The conversion record as JSON text, with every quote and each item's place on its chain.
create or replace function conversion_json(v conversion, at timestamptz) returns text language sql stable as $$
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
      v.cancel_reason as "cancelReason", v.cancel_note as "cancelNote", v.last_error as "lastError"
  ) r
$$;
