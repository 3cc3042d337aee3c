-- What was posted since an instant, whoever's it is: times rise nearly as rows come, so that a summary of blocks is enough.
create index ledger_transaction_at on ledger_transaction using brin (at) with (pages_per_range = 16);
