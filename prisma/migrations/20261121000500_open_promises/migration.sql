-- An open promise is a bill that has not ended and of which nothing is confirmed (contract §4).
drop index bill_open_promise;
create index bill_open_promise on bill (account_id, fiat, expires_at) where amount_units = 0;
