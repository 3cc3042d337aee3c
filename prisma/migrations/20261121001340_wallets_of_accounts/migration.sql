-- A wallet of an account goes before the house's of the same kind; each has at most one active one.
alter table wallet add column account_id uuid references account;
drop index wallet_active;
create unique index wallet_active on wallet (kind, account_id) nulls not distinct where active;
