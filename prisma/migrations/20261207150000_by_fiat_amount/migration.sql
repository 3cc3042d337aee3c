-- Bills by amount, fiat by fiat: a list by value takes the greatest of each and puts them together at its rates. By amounts
-- of all fiats at once it had to reckon the value of every bill.
drop index bill_by_fiat;
create index bill_by_fiat on bill (account_id, fiat, amount_of(fiat_units, fiat) desc, id desc);
