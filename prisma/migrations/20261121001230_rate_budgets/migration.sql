-- What is left of each key's rate, shared by all processes, which lease from it. Unlogged: after a crash every budget is full.
create unlogged table rate_budget (
  key_id text primary key,
  tokens double precision not null,
  granted integer not null,
  at timestamptz not null
) with (fillfactor = 50);
