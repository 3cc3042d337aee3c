-- Dust stands for nothing: it reopens no bill and is never treated as late. Until now anybody could send some of it to a bill
-- that was paid, whose goods then nothing released: it read LATE and MULTIPLE (rulebook 5.16, 7.11).
create or replace function facts_of_deposits(of_bill uuid, one uuid, as_status text) returns table (
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
      case when bool_or(own and not dust and late and status in ('PROCESSING', 'CONVERTED', 'CREDITED')) then 'LATE' end,
      case when count(*) filter (where own and not dust and status not in ('DROPPED', 'DECLINED')) > 1 then 'MULTIPLE' end,
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

update bill b set labels = f.labels
from (select distinct bill_id from deposit where dust and not wrong_asset) d
cross join lateral facts_of_deposits(d.bill_id, null, null) f
where b.id = d.bill_id and b.labels <> f.labels;
