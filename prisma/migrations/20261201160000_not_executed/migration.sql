-- What stands in a file for a bank that has not executed it, and will not, has failed: its money is free again. Somebody
-- says so, with a reason, and where two persons are needed another than who made the file.
alter table payout_file add column made_user_id uuid references staff_user;

insert into state_transition (machine, from_state, to_state) values ('payout', 'PREPARED', 'FAILED');

create function payout_not_executed() returns trigger language plpgsql as $$
begin
  if new.file_id is null or new.reason is null then
    raise check_violation using message = 'what is prepared fails in a file for a bank, with a reason', constraint = 'payout_not_executed';
  end if;
  if two_persons() and not in_setup() and not exists (select 1 from audit a join payout_file f on f.id = new.file_id
    where a.object_id = new.id::text and a.action = 'payout.fail' and a.actor <> f.made_by) then
    perform refuse_alone('what a bank has not executed');
  end if;
  return null;
end $$;
create constraint trigger payout_not_executed after update of status on payout deferrable initially deferred
  for each row when (old.status = 'PREPARED' and new.status = 'FAILED') execute function payout_not_executed();
