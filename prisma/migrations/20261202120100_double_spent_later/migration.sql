-- What was confirmed and went with its block may be spent by another transaction later: those that are looked at for it, the
-- newest first.
create index deposit_reorganised on deposit (network, updated_at) where status = 'DROPPED' and reason_code = 'REORGANISED' and times_reversed > 0;
