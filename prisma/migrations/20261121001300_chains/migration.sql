-- Watching real chains: which blocks have been scanned exactly, up to where all endpoints agree, and how each chain is.

-- A hole between two ranges is a gap that fills itself. A rollback shortens the last range; an empty one (last = first - 1)
-- marks from where blocks are wanted.
create table chain_range (
  network text not null,
  first bigint not null check (first >= 0),
  last bigint not null,
  primary key (network, first),
  check (last >= first - 1)
);

insert into chain_range (network, first, last)
select network, min(height), max(height) from chain_block where not orphaned group by network;

-- agreed_height: up to here every endpoint has told the same blocks and transfers; null where only one is asked.
-- final_height: what the chain itself calls final; null where it has no such notion.
-- deep_allowed: staff have seen a reorganisation deeper than the limit and let it be followed.
alter table chain_cursor
  add column agreed_height bigint,
  add column final_height bigint,
  add column deep_allowed boolean not null default false;

create table chain_state (
  network text primary key,
  state text not null check (state in ('OK', 'BEHIND', 'FORKED', 'DISAGREED', 'FAULTY', 'WRONG_NETWORK', 'PAUSED')),
  sentence text not null,
  since timestamptz not null
);
