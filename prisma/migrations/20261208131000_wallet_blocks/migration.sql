-- What a list of wallets says, by hundred addresses: how many are derived, how many were paid, and the longest gap between those
-- that were used. It read every address that was ever handed out and looked each one's deposits up. Counted anew with what
-- changes it, in the same transaction; the check holds it against all addresses.
create table wallet_block (
  wallet_id uuid not null references wallet,
  -- Of the addresses from nth × 100 on.
  nth bigint not null,
  derived integer not null default 0,
  paid integer not null default 0,
  -- Paid, or received on before the key became a wallet.
  first_used bigint,
  last_used bigint,
  longest_gap integer,
  primary key (wallet_id, nth)
);

-- Whether a deposit makes its bill's address a paid one.
create function pays_address(d deposit) returns boolean language sql immutable parallel safe as $$
  select d.stray_id is null and d.status <> 'DROPPED'
$$;

create function counted_block(of_wallet uuid, of_nth bigint) returns table (derived integer, paid integer, first_used bigint,
  last_used bigint, longest_gap integer) language sql stable as $$
  with known as materialized (
    select a.index, exists (select from deposit d where d.bill_id = a.bill_id and pays_address(d)) as is_paid
    from deposit_address a where a.wallet_id = of_wallet and a.index >= of_nth * 100 and a.index < (of_nth + 1) * 100
  ), used as (
    select u.index, u.index - lag(u.index) over (order by u.index) - 1 as gap from (
      select index from known where is_paid
      union select index from wallet_used where wallet_id = of_wallet and index >= of_nth * 100 and index < (of_nth + 1) * 100) u
  )
  select (select count(*)::integer from known), (select count(*)::integer from known where is_paid), min(index), max(index),
    case when count(*) > 0 then coalesce(max(gap), 0)::integer end from used
$$;

-- Each block is held first and counted by a statement of its own, which sees what whoever held it before has written.
create function count_blocks(wallets uuid[], nths bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from wallet_block k where (k.wallet_id, k.nth) in (select * from unnest(wallets, nths)) order by k.wallet_id, k.nth for update;
  update wallet_block k set (derived, paid, first_used, last_used, longest_gap) = (select * from counted_block(k.wallet_id, k.nth))
  where (k.wallet_id, k.nth) in (select * from unnest(wallets, nths));
end $$;

create function count_derived() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wallets uuid[];
  nths bigint[];
begin
  select array_agg(b.wallet_id order by b.wallet_id, b.nth), array_agg(b.nth order by b.wallet_id, b.nth) into wallets, nths
    from (select distinct wallet_id, index / 100 as nth from changed) b;
  if wallets is not null then
    insert into wallet_block (wallet_id, nth) select * from unnest(wallets, nths) on conflict do nothing;
    perform count_blocks(wallets, nths);
  end if;
  return null;
end $$;
create trigger deposit_address_counted after insert on deposit_address referencing new table as changed
  for each statement execute function count_derived();
create trigger wallet_used_counted after insert on wallet_used referencing new table as changed
  for each statement execute function count_derived();

-- A block is there since its addresses were derived.
create function count_paid() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wallets uuid[];
  nths bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(b.wallet_id), array_agg(b.nth) into wallets, nths from (
      select distinct a.wallet_id, a.index / 100 as nth from changed d join deposit_address a on a.bill_id = d.bill_id
      where pays_address(d::deposit)) b;
  else
    select array_agg(b.wallet_id), array_agg(b.nth) into wallets, nths from (
      select distinct a.wallet_id, a.index / 100 as nth from changed d join before o on o.id = d.id
      join deposit_address a on a.bill_id = d.bill_id where pays_address(o::deposit) <> pays_address(d::deposit)) b;
  end if;
  if wallets is not null then
    perform count_blocks(wallets, nths);
  end if;
  return null;
end $$;
create trigger deposit_address_paid after insert on deposit referencing new table as changed
  for each statement execute function count_paid();
create trigger deposit_address_paid_changed after update on deposit referencing old table as before new table as changed
  for each statement execute function count_paid();

insert into wallet_block (wallet_id, nth, derived, paid, first_used, last_used, longest_gap)
select b.wallet_id, b.nth, c.* from (
  select distinct wallet_id, index / 100 as nth from deposit_address
  union select distinct wallet_id, index / 100 from wallet_used) b cross join lateral counted_block(b.wallet_id, b.nth) c;

-- Addresses that no bill gets: those that wait are few, and so are those that are set aside.
create index deposit_address_aside on deposit_address (wallet_id, index) where set_aside_at is not null;
