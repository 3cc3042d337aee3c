-- Fiat that nobody expected may be an account's (rulebook 13.32): it is available to it from then on, and paid or settled as
-- the rest is. Crypto lies on an address of no bill, and every unit that an account has of it is a deposit's.
alter table resolution
  drop constraint resolution_kind_check,
  add constraint resolution_kind_check check (kind in ('LINK', 'OWN', 'WRITE_OFF', 'ASSIGN')),
  add column account_id uuid references account,
  add constraint resolution_assigned check ((kind = 'ASSIGN') = (account_id is not null) and (kind <> 'ASSIGN' or is_fiat(asset))),
  add constraint resolution_not_to_house check (account_id <> house_account());

create or replace function resolution_approved() returns trigger language plpgsql as $$
declare
  asked approval;
begin
  select * into asked from approval where id = new.approval_id;
  perform check_approval(new.approval_id, 'resolution', house_account(), jsonb_strip_nulls(jsonb_build_object('kind', new.kind,
    'subjectId', new.subject_id::text, 'moveId', new.move_id::text, 'note', new.note, 'asset', split_part(new.asset, '@', 1),
    'account', (select name from account where id = new.account_id))));
  if (asked.request ->> 'quantity')::numeric is distinct from amount_of(new.units, new.asset)::numeric then
    perform refuse_alone('what another has not agreed to');
  end if;
  return null;
end $$;

-- Its posting: all of it, from where it stood to the owner's capital, an account's available balance, of missing fiat the
-- result; and its mirror, which leaves as a debt what the account has not any more.
create or replace function is_of_resolution(entry ledger_transaction) returns boolean language sql stable as $$
  select exists (select 1 from resolution r where r.kind <> 'LINK' and r.account_id is not distinct from entry.account_id
    and entry.effect_key = 'resolution:' || r.id || case entry.event when 'resolution.reversed' then ':reversed' else '' end
    and (entry.event = 'resolution.made' or r.reversed_at is not null)
    and (select count(*) filter (where p.asset = r.asset and a.code = case r.kind when 'WRITE_OFF' then 'house:missing' else 'house:unassigned' end
          and p.debit = r.units * case r.kind when 'WRITE_OFF' then -1 else 1 end * case entry.event when 'resolution.reversed' then -1 else 1 end) = 1
        and count(*) = 1 + count(*) filter (where p.asset = r.asset and (case r.kind when 'ASSIGN' then
            a.code = 'acc:' || r.account_id || ':available' or (entry.event = 'resolution.reversed' and a.code = 'acc:' || r.account_id || ':owed' and p.debit > 0)
          when 'OWN' then a.code = 'house:capital'
          else a.code = case when is_fiat(r.asset) then 'house:result' else 'house:capital' end end))
      from posting p join ledger_account a on a.id = p.ledger_account_id where p.transaction_id = entry.id))
$$;
