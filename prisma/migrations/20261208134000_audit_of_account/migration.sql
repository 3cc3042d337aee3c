-- An account's record newest first, from wherever a range ends: a page looked through the lines of all accounts, and of all times
-- where few lines are in its range. As many indexes as before.
drop index audit_time;
create index audit_of_account on audit (account_id, at desc, seq desc);
