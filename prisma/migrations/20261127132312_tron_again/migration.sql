-- What was signed for tron and has expired can be in no block any more and has spent nothing: its payout is approved as before
-- and keeps what it reserved (rulebook 13.7). Of nothing else that was signed: whoever has it may still send it.
insert into state_transition (machine, from_state, to_state) values ('payout', 'SIGNED', 'APPROVED'), ('payout', 'BROADCAST', 'APPROVED');
create function check_payout_approved_again() returns trigger language plpgsql as $$
begin
  if new.is_out or not exists (select from prepared_output x where x.kind = 'PAYOUT' and x.object_id = new.id)
    or exists (select from prepared_output x join prepared_transaction p on p.family_id = x.prepared_id
      where x.kind = 'PAYOUT' and x.object_id = new.id and p.signed is not null
        and not (p.network = 'tron' and p.status = 'FAILED' and is_expired(p))) then
    raise check_violation using message = format('payout %s was signed, and can still be in a block', new.id), constraint = 'payout_approved_again';
  end if;
  return null;
end $$;
create constraint trigger payout_approved_again after update of status on payout deferrable initially deferred
  for each row when (old.status in ('SIGNED', 'BROADCAST') and new.status = 'APPROVED') execute function check_payout_approved_again();
