-- The payment record as JSON text, at a business time. A new bill has no past to look for: told so by a constant, the
-- statement is planned without its deposits and conversions.
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

create or replace function payment_record(b bill, at timestamptz) returns table (record text) language sql stable as $$
  select record from payment_record(b, at, true)
$$;
