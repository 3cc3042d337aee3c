-- name: lockChain
select network from sandbox_chain where network = any(:networks::text[]) order by network for update

-- name: ensureChain
insert into sandbox_chain (network, fee_estimate) values (:network, :feeEstimate?::numeric) on conflict do nothing

-- name: insertGenesis
insert into sandbox_block (network, hash, height, parent_hash, block_time)
values (:network, :genesisHash, 0, '', business_now()) on conflict do nothing

-- name: insertTransfer
insert into sandbox_transfer (network, tx_hash, output_index, asset, script, address, source_address, quantity_units, sent_at, state,
  fee_rate, replaceable)
select t.network, t.tx_hash, 0, t.asset, t.script, t.address, t.source_address, t.units, business_now(), 'MEMPOOL',
  nullif(t.fee_rate, '')::numeric, t.replaceable
from unnest(:networks::text[], :txHashs::text[], :assets::text[],
  :scripts::text[], :address::text[], :sourceAddress::text[],
  :units::numeric[], :feeRates::text[], :replaceable::boolean[])
  t(network, tx_hash, asset, script, address, source_address, units, fee_rate, replaceable)

-- name: sentTo
select s.total::text as "total!"
from unnest(:scripts::text[], :assets::text[])
  with ordinality a(script, asset, nth)
cross join lateral (
  select coalesce(sum(quantity_units), 0) as total from sandbox_transfer where script = a.script and asset = a.asset
) s order by a.nth

-- name: appendBlock
insert into sandbox_block (network, hash, height, parent_hash, block_time)
select network, :hash, height + 1, hash, business_now() + :offsetMs::double precision * interval '1 millisecond' from sandbox_block
where network = :network and active order by height desc limit 1

-- name: mineTransfers
update sandbox_transfer t set state = 'MINED', block_hash = :hash, position = o.position
from (select tx_hash, (row_number() over (order by sent_at, tx_hash))::integer - 1 as position
      from (select distinct tx_hash, sent_at from sandbox_transfer where network = :network and state = 'MEMPOOL') m) o
where t.network = :network and t.state = 'MEMPOOL' and t.tx_hash = o.tx_hash

-- name: removeTransfers
update sandbox_transfer set state = 'GONE', gone_reason = :reason
where network = :network and state = 'MEMPOOL' and tx_hash = any(:txHashes)

-- name: setAutoMine
update sandbox_chain set auto_mine = :autoMine, next_block_wall = clock_timestamp()

-- name: setFeeEstimate
update sandbox_chain set fee_estimate = :feeEstimate::numeric where network = any(:networks::text[])

-- name: claimDueChains
update sandbox_chain set next_block_wall = clock_timestamp() + make_interval(secs => :intervalSeconds)
where auto_mine and next_block_wall <= clock_timestamp() returning network

-- name: readClock
select business_now() as "now!"

-- name: setPrice
insert into sandbox_price (base, fiat, bid, set_at, stale) values (:base, :fiat, :bid::numeric, business_now(), :stale)
on conflict (base, fiat) do update set bid = excluded.bid, levels = null, set_at = excluded.set_at, stale = excluded.stale

-- name: setBook
insert into sandbox_price (base, fiat, levels, set_at) values (:base, :fiat, :levels::jsonb, business_now())
on conflict (base, fiat) do update set levels = excluded.levels, set_at = excluded.set_at, stale = false

-- name: takeBookBack
update sandbox_price set levels = null, set_at = business_now() where base = :base and fiat = :fiat

-- name: letGoStale
insert into sandbox_price (base, fiat, bid, set_at, stale) values (:base, :fiat, :bidNow::numeric, business_now(), true)
on conflict (base, fiat) do update set stale = true

-- name: setClockBack
update deployment set clock_offset_ms = clock_offset_ms - :byMs where not exists (select from bill)
