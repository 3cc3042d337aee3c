-- name: feesToKeep
select n.network as "network!" from unnest(:networks::text[]) n(network)
where not exists (select from fee_history h where h.network = n.network and h.at > business_now() - :everyMs::double precision * interval '1 millisecond')

-- name: insertFee
insert into fee_history (network, rate, coin_usd) values (:network, :rate::numeric, :coinUsd?::numeric) on conflict do nothing

-- name: feeFacts
-- Of an even number the lower of the two in the middle, so that it is a rate that was.
select h.network, percentile_disc(0.5) within group (order by h.rate)::numeric as "rate!",
  (select l.coin_usd::numeric from fee_history l where l.network = h.network and l.coin_usd is not null
    and l.at > business_now() - :priceMs::double precision * interval '1 millisecond' order by l.at desc limit 1) as "coinUsd"
from fee_history h
where h.at > business_now() - :days::integer * interval '1 day' group by 1
