-- Executions above a limit: another person signs an envelope of pair, quantity, lowest price and end, and fresh quotes
-- execute only inside it (rulebook 6.9).
alter table approval drop constraint approval_what_check;
alter table approval add constraint approval_what_check
  check (what in ('payout', 'setting', 'wallet', 'key', 'person', 'hold', 'execution'));
insert into setting_rule (name, owner, looser, word, unset) values ('executionLimit', 'both', 'higher', null, null);

alter table conversion add column approval_id uuid references approval;
create unique index conversion_approval on conversion (approval_id) where approval_id is not null;

-- The tighter of what house and account allow one person, in smallest units of the fiat; null: no limit.
create function execution_limit_units(of_account uuid, fiat text) returns numeric language sql stable as $$
  select min(said::numeric) * case fiat when 'JPY' then 1 else 100 end
  from (select settings_of(of_account) as layers) l,
    unnest(array[layers -> 'house' ->> ('executionLimit.' || fiat), layers -> 'account' ->> ('executionLimit.' || fiat)]) said
$$;

create function conversion_guard() returns trigger language plpgsql as $$
declare
  offer quote;
begin
  if not two_persons() then return new; end if;
  select * into offer from quote where id = new.live_quote_id;
  if offer.fiat_units <= execution_limit_units(new.account_id, new.fiat) is not false then return new; end if;
  if not exists (select 1 from approval where id = new.approval_id and what = 'execution' and status = 'APPROVED'
    and account_id = new.account_id and request ->> 'invoiceId' = new.id::text
    and (request ->> 'lowestPrice')::numeric <= offer.price
    and (request ->> 'until')::numeric > extract(epoch from business_now()) * 1000) then
    perform refuse_alone('a conversion above the limit');
  end if;
  return new;
end $$;
create trigger conversion_guard before update of status on conversion
  for each row when (new.status = 'EXECUTING' and old.status <> 'EXECUTING') execute function conversion_guard();
