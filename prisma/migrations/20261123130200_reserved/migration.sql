-- What is asked to be paid out and has not left yet is reserved on its deposits: part of what is unconverted, or, of a declined
-- deposit that goes back, of what is pending.
alter table deposit add column reserved_units units not null default 0;
alter table deposit add constraint deposit_reserved check (case when status = 'DECLINED' then reserved_units <= pending_units
  else locked_units + reserved_units <= unconverted_units end);
alter table bill add column reserved_units units not null default 0;

create or replace function refresh_bill_facts() returns trigger language plpgsql as $$
begin
  update bill b set
    received_units = f.received, pending_units = f.pending, converted_units = f.converted, unconverted_units = f.unconverted,
    locked_units = f.locked, reserved_units = f.reserved, fee_units = f.fee, paid_out_units = f.paid_out, fiat_received_units = f.fiat,
    amount_units = f.amount, standing_deposits = f.standing, deposits_processing = f.processing,
    deposits_unconfirmed = f.unconfirmed, labels = f.labels, updated_at = greatest(b.updated_at, new.updated_at),
    (promised_units, promised_fiat_units, promise_due_at) = (select p.units, p.fiat_units, p.due_at from promise_of(b, business_now()) p)
  from (
    select
      coalesce(sum(quantity_units) filter (where own and status not in ('UNCONFIRMED', 'DROPPED')), 0) received,
      coalesce(sum(pending_units) filter (where own), 0) pending,
      coalesce(sum(converted_units) filter (where own), 0) converted,
      coalesce(sum(unconverted_units) filter (where own), 0) unconverted,
      coalesce(sum(locked_units) filter (where own), 0) locked,
      coalesce(sum(reserved_units) filter (where own), 0) reserved,
      coalesce(sum(fee_units) filter (where own), 0) fee,
      coalesce(sum(paid_out_units) filter (where own), 0) paid_out,
      coalesce(sum(fiat_units) filter (where own), 0) fiat,
      coalesce(sum(quantity_units) filter (where own and status in ('PROCESSING', 'CONVERTED', 'CREDITED')), 0) amount,
      count(*) filter (where own and not dust and status not in ('DROPPED', 'DECLINED')) standing,
      coalesce(bool_or(own and not dust and status in ('PROCESSING', 'HELD')), false) processing,
      coalesce(bool_or(own and not dust and status = 'UNCONFIRMED'), false) unconfirmed,
      array_remove(array[
        case when bool_or(own and late and status in ('PROCESSING', 'CONVERTED', 'CREDITED')) then 'LATE' end,
        case when count(*) filter (where own and status not in ('DROPPED', 'DECLINED')) > 1 then 'MULTIPLE' end,
        case when bool_or(status = 'HELD') then 'HELD' end,
        case when bool_or(reason_code = 'LIMIT_NOT_MET' and status in ('CONVERTED', 'CREDITED')) then 'LIMIT_NOT_MET' end,
        case when bool_or(was_credited and status = 'DROPPED') then 'REVERSED' end,
        case when bool_or(wrong_asset and status <> 'DROPPED') then 'WRONG_ASSET' end
      ], null) labels
    from (select d.*, not d.wrong_asset own from deposit d where d.bill_id = new.bill_id) d
  ) f
  where b.id = new.bill_id;
  return null;
end $$;

create or replace function deposits_of(b bill) returns table (deposits json) language sql stable as $$
  select coalesce(json_agg(json_build_object(
    'txId', d.id, 'txHash', d.tx_hash, 'outputIndex', d.output_index,
    'cryptoType', crypto_of(d.asset), 'networkType', network_type_of(d.asset),
    'address', d.address, 'sourceAddress', d.source_address, 'quantity', amount_of(d.quantity_units, d.asset), 'status', d.status,
    'confirmations', case when d.block_height is null then 0 else greatest(c.height - d.block_height + 1, 0) end,
    'confirmationsRequired', d.confirmations_required,
    'firstSeen', epoch_ms(d.first_seen), 'blockTime', epoch_ms(d.block_time),
    'feeRate', trim_scale(d.fee_rate), 'feeEstimate', trim_scale(d.fee_estimate), 'thinFee', d.fee_rate < d.fee_estimate,
    'replaceable', d.replaceable,
    'late', case when d.treated_at is null then d.first_seen > b.expires_at else d.late end,
    'feeQuantity', amount_of(d.fee_units, d.asset), 'fiatReceived', amount_of(d.fiat_units, b.fiat),
    'quantityPending', amount_of(d.pending_units, d.asset), 'quantityConverted', amount_of(d.converted_units, d.asset),
    'quantityUnconverted', amount_of(d.unconverted_units, d.asset), 'quantityReserved', amount_of(d.reserved_units, d.asset),
    'quantityPaidOut', amount_of(d.paid_out_units, d.asset),
    'reasonCode', d.reason_code, 'reason', d.reason, 'reasonFacts', d.reason_facts::json,
    'fills', (select fills from fills_of(d.id, d.asset, b.fiat))
  ) order by d.created_at, d.id), '[]')
  from deposit d left join chain_cursor c on c.network = d.network where d.bill_id = b.id
$$;

create or replace function payment_record(b bill, at timestamptz, has_past boolean) returns table (record text) language sql stable as $$
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
      amount_of(b.locked_units, b.asset) as "quantityLocked", amount_of(b.reserved_units, b.asset) as "quantityReserved",
      amount_of(b.fee_units, b.asset) as "feeQuantity",
      amount_of(b.paid_out_units, b.asset) as "quantityPaidOut", amount_of(b.fiat_received_units, b.fiat) as "fiatReceived",
      epoch_ms(b.created_at) as "createdAt", epoch_ms(b.updated_at) as "updatedAt",
      case when has_past then (select deposits from deposits_of(b)) else '[]' end as "deposits",
      case when has_past then (select conversions from conversions_of(b)) else '[]' end as "conversions"
  ) r
$$;
