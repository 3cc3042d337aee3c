-- Which key this database's secrets are sealed under, by a value that only that key derives; written at the first start.
alter table deployment add column key_check text check (key_check ~ '^[0-9a-f]{64}$');
