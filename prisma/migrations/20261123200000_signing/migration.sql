-- What carries out approved payouts and moves on a chain, made for a signer elsewhere: prepared, signed, broadcast (rulebook
-- 13.7). No key is kept here, and none enters.

-- How much of a transaction may be its fee, and what a byte of it may cost.
insert into setting_rule (name, owner, looser, word, unset) values
  ('networkFeeBps', 'house', 'higher', null, '1000'), ('networkFeeRate', 'house', 'higher', null, '200'),
  ('gasPrice', 'house', 'higher', null, '100');

-- Where the wallet's account key comes from: the fingerprint of its master key, by which signers know it again.
alter table wallet add column master_fingerprint text check (master_fingerprint ~ '^[0-9a-f]{8}$');

create table prepared_transaction (
  id uuid primary key,
  network text not null check (network in ('bitcoin', 'bitcoincash', 'eth')),
  asset text not null check (asset in ('BTC', 'BCH', 'USDT@eth', 'USDC@eth')),
  status text not null check (status in ('PREPARED', 'SIGNED', 'BROADCAST', 'CONFIRMED', 'REPLACED', 'CANCELLED', 'FAILED')),
  wallet_id uuid not null references wallet,
  -- The first of those that spend the same: itself, or what it replaces.
  family_id uuid not null references prepared_transaction,
  replaces_id uuid references prepared_transaction,
  -- Of the asset; on eth the most that its gas may cost, in wei.
  fee_units numeric(78, 0) not null check (fee_units >= 0),
  fee_rate price_decimal not null,
  size integer not null check (size > 0),
  -- What the signer signs, and the file that holds it.
  unsigned text not null check (unsigned ~ '^(0x)?([0-9a-f]{2})+$'),
  content text not null,
  signed text check (signed ~ '^(0x)?([0-9a-f]{2})+$'),
  tx_hash text,
  made_by text not null,
  made_at timestamptz not null default business_now(),
  signed_by text,
  signed_at timestamptz,
  sent_by text,
  sent_at timestamptz,
  -- When it is given to the node again.
  next_try_at timestamptz,
  -- The node's own words, when it has refused it last.
  fault text,
  fault_at timestamptz,
  reason text check (length(reason) between 1 and 1000),
  ended_by text,
  ended_at timestamptz,
  check ((replaces_id is null) = (family_id = id)),
  check (num_nulls(signed, tx_hash, signed_by, signed_at) in (0, 4)),
  check (status not in ('SIGNED', 'BROADCAST', 'CONFIRMED', 'REPLACED', 'FAILED') or signed is not null),
  check (status not in ('BROADCAST', 'REPLACED') or sent_at is not null),
  check ((ended_at is null) = (status in ('PREPARED', 'SIGNED', 'BROADCAST')))
);
create index prepared_open on prepared_transaction (status, id) where status in ('PREPARED', 'SIGNED', 'BROADCAST');
create index prepared_family on prepared_transaction (family_id);
-- One replacement at a time.
create unique index prepared_replacement on prepared_transaction (replaces_id) where replaces_id is not null and status <> 'CANCELLED';
create index prepared_hash on prepared_transaction (network, tx_hash) where tx_hash is not null;

insert into state_transition (machine, from_state, to_state) values
  ('prepared', 'PREPARED', 'SIGNED'), ('prepared', 'PREPARED', 'CANCELLED'),
  ('prepared', 'SIGNED', 'BROADCAST'), ('prepared', 'SIGNED', 'FAILED'), ('prepared', 'SIGNED', 'CONFIRMED'),
  ('prepared', 'BROADCAST', 'CONFIRMED'), ('prepared', 'BROADCAST', 'REPLACED'), ('prepared', 'BROADCAST', 'FAILED'),
  -- A payout whose prepared transaction is taken back is approved as before.
  ('payout', 'PREPARED', 'APPROVED');
create trigger prepared_state before update of status on prepared_transaction for each row
  when (old.status is distinct from new.status) execute function check_transition('prepared');
create constraint trigger prepared_told after insert or update of status on prepared_transaction deferrable initially deferred
  for each row execute function told_in_audit();

-- What it spends: outputs of ours, on eth the next number of an account of ours.
create table prepared_input (
  prepared_id uuid not null references prepared_transaction deferrable initially deferred,
  n integer not null check (n >= 0),
  network text not null,
  source_hash text not null,
  source_index bigint not null check (source_index >= 0),
  asset text not null,
  units units not null,
  script text not null check (script ~ '^[0-9a-f]+$'),
  branch integer not null check (branch in (0, 1)),
  key_index bigint not null check (key_index >= 0),
  sequence bigint not null,
  -- Whether it is kept for this transaction, and those that replace it, alone.
  held boolean not null,
  primary key (prepared_id, n)
);
create unique index prepared_input_held on prepared_input (network, source_hash, source_index) where held;

-- What it pays: approved payouts and moves, and what comes back to us.
create table prepared_output (
  prepared_id uuid not null references prepared_transaction deferrable initially deferred,
  n integer not null check (n >= 0),
  kind text not null check (kind in ('PAYOUT', 'MOVE', 'CHANGE')),
  object_id uuid,
  units units not null check (units > 0),
  script text not null check (script ~ '^[0-9a-f]+$'),
  address text not null,
  key_index bigint check (key_index >= 0),
  held boolean not null,
  primary key (prepared_id, n),
  check ((object_id is null) = (kind = 'CHANGE')),
  check ((key_index is null) = (kind <> 'CHANGE'))
);
create unique index prepared_output_held on prepared_output (kind, object_id) where held and object_id is not null;
create index prepared_output_object on prepared_output (object_id) where object_id is not null;
create index prepared_output_change on prepared_output (script) where kind = 'CHANGE';

-- ---------------------------------------------------------------- what the signer gets says what the rows say
create function little_endian(value numeric, bytes integer) returns text language sql immutable as $$
  select string_agg(lpad(to_hex(mod(div(value, 256::numeric ^ n), 256)::integer), 2, '0'), '' order by n) from generate_series(0, bytes - 1) n
$$;
create function compact_size(value integer) returns text language sql immutable as $$
  select case when value < 253 then little_endian(value, 1) else 'fd' || little_endian(value, 2) end
$$;
create function turned_hex(hex text) returns text language sql immutable as $$
  select string_agg(substr(hex, 2 * n - 1, 2), '' order by n desc) from generate_series(1, length(hex) / 2) n
$$;
-- The bytes of a transaction of Bitcoin's family, without signatures.
create function utxo_transaction(of_prepared uuid) returns text language sql stable as $$
  select '02000000'
    || (select compact_size(count(*)::integer) || string_agg(turned_hex(source_hash) || little_endian(source_index, 4) || '00'
        || little_endian(sequence, 4), '' order by n) from prepared_input where prepared_id = of_prepared)
    || (select compact_size(count(*)::integer) || string_agg(little_endian(units::numeric, 8) || compact_size(length(script) / 2) || script, '' order by n)
        from prepared_output where prepared_id = of_prepared)
    || '00000000'
$$;

-- Whether an output pays what was agreed to, where it was agreed to go; or comes back to us.
create function is_agreed_output(p prepared_transaction, x prepared_output) returns boolean language sql stable as $$
  select case x.kind
    when 'PAYOUT' then exists (select from payout o join beneficiary b on b.id = o.beneficiary_id
      where o.id = x.object_id and o.asset = p.asset and o.quantity_units = x.units and b.script = x.script
        and o.status in ('PREPARED', 'SIGNED', 'BROADCAST'))
    when 'MOVE' then exists (select from move m join destination d on d.id = m.destination_id
      where m.id = x.object_id and m.asset = p.asset and m.quantity_units = x.units and d.address = x.address
        and m.from_place = 'custody:' || p.network and m.status = 'APPROVED')
    else p.network in ('bitcoin', 'bitcoincash') and exists (select from change_address c
      where c.wallet_id = p.wallet_id and c.index = x.key_index and c.script = x.script) end
$$;
create function fee_limit(name text, asset text, standard numeric) returns numeric language sql stable as $$
  select coalesce(house ->> (name || '.' || crypto_of(asset)), house ->> name, standard::text)::numeric from (select settings_of(null) -> 'house' as house) s
$$;
-- Nothing but what was agreed to, change and a fee within the house's limits; and the signer's file says just that.
create function is_prepared_true(p prepared_transaction) returns boolean language sql stable as $$
  with paid as (select * from prepared_output where prepared_id = p.id), spent as (select * from prepared_input where prepared_id = p.id),
    root as (select * from prepared_transaction where id = p.family_id)
  select (select count(*) filter (where kind <> 'CHANGE') > 0 and bool_and(is_agreed_output(p, x)) from paid x)
    and (select bool_and(held = (p.replaces_id is null)) from (select held from paid union all select held from spent) h)
    and case when p.network = 'eth' then p.fee_rate <= fee_limit('gasPrice', p.asset, 100)
        and (select count(*) from paid) = 1 and (select count(*) from spent) = 1
      else (select sum(units) from spent) = (select sum(units) from paid) + p.fee_units
        and p.unsigned = utxo_transaction(p.id)
        and starts_with(encode(decode(p.content, 'base64'), 'hex'), '70736274ff0100' || compact_size(length(p.unsigned) / 2) || p.unsigned)
        and (select bool_and(asset = p.asset and exists (select from our_output(s.network, s.source_hash, s.source_index::integer) o
          where o.in_books and o.units = s.units)) from spent s)
        and p.size <= length(p.unsigned) / 2 + 110 * (select count(*) from spent) + 2
        and p.fee_units <= ceil(p.size * fee_limit('networkFeeRate', p.asset, 200))
        and p.fee_units * 10000 <= fee_limit('networkFeeBps', p.asset, 1000) * (select sum(units) from paid where kind <> 'CHANGE') end
    -- What takes another's place spends the same and pays the same.
    and (p.replaces_id is null or ((select status = 'BROADCAST' from prepared_transaction where id = p.replaces_id)
      and (select array_agg(source_hash || source_index order by n) from spent)
        = (select array_agg(source_hash || source_index order by n) from prepared_input where prepared_id = p.replaces_id)
      and (select array_agg(object_id order by n) from paid where kind <> 'CHANGE')
        = (select array_agg(object_id order by n) from prepared_output where prepared_id = p.replaces_id and kind <> 'CHANGE')
      and (select r.family_id = p.family_id and p.fee_units > r.fee_units from prepared_transaction r where r.id = p.replaces_id)))
$$;
create function check_prepared() returns trigger language plpgsql as $$
begin
  if not is_prepared_true(new) then
    raise check_violation using message = format('prepared transaction %s does not say what was agreed to', new.id), constraint = 'prepared_true';
  end if;
  return null;
end $$;
create constraint trigger prepared_true after insert on prepared_transaction deferrable initially deferred
  for each row execute function check_prepared();
-- Its parts are there before it, and none comes later.
create function prepared_part_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if exists (select from prepared_transaction where id = new.prepared_id) then
      raise restrict_violation using message = 'the parts of a prepared transaction are there before it';
    end if;
  elsif old.held = new.held or new.held then
    raise restrict_violation using message = 'a part of a prepared transaction stays as it was made';
  end if;
  return new;
end $$;
create trigger prepared_input_guard before insert or update on prepared_input for each row execute function prepared_part_guard();
create trigger prepared_output_guard before insert or update on prepared_output for each row execute function prepared_part_guard();

create function prepared_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'PREPARED' or new.signed is not null then
      raise check_violation using message = 'a transaction begins prepared and unsigned', constraint = 'prepared_begins';
    end if;
  elsif old.signed is not null and row(new.signed, new.tx_hash) is distinct from row(old.signed, old.tx_hash) then
    raise restrict_violation using message = 'what was signed stays as it was signed';
  end if;
  return new;
end $$;
create trigger prepared_guard before insert or update on prepared_transaction for each row execute function prepared_guard();

-- Outputs and payouts are kept as long as one of the family may still be sent, and no longer; a payout that is being
-- prepared or signed stands in such a one.
create function is_live_prepared(status text) returns boolean language sql immutable as $$
  select status in ('PREPARED', 'SIGNED', 'BROADCAST')
$$;
create function check_prepared_held() returns trigger language plpgsql as $$
declare
  is_live boolean := exists (select from prepared_transaction where family_id = new.family_id and is_live_prepared(status));
begin
  if exists (select from prepared_input where prepared_id = new.family_id and held <> is_live)
    or exists (select from prepared_output where prepared_id = new.family_id and held <> is_live)
    or (not is_live and exists (select from prepared_output x join payout o on o.id = x.object_id
      where x.prepared_id = new.family_id and x.kind = 'PAYOUT' and o.status in ('PREPARED', 'SIGNED')
        and not exists (select from prepared_output y where y.kind = 'PAYOUT' and y.object_id = o.id and y.held))) then
    raise check_violation using message = format('prepared transaction %s: what it keeps says otherwise', new.id), constraint = 'prepared_held';
  end if;
  return null;
end $$;
create constraint trigger prepared_held after insert or update of status on prepared_transaction deferrable initially deferred
  for each row execute function check_prepared_held();
create function check_payout_prepared() returns trigger language plpgsql as $$
begin
  if exists (select from payout where id = new.id and status = new.status) and not exists (
    select from prepared_output x join prepared_transaction p on p.id = x.prepared_id
    where x.kind = 'PAYOUT' and x.object_id = new.id and x.held and p.status = new.status) then
    raise check_violation using message = format('payout %s stands in no prepared transaction', new.id), constraint = 'payout_prepared_held';
  end if;
  return null;
end $$;
create constraint trigger payout_prepared_held after update of status on payout deferrable initially deferred
  for each row when (new.status in ('PREPARED', 'SIGNED') and old.status <> new.status and new.file_id is null) execute function check_payout_prepared();
