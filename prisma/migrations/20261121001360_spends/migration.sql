-- What a deposit's transaction uses up and no other can use as well: outputs (txid:vout) on UTXO chains, the sender with its
-- number on eth. Kept with the deposit, so that a double spend is told as one by whichever process finds it; empty where it
-- is not known.
alter table deposit add column spends text[] not null default '{}';
