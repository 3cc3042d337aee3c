-- Whose bill waits to be converted is in its index too: the customers' list looked each bill up for it.
drop index bill_convertible;
create index bill_convertible on bill (account_id, created_at desc, id desc) include (asset, subaccount) where unconverted_units > locked_units;
