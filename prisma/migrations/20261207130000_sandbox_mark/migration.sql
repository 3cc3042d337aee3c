-- The sandbox's keys are published: whatever is sent to an address of theirs is anybody's. A record that shows one is marked.

create or replace function payment_record(b bill, at timestamptz, has_past boolean) returns table (record text) language sql stable as $$
  select concat('{"paymentId":"', b.id, '"', word_member('status', bill_status(b, at)),
    word_member('amountStatus', bill_amount_status(b, at)), plain_member('labels', array_to_json(b.labels)::text),
    text_member('username', (select name from account where id = b.account_id)), text_member('subaccount', b.subaccount),
    text_member('reference', b.reference), word_member('cryptoType', b.crypto), word_member('networkType', b.network_type),
    word_member('fiat', b.fiat), plain_member('fiatReceivable', amount_of(b.fiat_units, b.fiat)), word_member('address', b.address),
    plain_member('price', trim_scale(b.price::numeric)), plain_member('quantity', amount_of(b.quantity_units, b.asset)),
    plain_member('expiryTime', epoch_ms(b.expires_at)), word_member('strategy', b.strategy), word_member('feeModel', b.fee_model),
    plain_member('limitPrice', trim_scale(b.limit_price::numeric)),
    plain_member('limitMet', case when b.strategy = 'LMT' then b.price > b.limit_price end),
    plain_member('quantityReceived', amount_of(b.received_units, b.asset)),
    plain_member('quantityPending', amount_of(b.pending_units, b.asset)),
    plain_member('quantityConverted', amount_of(b.converted_units, b.asset)),
    plain_member('quantityUnconverted', amount_of(b.unconverted_units, b.asset)),
    plain_member('quantityLocked', amount_of(b.locked_units, b.asset)),
    plain_member('quantityReserved', amount_of(b.reserved_units, b.asset)),
    plain_member('feeQuantity', amount_of(b.fee_units, b.asset)),
    plain_member('quantityPaidOut', amount_of(b.paid_out_units, b.asset)),
    plain_member('fiatReceived', amount_of(b.fiat_received_units, b.fiat)),
    plain_member('createdAt', epoch_ms(b.created_at)), plain_member('updatedAt', epoch_ms(b.updated_at)),
    plain_member('sandbox', (select 'true' from deployment where mode = 'sandbox')),
    plain_member('deposits', case when has_past then (select deposits from deposits_of(b)) else '[]' end),
    plain_member('conversions', case when has_past then (select conversions from conversions_of(b)) else '[]' end), '}')
$$;

create or replace function conversion_json(v conversion, at timestamptz, with_cost boolean) returns text language sql stable as $$
  select json_strip_nulls(row_to_json(r))::text from (
    select v.id as "invoiceId", 'CONVERSION' as "type", 'SELL' as "side", v.base as "baseSymbol", v.fiat as "quoteSymbol",
      amount_of(v.quantity_units, v.base) as "quantity", v.status as "status", iso_time(v.created_at) as "created",
      (select name from account where id = v.account_id) as "username",
      (select json_agg(json_build_object('txId', i.deposit_id, 'address', d.address, 'quantity', amount_of(i.quantity_units, v.base),
        'subaccount', b.subaccount, 'paymentId', i.bill_id, 'txHash', d.tx_hash, 'outputIndex', d.output_index) order by i.ordinal)
       from conversion_item i join deposit d on d.id = i.deposit_id join bill b on b.id = i.bill_id where i.conversion_id = v.id) as "items",
      (select true from deployment where mode = 'sandbox') as "sandbox",
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
