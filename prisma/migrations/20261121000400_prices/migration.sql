-- Prices as the exchanges tell them: read by the worker, so that no verb ever waits for a network.
create table price_feed (
  source text primary key,
  next_at timestamptz not null,
  read_at timestamptz,
  failures integer not null default 0,
  last_error text
);

create table price_sample (
  id bigint generated always as identity primary key,
  source text not null,
  base text not null,
  fiat text not null,
  bid price_decimal not null,
  ask price_decimal not null,
  at timestamptz not null,
  stored_at timestamptz not null,
  check (ask >= bid)
);
create index price_sample_pair on price_sample (base, fiat, stored_at desc);
create index price_sample_age on price_sample (stored_at);

-- The newest reference that stood up to all rules: what the next one is measured against.
create table price_reference (
  base text not null,
  fiat text not null,
  bid price_decimal not null,
  at timestamptz not null,
  primary key (base, fiat)
);

-- What the house's book holds of a crypto, by the fiat it was bought with: the ledger's postings, summed as they are entered.
create table book_position (
  asset text not null,
  fiat text not null,
  units balance_units not null,
  primary key (asset, fiat)
);

create function is_fiat(asset text) returns boolean language sql immutable as $$
  select asset in ('EUR', 'USD', 'GBP', 'CAD', 'JPY')
$$;

-- A trade too small for a whole unit of fiat posts none: then its bill or invoice says which fiat it was.
create function fiat_of_trade(of_transaction uuid) returns text language sql stable as $$
  select coalesce(
    (select p.asset from posting p join ledger_account l on l.id = p.ledger_account_id
      where p.transaction_id = t.id and l.code = 'house:book' and is_fiat(p.asset) limit 1),
    (select b.fiat from bill b where b.id = t.bill_id),
    (select c.fiat from conversion c where c.id = t.conversion_id),
    'USD')
  from ledger_transaction t where t.id = of_transaction
$$;

-- As the owner, like the balances: the application's role reads positions and never writes one.
create function enter_positions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into book_position as held (asset, fiat, units)
  select e.asset, fiat_of_trade(e.transaction_id), sum(e.amount)
  from entered e join ledger_account l on l.id = e.ledger_account_id
  where l.code = 'house:book' and not is_fiat(e.asset) group by 1, 2 order by 1, 2
  on conflict (asset, fiat) do update set units = held.units + excluded.units;
  return null;
end $$;
create trigger posting_positions after insert on posting referencing new table as entered
  for each statement execute function enter_positions();

insert into book_position (asset, fiat, units)
select p.asset, fiat_of_trade(p.transaction_id), sum(p.amount)
from posting p join ledger_account l on l.id = p.ledger_account_id
where l.code = 'house:book' and not is_fiat(p.asset) group by 1, 2;

-- Of a pair one hedge is under way at a time: while its outcome is unknown nothing more is sold for it.
create unique index venue_order_one_hedge on venue_order (asset, fiat) where purpose = 'HEDGE' and status = 'OPEN';
create index venue_order_hedges on venue_order (asset, fiat, created_at desc) where purpose = 'HEDGE';
