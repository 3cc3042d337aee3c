-- name: venueFractions
select v.code as "code!", v.symbol as "symbol!", venue_fraction(substr(v.code, 7), v.symbol) as "fraction!"
from (select distinct u.code, crypto_of(u.asset) as symbol from unnest(:codes::text[], :assets::text[]) u (code, asset)) v
