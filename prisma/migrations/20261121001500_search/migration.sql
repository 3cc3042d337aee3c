-- The beginnings of addresses, references, subaccounts and hashes are looked up whatever the database's collation;
-- equality and order by time are served by the same indexes.
drop index bill_by_address;
create index bill_by_address on bill (account_id, address_key text_pattern_ops);
drop index bill_by_reference;
create index bill_by_reference on bill (account_id, reference text_pattern_ops) where reference is not null;
drop index bill_by_subaccount;
create index bill_by_subaccount on bill (account_id, subaccount text_pattern_ops, created_at desc, id desc);
drop index deposit_tx;
create index deposit_tx on deposit (tx_hash text_pattern_ops);
