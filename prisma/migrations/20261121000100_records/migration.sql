-- The records of the API, written once: Get Payment, Get conversions and every event read them here.
create function asset_scale(asset text) returns integer language sql immutable as $$
  select case when asset in ('BTC', 'BCH') then 8 when asset = 'JPY' then 0 when asset in ('EUR', 'USD', 'GBP', 'CAD') then 2 else 6 end
$$;

-- What one unit of an asset is.
create function unit_of(asset text) returns numeric language sql immutable as $$
  select case when asset in ('BTC', 'BCH') then 0.00000001 when asset = 'JPY' then 1 when asset in ('EUR', 'USD', 'GBP', 'CAD') then 0.01 else 0.000001 end
$$;

-- An exact decimal without trailing zeros: a product with a constant, exact as a quotient by a power is and at a fraction of its cost.
create function amount_of(quantity numeric, asset text) returns numeric language sql immutable as $$
  select trim_scale(quantity::numeric * unit_of(asset))
$$;

create function epoch_ms(at timestamptz) returns bigint language sql immutable as $$
  select floor(extract(epoch from at) * 1000)::bigint
$$;

create function crypto_of(asset text) returns text language sql immutable as $$
  select split_part(asset, '@', 1)
$$;

create function network_type_of(asset text) returns text language sql immutable as $$
  select case when asset like 'USDT@%' then split_part(asset, '@', 2) end
$$;

-- The record of a payment is made by table functions, which PostgreSQL unfolds into the statement that names them: a page
-- of records is planned and set up once instead of once for each record.
create function fills_of(of_deposit uuid, asset text, fiat text) returns table (fills json) language sql stable as $$
  select coalesce(json_agg(json_build_object(
    'method', f.method, 'feeModel', f.fee_model,
    'quantity', amount_of(f.quantity_units, asset), 'feeQuantity', amount_of(f.fee_units, asset),
    'price', trim_scale(f.price::numeric), 'fiat', amount_of(f.fiat_units, fiat),
    'invoiceId', f.conversion_id, 'at', epoch_ms(f.filled_at)
  ) order by f.filled_at, f.id), '[]')
  from fill f where f.deposit_id = of_deposit and f.reversed_at is null
$$;

create function deposits_of(b bill) returns table (deposits json) language sql stable as $$
  select coalesce(json_agg(json_build_object(
    'txId', d.id, 'txHash', d.tx_hash, 'outputIndex', d.output_index,
    'cryptoType', crypto_of(d.asset), 'networkType', network_type_of(d.asset),
    'address', d.address, 'sourceAddress', d.source_address, 'quantity', amount_of(d.quantity_units, d.asset), 'status', d.status,
    'confirmations', case when d.block_height is null then 0 else greatest(c.height - d.block_height + 1, 0) end,
    'confirmationsRequired', d.confirmations_required,
    'firstSeen', epoch_ms(d.first_seen), 'blockTime', epoch_ms(d.block_time),
    'late', case when d.treated_at is null then d.first_seen > b.expires_at else d.late end,
    'feeQuantity', amount_of(d.fee_units, d.asset), 'fiatReceived', amount_of(d.fiat_units, b.fiat),
    'quantityPending', amount_of(d.pending_units, d.asset), 'quantityConverted', amount_of(d.converted_units, d.asset),
    'quantityUnconverted', amount_of(d.unconverted_units, d.asset), 'quantityPaidOut', amount_of(d.paid_out_units, d.asset),
    'reasonCode', d.reason_code, 'reason', d.reason, 'fills', (select fills from fills_of(d.id, d.asset, b.fiat))
  ) order by d.created_at, d.id), '[]')
  from deposit d left join chain_cursor c on c.network = d.network where d.bill_id = b.id
$$;

create function conversions_of(b bill) returns table (conversions json) language sql stable as $$
  select coalesce(json_agg(json_build_object(
    'invoiceId', v.id, 'status', v.status, 'quantity', amount_of(i.quantity, b.asset)
  ) order by v.created_at, v.id), '[]')
  from (select conversion_id, sum(quantity_units) quantity from conversion_item where bill_id = b.id group by conversion_id) i
  join conversion v on v.id = i.conversion_id
$$;

-- The payment record of contract §5 as JSON text, at a business time. A new bill has no past to look for: told so by a
-- constant, the statement is planned without its deposits and conversions.
create function payment_record(b bill, at timestamptz, has_past boolean) returns table (record text) language sql stable as $$
  select json_strip_nulls(row_to_json(r))::text from (
    select b.id as "paymentId", bill_status(b, at) as "status", bill_amount_status(b, at) as "amountStatus", b.labels as "labels",
      (select name from account where id = b.account_id) as "username", b.subaccount as "subaccount", b.reference as "reference",
      b.crypto as "cryptoType", network_type_of(b.asset) as "networkType", b.fiat as "fiat",
      amount_of(b.fiat_units, b.fiat) as "fiatReceivable", b.address as "address", trim_scale(b.price::numeric) as "price",
      amount_of(b.quantity_units, b.asset) as "quantity", epoch_ms(b.expires_at) as "expiryTime",
      b.strategy as "strategy", b.fee_model as "feeModel", trim_scale(b.limit_price::numeric) as "limitPrice",
      case when b.strategy = 'LMT' then b.price > b.limit_price end as "limitMet",
      amount_of(b.received_units, b.asset) as "quantityReceived", amount_of(b.pending_units, b.asset) as "quantityPending",
      amount_of(b.converted_units, b.asset) as "quantityConverted", amount_of(b.unconverted_units, b.asset) as "quantityUnconverted",
      amount_of(b.locked_units, b.asset) as "quantityLocked", amount_of(b.fee_units, b.asset) as "feeQuantity",
      amount_of(b.paid_out_units, b.asset) as "quantityPaidOut", amount_of(b.fiat_received_units, b.fiat) as "fiatReceived",
      epoch_ms(b.created_at) as "createdAt", epoch_ms(b.updated_at) as "updatedAt",
      case when has_past then (select deposits from deposits_of(b)) else '[]' end as "deposits",
      case when has_past then (select conversions from conversions_of(b)) else '[]' end as "conversions"
  ) r
$$;

create function payment_record(b bill, at timestamptz) returns table (record text) language sql stable as $$
  select record from payment_record(b, at, true)
$$;

-- The same for one record at a time.
create function payment_json(b bill, at timestamptz) returns text language sql stable as $$
  select record from payment_record(b, at)
$$;

create function iso_time(at timestamptz) returns text language sql immutable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- The conversion record of contract §6 as JSON text.
create function conversion_json(v conversion, at timestamptz) returns text language sql stable as $$
  select json_strip_nulls(row_to_json(r))::text from (
    select v.id as "invoiceId", 'CONVERSION' as "type", 'SELL' as "side", v.base as "baseSymbol", v.fiat as "quoteSymbol",
      amount_of(v.quantity_units, v.base) as "quantity", v.status as "status", iso_time(v.created_at) as "created",
      (select name from account where id = v.account_id) as "username",
      (select json_agg(json_build_object('txId', i.deposit_id, 'address', d.address, 'quantity', amount_of(i.quantity_units, v.base),
        'subaccount', b.subaccount, 'paymentId', i.bill_id) order by i.ordinal)
       from conversion_item i join deposit d on d.id = i.deposit_id join bill b on b.id = i.bill_id where i.conversion_id = v.id) as "items",
      iso_time(v.updated_at) as "updated", v.created_by as "createdBy",
      (select json_build_object('quoteId', q.id, 'price', trim_scale(q.price::numeric), 'feeModel', q.fee_model,
        'feeQuantity', amount_of(q.fee_units, v.base), 'fiatReceivable', amount_of(q.fiat_units, v.fiat),
        'quoteTime', epoch_ms(q.quoted_at), 'expiryTime', epoch_ms(q.expires_at))
       from quote q where q.id = v.live_quote_id) as "quote",
      case when v.status = 'QUOTED' then (select q.expires_at <= at from quote q where q.id = v.live_quote_id) end as "quoteExpired",
      trim_scale(v.price::numeric) as "price", v.fee_model as "feeModel", amount_of(v.fee_units, v.base) as "feeQuantity",
      amount_of(v.fiat_units, v.fiat) as "fiatReceived", iso_time(v.executed_at) as "executed", iso_time(v.cancelled_at) as "cancelled",
      v.cancel_reason as "cancelReason", v.last_error as "lastError"
  ) r
$$;
