-- When the last thing happened that can have ended an account's cases, for a desk without any: the last of an index each. A
-- deposit without a reason is in none, and a change of one moves it in the others already.
create index deposit_settled on deposit (account_id, updated_at) where reason_code is not null and status <> 'UNCONFIRMED';
create index case_entry_settled on case_entry (account_id, at) where action in ('CLOSED', 'MUTED');
