-- What the terms of settlement hold back of an account's fiat at this moment: of no other payout either.
create function reserve_now(of_account uuid, of_currency text) returns numeric language sql stable as $$
  select coalesce((select reserve_at(t, business_now(), house_zone()) from terms_of(of_account, of_currency) t where t.id is not null), 0)
$$;
