-- Two persons: what one has asked for, another agrees to, and the database refuses the effect without that.
alter table approval drop constraint approval_what_check;
alter table approval add constraint approval_what_check
  check (what in ('payout', 'setting', 'wallet', 'key', 'person', 'hold'));
-- Who agrees: somebody of the account that asks, or somebody of the house.
alter table approval add column decides text not null default 'account' check (decides in ('account', 'house'));
alter table approval alter column decides drop default;
-- When it was asked, by the wall clock that roles are held by.
alter table approval add column made_at timestamptz not null default clock_timestamp();
create index approval_house on approval (id desc) where decides = 'house';

alter table membership add column approval_id uuid references approval;

-- Who made, promoted, re-activated or reset whom: they do not approve what that person asks for within thirty days,
-- unless a third one agreed to it.
create table authority (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references staff_user,
  account_id uuid not null references account,
  act text not null check (act in ('made', 'promoted', 'reactivated', 'reset')),
  by_user_id uuid not null references staff_user,
  agreed_user_id uuid references staff_user check (agreed_user_id not in (user_id, by_user_id)),
  at timestamptz not null default clock_timestamp()
);
create index authority_user on authority (user_id, at);
create trigger authority_append_only before update or delete on authority for each row execute function refuse_change();

-- Why a person may not agree to a request, undefined when they may (rulebook 3.18).
create function approver_fault(of_approval uuid, of_user uuid) returns text language plpgsql stable as $$
declare
  asked approval;
  held membership;
  age_ms bigint := coalesce((settings_of(null) -> 'house' ->> 'approverAgeMs')::bigint,
    case when (select mode from deployment) = 'live' then 86400000 else 0 end);
begin
  select * into asked from approval where id = of_approval;
  select m.* into held from membership m where m.user_id = of_user and m.disabled_at is null
    and m.account_id in (house_account(), asked.account_id)
    and (m.account_id = house_account()) = (asked.decides = 'house' or not exists (select 1 from membership own
      where own.user_id = of_user and own.account_id = asked.account_id));
  if of_user = asked.asked_user_id then return 'ASKED'; end if;
  if held.user_id is null then return 'NO_ROLE'; end if;
  if held.role_since > asked.made_at then return 'TOO_NEW'; end if;
  -- Whom nobody made, as in set-up, may approve at once.
  if held.role_since > clock_timestamp() - age_ms * interval '1 millisecond'
    and (held.invited_by is not null or held.approval_id is not null or held.source <> 'LOCAL') then return 'TOO_YOUNG'; end if;
  if exists (select 1 from authority a where a.user_id = of_user and a.by_user_id = asked.asked_user_id
    and a.agreed_user_id is null and a.at > clock_timestamp() - interval '30 days') then
    return 'MADE_BY_ASKER';
  end if;
  return null;
end $$;

-- Whether an account has nobody of its own who may agree: then the house's administrator does.
create function needs_house(of_approval uuid) returns boolean language plpgsql stable as $$
begin
  return not exists (select 1 from membership m join staff_user u on u.id = m.user_id and u.disabled_at is null
    where m.account_id = (select account_id from approval where id = of_approval)
      and m.role not in ('viewer', 'auditor') and approver_fault(of_approval, m.user_id) is null);
end $$;

create function check_approver() returns trigger language plpgsql as $$
declare
  fault text;
begin
  if new.status = 'APPROVED' and old.status <> 'APPROVED' then
    fault := approver_fault(new.id, new.decided_user_id);
    if fault is not null then
      raise check_violation using message = format('this person may not approve: %s', fault), constraint = 'approval_approver';
    end if;
  end if;
  return new;
end $$;
create trigger approval_approver before update on approval for each row execute function check_approver();

create or replace function keep_request() returns trigger language plpgsql as $$
begin
  if row(new.id, new.account_id, new.what, new.request, new.reason, new.asked_by, new.asked_user_id, new.asked_at, new.expires_at, new.decides, new.made_at)
    is distinct from
    row(old.id, old.account_id, old.what, old.request, old.reason, old.asked_by, old.asked_user_id, old.asked_at, old.expires_at, old.decides, old.made_at)
  then
    raise exception 'what was asked for is decided as it stands' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Nobody writes an approval that is decided already.
create function approval_begins() returns trigger language plpgsql as $$
begin
  if new.status <> 'PENDING' then
    raise check_violation using message = 'a request begins undecided', constraint = 'approval_begins';
  end if;
  return new;
end $$;
create trigger approval_begins before insert on approval for each row execute function approval_begins();

create function refuse_alone(deed text) returns void language plpgsql as $$
begin
  raise check_violation using message = format('%s needs a second person', deed), constraint = 'second_person';
end $$;

-- At commit: the approval behind an effect is one of this kind and tenant, was agreed to, and says the same.
create function check_approval(of_approval uuid, kind text, tenant uuid, said jsonb) returns void language plpgsql as $$
begin
  if not exists (select 1 from approval where id = of_approval and what = kind and account_id = tenant
    and status = 'APPROVED' and request @> said) then
    perform refuse_alone('what another has not agreed to');
  end if;
end $$;

-- Settings: what loosens.
create function setting_guard() returns trigger language plpgsql as $$
begin
  if new.approval_id is null and two_persons() and not in_setup()
    and setting_loosens(new.account_id, new.by_house, new.name, new.value) then
    perform refuse_alone(new.name);
  end if;
  return new;
end $$;
create trigger setting_guard before insert on setting for each row execute function setting_guard();
create function setting_approved() returns trigger language plpgsql as $$
begin
  perform check_approval(new.approval_id, 'setting', case when new.by_house then house_account() else new.account_id end,
    jsonb_build_object(new.name, coalesce(nullif(new.value, ''), 'default')));
  return null;
end $$;
create constraint trigger setting_approved after insert on setting deferrable initially deferred
  for each row when (new.approval_id is not null) execute function setting_approved();
create unique index setting_approval on setting (approval_id, name) where approval_id is not null;

-- Payouts: all of them.
alter table payout add column approval_id uuid references approval;
create unique index payout_approval on payout (approval_id) where approval_id is not null;
create function payout_guard() returns trigger language plpgsql as $$
begin
  if new.approval_id is null and two_persons() and not in_setup() then perform refuse_alone('a payout'); end if;
  return new;
end $$;
create trigger payout_guard before insert on payout for each row execute function payout_guard();
create function payout_approved() returns trigger language plpgsql as $$
begin
  perform check_approval(new.approval_id, 'payout', new.account_id,
    jsonb_build_object('asset', split_part(new.asset, '@', 1), 'reference', new.reference));
  return null;
end $$;
create constraint trigger payout_approved after insert on payout deferrable initially deferred
  for each row when (new.approval_id is not null) execute function payout_approved();

-- Wallets: what bills take their addresses from. The key of one never changes.
alter table wallet add column approval_id uuid references approval;
create unique index wallet_approval on wallet (approval_id) where approval_id is not null;
create function wallet_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and row(new.kind, new.network, new.xpub, new.path, new.account_id)
    is distinct from row(old.kind, old.network, old.xpub, old.path, old.account_id) then
    raise restrict_violation using message = 'a wallet keeps its key';
  end if;
  if new.active and (tg_op = 'INSERT' or not old.active) and two_persons() and not in_setup()
    and (new.approval_id is null or (tg_op = 'UPDATE' and new.approval_id is not distinct from old.approval_id)) then
    perform refuse_alone('a wallet');
  end if;
  return new;
end $$;
create trigger wallet_guard before insert or update on wallet for each row execute function wallet_guard();
create function wallet_approved() returns trigger language plpgsql as $$
begin
  perform check_approval(new.approval_id, 'wallet', house_account(), jsonb_build_object('walletId', new.id::text));
  return null;
end $$;
create constraint trigger wallet_approved after insert or update of approval_id on wallet deferrable initially deferred
  for each row when (new.approval_id is not null) execute function wallet_approved();

-- Keys that can move money wait until a second person has agreed.
alter table api_key add column waiting boolean not null default false;
alter table api_key add column approval_id uuid references approval;
create unique index api_key_approval on api_key (approval_id) where approval_id is not null;
create function moves_money(scopes text[]) returns boolean language sql immutable as $$
  select scopes && array['conversions:execute', 'payouts:request', 'house:moves', 'house:payouts', 'house:settings']
$$;
create function api_key_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and not (new.scopes <@ old.scopes) then
    raise restrict_violation using message = 'a key gains no scopes';
  end if;
  if not new.waiting and moves_money(new.scopes) and (tg_op = 'INSERT' or old.waiting) and two_persons() and not in_setup()
    and new.approval_id is null then
    perform refuse_alone('a key that moves money');
  end if;
  return new;
end $$;
create trigger api_key_guard before insert or update of waiting, scopes on api_key
  for each row execute function api_key_guard();
create function api_key_approved() returns trigger language plpgsql as $$
begin
  perform check_approval(new.approval_id, 'key', new.account_id, jsonb_build_object('keyId', new.id));
  return null;
end $$;
create constraint trigger api_key_approved after insert or update of approval_id on api_key deferrable initially deferred
  for each row when (new.approval_id is not null) execute function api_key_approved();
