-- What a coinbase brings is spent by nobody before its chain allows it; of what has arrived before nothing says so.
alter table move_arrival add column maturity integer check (maturity > 0);
