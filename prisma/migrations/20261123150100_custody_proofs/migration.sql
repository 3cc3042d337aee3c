-- What the nodes said of custody, beside what the books said at the same block (rulebook 13.5).
create table custody_proof (
  id uuid primary key,
  network text not null check (network in ('bitcoin', 'bitcoincash', 'eth', 'tron')),
  asset text not null check (asset in ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth')),
  height bigint not null,
  ledger_units balance_units not null,
  -- In blocks, and not in the books yet: to come less what has left.
  waiting_units balance_units not null,
  node_units balance_units not null,
  -- Outputs, or accounts, that were asked about.
  asked integer not null check (asked >= 0),
  at timestamptz not null
);
create index custody_proof_latest on custody_proof (asset, at desc);
create function custody_difference(p custody_proof) returns numeric language sql immutable as $$
  select p.node_units - p.ledger_units - p.waiting_units
$$;
