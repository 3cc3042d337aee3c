-- What a bill says of its deposits is counted behind the bill's lock: whoever had to wait for it would else write what there
-- was before, over what the other has counted meanwhile.
create or replace function refresh_bill_facts() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform 1 from bill where id in (select bill_id from changed) order by id for no key update;
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

-- Bills of which that has happened are counted anew.
update deposit set updated_at = updated_at where bill_id in (
  select b.id from bill b cross join lateral facts_of_deposits(b.id, null, null) f
  where exists (select from deposit d where d.bill_id = b.id)
    and (b.received_units, b.pending_units, b.converted_units, b.unconverted_units, b.locked_units, b.reserved_units, b.fee_units,
      b.paid_out_units, b.fiat_received_units, b.amount_units, b.standing_deposits, b.deposits_processing, b.deposits_unconfirmed, b.labels)
    is distinct from (f.received, f.pending, f.converted, f.unconverted, f.locked, f.reserved, f.fee, f.paid_out, f.fiat, f.amount,
      f.standing, f.processing, f.unconfirmed, f.labels));
