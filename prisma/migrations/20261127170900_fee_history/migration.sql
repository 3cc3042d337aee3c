-- What a network asked for at a time that has passed, in the measure that its transactions are prepared in: what collecting
-- costs now is held against it (rulebook 13.33).
create table fee_history (
  network text not null check (network in ('bitcoin', 'bitcoincash', 'eth', 'tron')),
  at timestamptz not null default business_now(),
  rate price_decimal not null check (rate > 0),
  primary key (network, at)
);
create trigger fee_history_append_only before update or delete on fee_history for each row execute function refuse_change();
