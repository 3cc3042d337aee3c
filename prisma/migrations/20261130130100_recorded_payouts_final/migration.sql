-- What is recorded as made elsewhere is never mirrored, so it is proven by a transaction that is final. Once the account has had a
-- beneficiary, crypto names the transaction, and the beneficiary that it paid: one person retires them, which lifts nothing.
create or replace function payout_recorded_paid() returns trigger language plpgsql as $$
begin
  if num_nulls(new.tx_hash, new.beneficiary_id) > 0
    and exists (select from beneficiary b where b.account_id = new.account_id and b.active_at is not null) then
    raise check_violation using message = 'crypto that was paid elsewhere names its transaction and the beneficiary that it paid',
      constraint = 'payout_recorded_to';
  end if;
  if new.tx_hash is not null and not exists (select 1 from outgoing_claim c join outgoing g on g.id = c.outgoing_id
      join outgoing_output x on x.outgoing_id = g.id and x.asset = new.asset and x.units = new.quantity_units and not x.own
      where c.kind = 'RECORDED' and c.object_id = new.id and c.void_at is null and g.status = 'FINAL'
        and (new.beneficiary_id is null or x.script = (select p.script from place_of_payout(new) p))) then
    raise check_violation using message = 'a payout is recorded by the transaction that paid it', constraint = 'payout_recorded_paid';
  end if;
  return null;
end $$;
drop trigger payout_recorded_paid on payout;
create constraint trigger payout_recorded_paid after insert on payout deferrable initially deferred
  for each row when (new.status = 'RECORDED' and not is_fiat(new.asset)) execute function payout_recorded_paid();
