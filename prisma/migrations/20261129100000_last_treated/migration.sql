-- When the last of a bill's deposits was treated, kept with what they come to: a case about too little or too much begins
-- then, and cases of many bills are counted without looking at the deposits of each.
alter table bill add column last_treated_at timestamptz;

drop function facts_of_deposits(uuid, uuid, text);
create function facts_of_deposits(of_bill uuid, one uuid, as_status text) returns table (
  received numeric, pending numeric, converted numeric, unconverted numeric, locked numeric, reserved numeric, fee numeric,
  paid_out numeric, fiat numeric, amount numeric, standing bigint, processing boolean, unconfirmed boolean, labels text[],
  last_treated timestamptz
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
    ], null),
    max(coalesce(treated_at, updated_at))
  from (
    select quantity_units, pending_units, converted_units, unconverted_units, locked_units, reserved_units, fee_units,
      paid_out_units, fiat_units, dust, late, reason_code, was_credited, wrong_asset, treated_at, updated_at, not wrong_asset as own,
      case when id = one then as_status else d.status end as status
    from deposit d where bill_id = of_bill
  ) d
$$;

create or replace function refresh_bill_facts() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update bill b set
    received_units = f.received, pending_units = f.pending, converted_units = f.converted, unconverted_units = f.unconverted,
    locked_units = f.locked, reserved_units = f.reserved, fee_units = f.fee, paid_out_units = f.paid_out, fiat_received_units = f.fiat,
    amount_units = f.amount, standing_deposits = f.standing, deposits_processing = f.processing,
    deposits_unconfirmed = f.unconfirmed, labels = f.labels, last_treated_at = f.last_treated, updated_at = greatest(b.updated_at, c.updated_at),
    (promised_units, promised_fiat_units, promise_due_at) = (select p.units, p.fiat_units, p.due_at from promise_of(b, m.now) p)
  from (select bill_id, max(updated_at) as updated_at from changed group by bill_id order by bill_id) c
  cross join (select business_now() as now) m
  cross join lateral facts_of_deposits(c.bill_id, null, null) f
  where b.id = c.bill_id;
  return null;
end $$;

-- Of bills made before, those that it is asked of: every other one gets it with its next deposit.
update bill b set last_treated_at = d.last
from (select bill_id, max(coalesce(treated_at, updated_at)) as last from deposit group by bill_id) d
where d.bill_id = b.id and b.amount_units > 0 and beyond_tolerance(b.amount_units, b.quantity_units, b.tolerance_bps) <> 0;

-- What can be a case about too little, and about too much, with all that such a case is listed by: told from the index alone.
create index bill_too_little on bill (account_id, created_at)
  include (expires_at, last_treated_at, id, asset, quantity_units, amount_units)
  where amount_units > 0 and amount_units < quantity_units and beyond_tolerance(amount_units, quantity_units, tolerance_bps) <> 0
    and standing_deposits > 0 and not deposits_processing and not deposits_unconfirmed and paid_out_units + fee_units < received_units;
create index bill_too_much on bill (account_id, created_at)
  include (last_treated_at, id, asset, quantity_units, amount_units)
  where amount_units > quantity_units and beyond_tolerance(amount_units, quantity_units, tolerance_bps) <> 0
    and standing_deposits > 0 and not deposits_processing and not deposits_unconfirmed and paid_out_units + fee_units < received_units
    and paid_out_units < amount_units - quantity_units;
