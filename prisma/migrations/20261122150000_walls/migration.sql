-- What a transaction has proven of a person: a session of theirs, a one-time link, the provider. Only the functions below
-- write it, and each row ends with its transaction, so whatever is seen here is of the transaction that looks.
create table proof (
  id bigint generated always as identity primary key,
  way text not null check (way in ('SESSION', 'SIGN_IN', 'PASSWORD', 'FACTOR', 'INVITATION', 'PROVIDER')),
  user_id uuid,
  invitation_id uuid
);
create function proof_ends() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from proof where id = new.id;
  return null;
end $$;
create constraint trigger proof_ends after insert on proof deferrable initially deferred
  for each row execute function proof_ends();

-- The walls stand where two persons are asked for, against everybody but the owner, whose functions check for themselves.
create function walled() returns boolean language sql stable as $$
  select not pg_has_role(current_user, (select relowner from pg_class where oid = 'public.account'::regclass), 'member')
    and two_persons() and not in_setup()
$$;
-- At commit: whose connection it is, also where a function of the owner's did the deed.
create function walled_connection() returns boolean language sql stable as $$
  select not pg_has_role(session_user, (select relowner from pg_class where oid = 'public.account'::regclass), 'member')
    and two_persons() and not in_setup()
$$;
create function refuse_wall(deed text) returns void language plpgsql as $$
begin
  raise insufficient_privilege using message = format('%s takes a proof of whose it is', deed);
end $$;

create function has_proven(of_user uuid, ways text[]) returns boolean
language sql volatile security definer set search_path = public, pg_temp as $$
  select exists (select 1 from proof where user_id = of_user and way = any(ways))
$$;
create function has_proven_name(actor text) returns boolean
language sql volatile security definer set search_path = public, pg_temp as $$
  select exists (select 1 from proof p join staff_user u on u.id = p.user_id where 'staff:' || u.name = actor)
$$;
-- Whether the link of an invitation to this address was taken in this transaction; of this approval, where one is named.
create function has_invitation(of_email text, of_account uuid, of_approval uuid) returns boolean
language sql volatile security definer set search_path = public, pg_temp as $$
  select exists (select 1 from proof p join invitation i on i.id = p.invitation_id
    where p.way = 'INVITATION' and i.email = of_email
      and (of_account is null or (i.account_id = of_account and i.approval_id is not distinct from of_approval)))
$$;

-- ---------------------------------------------------------------- the functions that prove
create function prove_session(of_session uuid) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into proof (way, user_id) select 'SESSION', u.id
  from staff_session s join staff_user u on u.id = s.user_id and u.disabled_at is null
  where s.id = of_session and s.revoked_at is null and s.expires_at > clock_timestamp();
  return found;
end $$;

-- Uses a link up; what it stands for counts in this transaction.
create function take_link(of_digest bytea) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  with taken as (
    update one_time_link set used_at = clock_timestamp()
    where digest = of_digest and used_at is null and ended_at is null and expires_at > clock_timestamp()
    returning kind, user_id, invitation_id)
  insert into proof (way, user_id, invitation_id) select kind, user_id, invitation_id from taken;
  return found;
end $$;

-- A link in the place of earlier ones. Whoever it is for has it in their record by the end of the transaction.
create function make_link(new_id uuid, of_kind text, of_digest bytea, of_invitation uuid, of_user uuid, seconds double precision)
returns void language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update one_time_link set ended_at = clock_timestamp()
  where used_at is null and ended_at is null
    and (invitation_id = of_invitation or (user_id = of_user and kind = of_kind));
  insert into one_time_link (id, kind, digest, invitation_id, user_id, expires_at)
  values (new_id, of_kind, of_digest, of_invitation, of_user, clock_timestamp() + make_interval(secs => seconds));
end $$;

-- Signs a person in, which stands in the record of each account of theirs.
create function open_session(new_id uuid, of_user uuid, seconds double precision, from_address text, from_agent text,
  device bytea, proven boolean, way text, by_request text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into staff_session (id, user_id, expires_at, seen_at, client_address, agent, device_digest, proven_at)
  select new_id, u.id, clock_timestamp() + make_interval(secs => seconds), clock_timestamp(), from_address, from_agent, device,
    case when proven then clock_timestamp() end
  from staff_user u where u.id = of_user and u.disabled_at is null;
  if not found then perform refuse_wall('a session'); end if;
  insert into audit (at, actor, action, account_id, object_kind, object_id, detail, request_id, client_address)
  select business_now(), 'staff:' || u.name, 'user.sign-in', m.account_id, 'user', u.id::text,
    jsonb_build_object('way', way, 'sessionId', new_id), by_request, from_address
  from staff_user u join membership m on m.user_id = u.id where u.id = of_user;
end $$;

-- Who a person is at the provider: known, or joined now.
create function prove_identity(of_issuer text, of_subject text, joined uuid) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if joined is not null then
    insert into staff_identity (issuer, subject, user_id) values (of_issuer, of_subject, joined);
  end if;
  insert into proof (way, user_id) select 'PROVIDER', u.id
  from staff_identity i join staff_user u on u.id = i.user_id and u.disabled_at is null
  where i.issuer = of_issuer and i.subject = of_subject;
  return found;
end $$;

-- At commit: whatever was done to somebody's sign-in stands in the record of each who belongs somewhere.
create function stands_in_audit(object text) returns boolean language sql stable as $$
  select exists (select 1 from audit where object_id = object
    and xmin::text::bigint = pg_current_xact_id()::text::bigint % 4294967296)
$$;
create function person_told() returns trigger language plpgsql as $$
declare
  line jsonb;
  person uuid;
  object text;
begin
  if tg_op = 'DELETE' then line := to_jsonb(old); else line := to_jsonb(new); end if;
  person := (line ->> case when tg_table_name = 'staff_user' then 'id' else 'user_id' end)::uuid;
  object := coalesce(person::text, line ->> 'invitation_id');
  if walled_connection() and not stands_in_audit(object)
    and (person is null or tg_table_name = 'membership' or exists (select 1 from membership where user_id = person)) then
    perform refuse_wall('what no audit record tells of');
  end if;
  return null;
end $$;
create constraint trigger staff_user_told after update on staff_user deferrable initially deferred
  for each row when (old.password_hash is distinct from new.password_hash) execute function person_told();
create constraint trigger staff_totp_told after update on staff_totp deferrable initially deferred
  for each row when (new.confirmed_at is not null and (old.confirmed_at is null or old.ended_at is distinct from new.ended_at))
  execute function person_told();
create constraint trigger staff_passkey_made_told after insert on staff_passkey deferrable initially deferred
  for each row execute function person_told();
create constraint trigger staff_passkey_told after update on staff_passkey deferrable initially deferred
  for each row when (old.ended_at is distinct from new.ended_at) execute function person_told();
create constraint trigger staff_recovery_code_told after insert or update on staff_recovery_code deferrable initially deferred
  for each row execute function person_told();
create constraint trigger one_time_link_told after insert on one_time_link deferrable initially deferred
  for each row execute function person_told();
create constraint trigger membership_told after insert or update or delete on membership deferrable initially deferred
  for each row execute function person_told();

-- ---------------------------------------------------------------- the walls
create function staff_user_wall() returns trigger language plpgsql as $$
begin
  if not walled() then return new; end if;
  if tg_op = 'INSERT' then
    if new.password_hash is not null and not has_invitation(new.email, null, null) then perform refuse_wall('a password'); end if;
    return new;
  end if;
  -- Erasing leaves nobody who could sign in.
  if old.erased_at is null and new.erased_at is not null then return new; end if;
  if row(new.id, new.email, new.name, new.erased_at) is distinct from row(old.id, old.email, old.name, old.erased_at)
    or (old.disabled_at is not null and new.disabled_at is null) then
    perform refuse_wall('a name or an address');
  end if;
  if new.password_hash is distinct from old.password_hash and not has_proven(new.id, array['SESSION', 'PASSWORD']) then
    perform refuse_wall('a password');
  end if;
  return new;
end $$;
create trigger staff_user_wall before insert or update on staff_user for each row execute function staff_user_wall();

create function factor_wall() returns trigger language plpgsql as $$
declare
  -- What becomes of a factor; all else of it stays as it was made.
  uses constant text[] := array['ended_at', 'confirmed_at', 'used_at', 'last_step', 'counter', 'last_used_at', 'name'];
  was jsonb;
  is_now jsonb := to_jsonb(new);
begin
  if not walled() then return new; end if;
  if tg_op = 'UPDATE' then was := to_jsonb(old); end if;
  if tg_op = 'UPDATE' and (was - uses is distinct from is_now - uses
    or (was ->> 'ended_at' is not null and was is distinct from is_now)
    or (was ->> 'used_at' is not null and was ->> 'used_at' is distinct from is_now ->> 'used_at')
    or (is_now ->> 'last_step')::bigint < (was ->> 'last_step')::bigint) then
    perform refuse_wall('a second factor');
  end if;
  if (tg_op = 'INSERT' or was ->> 'ended_at' is distinct from is_now ->> 'ended_at'
      or was ->> 'confirmed_at' is distinct from is_now ->> 'confirmed_at')
    and not has_proven(new.user_id, array['SESSION', 'FACTOR'])
    and not exists (select 1 from staff_user where id = new.user_id and erased_at is not null) then
    perform refuse_wall('a second factor');
  end if;
  return new;
end $$;
create trigger staff_totp_wall before insert or update on staff_totp for each row execute function factor_wall();
create trigger staff_passkey_wall before insert or update on staff_passkey for each row execute function factor_wall();
create trigger staff_recovery_code_wall before insert or update on staff_recovery_code for each row execute function factor_wall();

create function staff_session_wall() returns trigger language plpgsql as $$
begin
  if not walled() then return new; end if;
  if (old.revoked_at is not null and new.revoked_at is null) or new.expires_at > old.expires_at
    or (new.device_digest is not null and new.device_digest is distinct from old.device_digest)
    or (new.client_address is not null and new.client_address is distinct from old.client_address)
    or (new.proven_at > coalesce(old.proven_at, '-infinity') and not has_proven(new.user_id, array['SESSION'])) then
    perform refuse_wall('a session');
  end if;
  return new;
end $$;
create trigger staff_session_wall before update on staff_session for each row execute function staff_session_wall();

create function one_time_link_wall() returns trigger language plpgsql as $$
begin
  if walled() and (old.ended_at is not null or new.expires_at > old.expires_at) then perform refuse_wall('a link'); end if;
  return new;
end $$;
create trigger one_time_link_wall before update on one_time_link for each row execute function one_time_link_wall();

create function staff_identity_wall() returns trigger language plpgsql as $$
begin
  if walled() and not exists (select 1 from staff_user where id = new.user_id and erased_at is not null) then
    perform refuse_wall('an identity');
  end if;
  return new;
end $$;
create trigger staff_identity_wall before insert or update on staff_identity for each row execute function staff_identity_wall();

create function invitation_wall() returns trigger language plpgsql as $$
begin
  if not walled() then return new; end if;
  if row(new.id, new.account_id, new.role, new.invited_by, new.approval_id)
      is distinct from row(old.id, old.account_id, old.role, old.invited_by, old.approval_id)
    or (new.email is distinct from old.email and old.accepted_at is null and old.revoked_at is null)
    or (old.accepted_at is not null and new.accepted_at is distinct from old.accepted_at)
    or (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
    or (new.accepted_at is not null and old.accepted_at is null
      and not has_invitation(new.email, new.account_id, new.approval_id)) then
    perform refuse_wall('an invitation');
  end if;
  return new;
end $$;
create trigger invitation_wall before update on invitation for each row execute function invitation_wall();
-- Who accepts by the link is proven by it.
create function invitation_accepted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into proof (way, user_id) select 'INVITATION', u.id from staff_user u
  where u.id = new.accepted_by and u.email = new.email and exists (select 1 from proof where invitation_id = new.id);
  return null;
end $$;
create trigger invitation_accepted after update of accepted_at on invitation for each row
  when (old.accepted_at is null and new.accepted_at is not null) execute function invitation_accepted();

create function membership_wall() returns trigger language plpgsql as $$
begin
  if not walled() then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  -- A house without an administrator would be in set-up again, where nobody is asked.
  if tg_op in ('UPDATE', 'DELETE') and old.account_id = house_account() and old.role = 'admin' and old.disabled_at is null
    and (tg_op = 'DELETE' or new.role <> 'admin' or new.disabled_at is not null)
    and not exists (select 1 from membership m join staff_user u on u.id = m.user_id and u.disabled_at is null
      where m.account_id = old.account_id and m.user_id <> old.user_id and m.role = 'admin' and m.disabled_at is null) then
    perform refuse_wall('the last administrator of the house');
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if tg_op = 'UPDATE' and row(new.user_id, new.account_id, new.source, new.invited_by)
    is distinct from row(old.user_id, old.account_id, old.source, old.invited_by) then
    perform refuse_wall('a membership');
  end if;
  if new.source = 'SSO' and (tg_op = 'INSERT' or new.role <> old.role) and not has_proven(new.user_id, array['PROVIDER']) then
    perform refuse_wall('a membership');
  end if;
  if tg_op = 'INSERT' and new.source = 'LOCAL'
    and not has_invitation((select email from staff_user where id = new.user_id), new.account_id, new.approval_id) then
    perform refuse_wall('a membership');
  end if;
  new.role_since := case when tg_op = 'UPDATE' and new.role = old.role then old.role_since else clock_timestamp() end;
  return new;
end $$;
create trigger membership_wall before insert or update or delete on membership for each row execute function membership_wall();

create function audit_wall() returns trigger language plpgsql as $$
begin
  if walled() and not has_proven_name(new.actor) then perform refuse_wall('a line in a person''s name'); end if;
  return new;
end $$;
create trigger audit_wall before insert on audit for each row when (new.actor like 'staff:%') execute function audit_wall();

-- An address once given to a bill stays its.
create function deposit_address_kept() returns trigger language plpgsql as $$
begin
  raise restrict_violation using message = 'an address stays its bill''s';
end $$;
create trigger deposit_address_kept before update of bill_id on deposit_address for each row
  when (old.bill_id is not null and old.bill_id is distinct from new.bill_id) execute function deposit_address_kept();
