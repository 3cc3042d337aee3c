-- Looking for outputs of ours that the books know nothing of (rulebook 13.24). A lease, by the wall clock, says which
-- process waits for the node's answer, which may take an hour; a node scans one thing at a time.
create table custody_scan (
  id uuid primary key,
  network text not null check (network in ('bitcoin', 'bitcoincash')),
  status text not null check (status in ('WAITING', 'RUNNING', 'DONE', 'ABORTED', 'FAILED')),
  asked_by text not null,
  asked_at timestamptz not null default business_now(),
  lease uuid,
  leased_until timestamptz,
  -- Per cent, as the node tells it.
  progress integer not null default 0 check (progress between 0 and 100),
  -- Scripts that were looked for, the block at which the node looked, and outputs that nothing here knows of.
  scripts integer check (scripts >= 0),
  height bigint,
  unknown integer check (unknown >= 0),
  abort_by text,
  fault text,
  ended_at timestamptz,
  check ((status in ('DONE', 'ABORTED', 'FAILED')) = (ended_at is not null)),
  check ((status = 'RUNNING') = (lease is not null and leased_until is not null)),
  check ((status = 'DONE') = (height is not null and unknown is not null and scripts is not null)),
  check ((status = 'FAILED') = (fault is not null))
);
create unique index custody_scan_one on custody_scan (network) where status in ('WAITING', 'RUNNING');
create index custody_scan_latest on custody_scan (network, asked_at desc);

-- Where exactly a node has another quantity than the books: an output that nothing here knows of, or an account's balance.
create table custody_finding (
  id uuid primary key,
  network text not null check (network in ('bitcoin', 'bitcoincash', 'eth', 'tron')),
  asset text not null check (asset in ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth')),
  script text not null,
  address text not null,
  tx_hash text,
  output_index integer,
  -- What the node has less what the books have.
  units balance_units not null check (units <> 0),
  height bigint not null,
  found_at timestamptz not null default business_now(),
  ended_at timestamptz,
  check ((tx_hash is null) = (output_index is null)),
  check ((tx_hash is null) = (network in ('eth', 'tron')))
);
create unique index custody_finding_one on custody_finding (network, asset, script, coalesce(tx_hash, ''), coalesce(output_index, -1))
  where ended_at is null;

-- Whether anything here knows of an output, in whatever state it is.
create function is_known_output(of_network text, hash text, at integer) returns boolean language sql stable as $$
  select exists (select from deposit where network = of_network and tx_hash = hash and output_index = at)
    or exists (select from stray_deposit where network = of_network and tx_hash = hash and output_index = at)
    or exists (select from move_arrival where network = of_network and tx_hash = hash and output_index = at)
    or exists (select from outgoing o join outgoing_output p on p.outgoing_id = o.id and p.own and p.output_index = at
      where o.network = of_network and o.tx_hash = hash)
$$;
