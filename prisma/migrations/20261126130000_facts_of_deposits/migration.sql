-- What the deposits of a bill come to, said once: for the bill's own columns, and for what it would be were `one` of them
-- of another status.
create function facts_of_deposits(of_bill uuid, one uuid, as_status text) returns table (
  received numeric, pending numeric, converted numeric, unconverted numeric, locked numeric, reserved numeric, fee numeric,
  paid_out numeric, fiat numeric, amount numeric, standing bigint, processing boolean, unconfirmed boolean, labels text[]
) language sql stable as $$
  select
    coalesce(sum(quantity_units) filter (where own and status not in ('UNCONFIRMED', 'DROPPED')), 0),
    coalesce(sum(pending_units) filter (where own), 0),
    coalesce(sum(converted_units) filter (where own), 0),
    coalesce(sum(unconverted_units) filter (where own), 0),
    coalesce(sum(locked_units) filter (where own), 0),
    coalesce(sum(reserved_units) filter (where own), 0),
    coalesce(sum(fee_units) filter (where own), 0),
    coalesce(sum(paid_out_units) filter (where own), 0),
    coalesce(sum(fiat_units) filter (where own), 0),
    coalesce(sum(quantity_units) filter (where own and status in ('PROCESSING', 'CONVERTED', 'CREDITED')), 0),
    count(*) filter (where own and not dust and status not in ('DROPPED', 'DECLINED')),
    coalesce(bool_or(own and not dust and status in ('PROCESSING', 'HELD')), false),
    coalesce(bool_or(own and not dust and status = 'UNCONFIRMED'), false),
    array_remove(array[
      case when bool_or(own and late and status in ('PROCESSING', 'CONVERTED', 'CREDITED')) then 'LATE' end,
      case when count(*) filter (where own and status not in ('DROPPED', 'DECLINED')) > 1 then 'MULTIPLE' end,
      case when bool_or(status = 'HELD') then 'HELD' end,
      case when bool_or(reason_code = 'LIMIT_NOT_MET' and status in ('CONVERTED', 'CREDITED')) then 'LIMIT_NOT_MET' end,
      case when bool_or(was_credited and status = 'DROPPED') then 'REVERSED' end,
      case when bool_or(wrong_asset and status <> 'DROPPED') then 'WRONG_ASSET' end
    ], null)
  from (
    select quantity_units, pending_units, converted_units, unconverted_units, locked_units, reserved_units, fee_units,
      paid_out_units, fiat_units, dust, late, reason_code, was_credited, wrong_asset, not wrong_asset as own,
      case when id = one then as_status else d.status end as status
    from deposit d where bill_id = of_bill
  ) d
$$;

create or replace function refresh_bill_facts() returns trigger language plpgsql as $$
begin
  update bill b set
    received_units = f.received, pending_units = f.pending, converted_units = f.converted, unconverted_units = f.unconverted,
    locked_units = f.locked, reserved_units = f.reserved, fee_units = f.fee, paid_out_units = f.paid_out, fiat_received_units = f.fiat,
    amount_units = f.amount, standing_deposits = f.standing, deposits_processing = f.processing,
    deposits_unconfirmed = f.unconfirmed, labels = f.labels, updated_at = greatest(b.updated_at, new.updated_at),
    (promised_units, promised_fiat_units, promise_due_at) = (select p.units, p.fiat_units, p.due_at from promise_of(b, business_now()) p)
  from facts_of_deposits(new.bill_id, null, null) f
  where b.id = new.bill_id;
  return null;
end $$;
