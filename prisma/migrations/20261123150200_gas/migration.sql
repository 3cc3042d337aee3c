-- Transactions that accounts of ours on eth send, whatever they do: each costs gas, and may carry ether (rulebook 13.4). One
-- that moves no token of ours, and so belongs to no outgoing, is nobody's that was approved.
create table gas_payment (
  id uuid primary key,
  network text not null check (network = 'eth'),
  tx_hash text not null,
  -- The account of ours that sent it.
  script text not null,
  block_height bigint,
  block_hash text,
  value_wei numeric(78, 0) not null check (value_wei >= 0),
  -- Absent until the node has told what it cost.
  fee_wei numeric(78, 0) check (fee_wei >= 0),
  seen_at timestamptz not null,
  unique (network, tx_hash),
  check ((block_hash is null) = (block_height is null))
);
create index gas_payment_block on gas_payment (network, block_hash);
create index gas_payment_unweighed on gas_payment (seen_at) where fee_wei is null and block_hash is not null;
