-- The execution limit is found by any name it may have been set with (rulebook 12.1): of the pair, the crypto, the fiat, or
-- plain. Until now the database knew the fiat's alone. Program and guard read it here.
drop function execution_limit_units(uuid, text);
create function execution_limit_units(of_account uuid, crypto text, fiat text) returns numeric language sql stable as $$
  select setting_value(settings_of(of_account) -> 'house', 'executionLimit', crypto, fiat)::numeric * case fiat when 'JPY' then 1 else 100 end
$$;

create or replace function conversion_guard() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  offer quote;
begin
  if not two_persons() then return new; end if;
  select * into offer from quote where id = new.live_quote_id;
  if offer.fiat_units <= execution_limit_units(new.account_id, new.base, new.fiat) is not false then return new; end if;
  if not exists (select 1 from approval where id = new.approval_id and what = 'execution' and status = 'APPROVED'
    and account_id = new.account_id and request ->> 'invoiceId' = new.id::text
    and (request ->> 'lowestPrice')::numeric <= offer.price
    and (request ->> 'until')::numeric > extract(epoch from business_now()) * 1000) then
    perform refuse_alone('a conversion above the limit');
  end if;
  return new;
end $$;
