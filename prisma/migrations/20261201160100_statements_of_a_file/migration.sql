-- A file may hold several statements of one account, as of the days of a weekend: each is taken in, once.
drop index bank_statement_digest;
create unique index bank_statement_digest on bank_statement (digest, place, asset, reference);
