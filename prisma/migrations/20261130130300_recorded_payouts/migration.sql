-- What was recorded as made by a bank is a case until a line says so, however long ago it was: the recorded ones alone are read.
create index payout_recorded_at on payout (recorded_at) where status = 'RECORDED';
