-- Whether a bill promises its price (rulebook 4.16), asked before there is a bill: the statement that makes it asks here, so
-- that the rule stands in one language.
create function promises_price(strategy text, price numeric, limit_price numeric) returns boolean language sql immutable as $$
  select strategy <> 'RAI' and (strategy <> 'LMT' or price > limit_price)
$$;

create or replace function promises_price(b bill) returns boolean language sql immutable as $$
  select promises_price(b.strategy, b.price, b.limit_price)
$$;
