create or replace function api_key_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and not (new.scopes <@ old.scopes) then
    raise restrict_violation using message = 'a key gains no scopes';
  end if;
  if tg_op = 'UPDATE' and new.maker_user_ids is distinct from old.maker_user_ids then
    raise restrict_violation using message = 'a key keeps its makers';
  end if;
  if not new.waiting and moves_money(new.scopes) and (tg_op = 'INSERT' or old.waiting) and two_persons() and not in_setup()
    and new.approval_id is null then
    perform refuse_alone('a key that moves money');
  end if;
  return new;
end $$;
drop trigger api_key_guard on api_key;
create trigger api_key_guard before insert or update of waiting, scopes, maker_user_ids on api_key
  for each row execute function api_key_guard();

-- At commit: who asked for a key is one of its makers, and so are those of the key that it replaces.
create or replace function api_key_approved() returns trigger language plpgsql as $$
begin
  perform check_approval(new.approval_id, 'key', new.account_id, jsonb_build_object('keyId', new.id));
  if exists (select from approval a left join api_key r on r.id = a.request ->> 'replaces' and r.account_id = new.account_id
    where a.id = new.approval_id and not array_remove(a.asked_user_id || a.asked_maker_ids || r.maker_user_ids, null) <@ new.maker_user_ids) then
    raise check_violation using message = 'who asked for a key is one of its makers', constraint = 'api_key_makers';
  end if;
  return null;
end $$;

-- A request by a key is its makers'. The key says so, whoever writes the request.
create function approval_makers() returns trigger language plpgsql as $$
begin
  new.asked_maker_ids := coalesce((select maker_user_ids from api_key where id = substring(new.asked_by from '^key:(.*)$')), '{}');
  return new;
end $$;
create trigger approval_makers before insert on approval for each row execute function approval_makers();

create or replace function keep_request() returns trigger language plpgsql as $$
begin
  if row(new.id, new.account_id, new.what, new.request, new.reason, new.asked_by, new.asked_user_id, new.asked_maker_ids, new.asked_at, new.expires_at, new.decides, new.made_at)
    is distinct from
    row(old.id, old.account_id, old.what, old.request, old.reason, old.asked_by, old.asked_user_id, old.asked_maker_ids, old.asked_at, old.expires_at, old.decides, old.made_at)
  then
    raise exception 'what was asked for is decided as it stands' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- The second person is none of them; any of them withdraws what the key has asked for.
alter table approval drop constraint approval_check4;
alter table approval add constraint approval_second_person check (status not in ('APPROVED', 'DECLINED')
  or (decided_user_id is not null and decided_user_id is distinct from asked_user_id and decided_user_id <> all (asked_maker_ids)));
alter table approval drop constraint approval_check5;
alter table approval add constraint approval_withdrawn check (status <> 'WITHDRAWN' or coalesce(decided_user_id = any (asked_maker_ids), false)
  or (decided_user_id is not distinct from asked_user_id and (asked_user_id is not null or decided_by = asked_by)));

create or replace function approver_fault(of_approval uuid, of_user uuid) returns text language plpgsql stable as $$
declare
  asked approval;
  held membership;
  age_ms bigint := coalesce((settings_of(null) -> 'house' ->> 'approverAgeMs')::bigint,
    case when is_live() then 86400000 else 0 end);
begin
  select * into asked from approval where id = of_approval;
  select m.* into held from membership m where m.user_id = of_user and m.disabled_at is null
    and m.account_id in (house_account(), asked.account_id)
    and (m.account_id = house_account()) = (asked.decides = 'house' or not exists (select 1 from membership own
      where own.user_id = of_user and own.account_id = asked.account_id));
  if of_user = any (asked.asked_user_id || asked.asked_maker_ids) then return 'ASKED'; end if;
  if held.user_id is null then return 'NO_ROLE'; end if;
  if held.role_since > asked.made_at then return 'TOO_NEW'; end if;
  -- Whom nobody made, as in set-up, may approve at once.
  if held.role_since > clock_timestamp() - age_ms * interval '1 millisecond'
    and (held.invited_by is not null or held.approval_id is not null or held.source <> 'LOCAL'
      or was_recovered(of_user, held.account_id)) then return 'TOO_YOUNG'; end if;
  if exists (select 1 from authority a where a.user_id = of_user and a.by_user_id = any (asked.asked_user_id || asked.asked_maker_ids)
    and a.agreed_user_id is null and a.at > clock_timestamp() - interval '30 days') then
    return 'MADE_BY_ASKER';
  end if;
  if is_live() and not has_second_factor(of_user) then return 'NO_FACTOR'; end if;
  return null;
end $$;

-- Nobody of the account says that money is its own, nor by a key.
create or replace function resolution_approved() returns trigger language plpgsql as $$
declare
  asked approval;
begin
  select * into asked from approval where id = new.approval_id;
  perform check_approval(new.approval_id, 'resolution', house_account(), jsonb_strip_nulls(jsonb_build_object('kind', new.kind,
    'subjectId', new.subject_id::text, 'moveId', new.move_id::text, 'note', new.note, 'asset', split_part(new.asset, '@', 1),
    'account', (select name from account where id = new.account_id), 'paymentId', new.bill_id::text)));
  if (asked.request ->> 'quantity')::numeric is distinct from amount_of(new.units, new.asset)::numeric then
    perform refuse_alone('what another has not agreed to');
  end if;
  if two_persons() and exists (select from membership m where m.account_id = new.account_id and m.disabled_at is null
      and m.user_id = any (array[asked.asked_user_id, asked.decided_user_id] || asked.asked_maker_ids)) then
    perform refuse_alone('what is assigned by people of its account');
  end if;
  return null;
end $$;
