-- A record's text is put together member by member: written from a row, read again and written without its nulls it took a
-- third longer, and a page holds fifty. A member without a value is left out. Functions that are immutable by name and stable
-- by what they call are not read into the statement that calls them; these say what they are.
create or replace function epoch_ms(at timestamptz) returns bigint language sql stable as $$ select floor(extract(epoch from at) * 1000)::bigint $$;

-- Values that are written as they are: numbers, truth, and JSON that is written already.
create function plain_member(name text, value anyelement) returns text language sql stable as $$ select ',"' || name || '":' || value::text $$;

-- Words of ours, ids and addresses: nothing in them has to be escaped.
create function word_member(name text, value text) returns text language sql immutable as $$ select ',"' || name || '":"' || value || '"' $$;

-- Texts that came from outside.
create function text_member(name text, value text) returns text language sql stable as $$ select ',"' || name || '":' || to_json(value)::text $$;

drop function payment_record(bill, timestamptz);
drop function payment_record(bill, timestamptz, boolean);
drop function deposits_of(bill);
drop function conversions_of(bill);
drop function fills_of(uuid, text, text);

create function fills_of(of_deposit uuid, asset text, fiat text) returns table (fills text) language sql stable as $$
  select concat('[', string_agg(concat('{"method":"', f.method, '"', word_member('feeModel', f.fee_model),
    plain_member('quantity', amount_of(f.quantity_units, asset)), plain_member('feeQuantity', amount_of(f.fee_units, asset)),
    plain_member('price', trim_scale(f.price::numeric)), plain_member('fiat', amount_of(f.fiat_units, fiat)),
    word_member('invoiceId', f.conversion_id::text), plain_member('at', epoch_ms(f.filled_at)), '}'), ',' order by f.filled_at, f.id), ']')
  from fill f where f.deposit_id = of_deposit and f.reversed_at is null
$$;

create function deposits_of(b bill) returns table (deposits text) language sql stable as $$
  select concat('[', string_agg(concat('{"txId":"', d.id, '"', word_member('txHash', d.tx_hash), plain_member('outputIndex', d.output_index),
    word_member('cryptoType', crypto_of(d.asset)), word_member('networkType', network_type_of(d.asset)),
    word_member('address', d.address), text_member('sourceAddress', d.source_address),
    plain_member('quantity', amount_of(d.quantity_units, d.asset)), word_member('status', d.status),
    plain_member('confirmations', case when d.block_height is null then 0 else greatest(c.height - d.block_height + 1, 0) end),
    plain_member('confirmationsRequired', d.confirmations_required),
    plain_member('firstSeen', epoch_ms(d.first_seen)), plain_member('blockTime', epoch_ms(d.block_time)),
    plain_member('feeRate', trim_scale(d.fee_rate)), plain_member('feeEstimate', trim_scale(d.fee_estimate)),
    plain_member('thinFee', d.fee_rate < d.fee_estimate), plain_member('replaceable', d.replaceable),
    plain_member('late', case when d.treated_at is null then d.first_seen > b.expires_at else d.late end),
    plain_member('feeQuantity', amount_of(d.fee_units, d.asset)), plain_member('fiatReceived', amount_of(d.fiat_units, b.fiat)),
    plain_member('quantityPending', amount_of(d.pending_units, d.asset)),
    plain_member('quantityConverted', amount_of(d.converted_units, d.asset)),
    plain_member('quantityUnconverted', amount_of(d.unconverted_units, d.asset)),
    plain_member('quantityReserved', amount_of(d.reserved_units, d.asset)),
    plain_member('quantityPaidOut', amount_of(d.paid_out_units, d.asset)),
    word_member('reasonCode', d.reason_code), text_member('reason', d.reason),
    plain_member('reasonFacts', json_strip_nulls(d.reason_facts::json)::text),
    plain_member('fills', (select fills from fills_of(d.id, d.asset, b.fiat))), '}'), ',' order by d.created_at, d.id), ']')
  from deposit d left join chain_cursor c on c.network = d.network where d.bill_id = b.id
$$;

create function conversions_of(b bill) returns table (conversions text) language sql stable as $$
  select concat('[', string_agg(concat('{"invoiceId":"', v.id, '"', word_member('status', v.status),
    plain_member('quantity', amount_of(i.quantity, b.asset)), '}'), ',' order by v.created_at, v.id), ']')
  from (select conversion_id, sum(quantity_units) quantity from conversion_item where bill_id = b.id group by conversion_id) i
  join conversion v on v.id = i.conversion_id
$$;

create function payment_record(b bill, at timestamptz, has_past boolean) returns table (record text) language sql stable as $$
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
    plain_member('deposits', case when has_past then (select deposits from deposits_of(b)) else '[]' end),
    plain_member('conversions', case when has_past then (select conversions from conversions_of(b)) else '[]' end), '}')
$$;

create function payment_record(b bill, at timestamptz) returns table (record text) language sql stable as $$
  select record from payment_record(b, at, true)
$$;
