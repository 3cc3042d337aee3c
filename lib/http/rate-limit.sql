-- name: leaseTokens
insert into rate_budget as b (key_id, tokens, granted, at)
values (:keyId, :burst::float8 - least(:tokens::integer, :burst::integer), least(:tokens::integer, :burst::integer), clock_timestamp())
on conflict (key_id) do update set (tokens, granted, at) = (
  select f.full_now - g.grant_now, g.grant_now, clock_timestamp()
  from (select least(:burst::float8, b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.at)::float8) * :ratePerSecond::float8) as full_now) f,
    lateral (select greatest(0, least(:tokens::integer, floor(f.full_now + :debt::float8)::integer)) as grant_now) g
)
returning granted, tokens
