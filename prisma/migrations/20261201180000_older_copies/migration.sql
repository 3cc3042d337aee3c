-- A database that goes back under the running program (rulebook 13.13): whoever notices it says so here, with the owner's
-- rights, so that every process is bound, on whatever machine it runs. True when it was not known.
create function begin_epoch() returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare here text;
begin
  if has_function_privilege('pg_control_system()', 'execute') then
    select system_identifier::text into here from pg_control_system();
  end if;
  update deployment set epoch = epoch + 1, server = here, restored_at = business_now(), restored_clock = now(), recovered_at = null
  where restored_at is null or recovered_at is not null;
  return found;
end $$;

-- Until an older copy is recovered nothing is promised, sold or paid. Recovery itself writes none of these.
create function refuse_on_older_copy() returns trigger language plpgsql as $$
begin
  if exists (select from deployment where restored_at is not null and recovered_at is null) then
    raise exception 'The database is an older copy: run npm run -s desk -- restore first.' using errcode = '57000';
  end if;
  return new;
end $$;
create trigger bill_of_newest before insert on bill for each statement execute function refuse_on_older_copy();
create trigger quote_of_newest before insert on quote for each statement execute function refuse_on_older_copy();
create trigger conversion_of_newest before insert on conversion for each statement execute function refuse_on_older_copy();
create trigger venue_order_of_newest before insert on venue_order for each row when (new.status = 'OPEN')
  execute function refuse_on_older_copy();
create trigger prepared_of_newest before insert or update of sent_at on prepared_transaction for each statement
  execute function refuse_on_older_copy();
create trigger payout_file_of_newest before insert on payout_file for each statement execute function refuse_on_older_copy();
