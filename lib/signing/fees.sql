-- name: feesToKeep
select n.network as "network!" from unnest(:networks::text[]) n(network)
where not exists (select from fee_history h where h.network = n.network and h.at > business_now() - :everyMs::double precision * interval '1 millisecond')

-- name: insertFee
insert into fee_history (network, rate) values (:network, :rate::numeric) on conflict do nothing

-- name: medianFees
-- Of an even number the lower of the two in the middle, so that it is a rate that was.
select h.network, percentile_disc(0.5) within group (order by h.rate)::numeric as "rate!" from fee_history h
where h.at > business_now() - :days::integer * interval '1 day' group by 1
