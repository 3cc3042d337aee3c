-- What a key received on before it became a wallet: its chain is read from `first_height` on for the scripts from
-- `from_index` on, again from the beginning for the next ones as long as used ones come within the gap limit.
create table wallet_history (
  wallet_id uuid primary key references wallet,
  first_height bigint not null check (first_height >= 0),
  gap_limit integer not null check (gap_limit between 1 and 1000),
  from_index bigint not null default 0 check (from_index >= 0),
  next_height bigint not null check (next_height >= first_height),
  -- Why it does not go on at the moment; null while it does.
  fault text,
  finished_at timestamptz
);

create table wallet_used (
  wallet_id uuid not null references wallet,
  index bigint not null check (index between 0 and 2147483647),
  height bigint not null,
  primary key (wallet_id, index)
);
