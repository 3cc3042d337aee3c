-- Payouts made elsewhere and recorded here: of free money, or of held and declined money going back.
create table payout (
  id uuid primary key,
  account_id uuid not null references account,
  asset text not null,
  quantity_units units not null check (quantity_units > 0),
  from_pending boolean not null,
  reference text not null check (length(reference) between 1 and 128),
  tx_hash text,
  recorded_by text not null,
  recorded_at timestamptz not null
);
create index payout_by_time on payout (account_id, recorded_at desc, id desc);
create trigger payout_append_only before update or delete on payout for each row execute function refuse_change();

-- Which deposits a crypto payout was taken from; together they are the payout.
create table payout_part (
  payout_id uuid not null references payout,
  deposit_id uuid not null references deposit,
  quantity_units units not null check (quantity_units > 0),
  primary key (payout_id, deposit_id)
);
create trigger payout_part_append_only before update or delete on payout_part for each row execute function refuse_change();
