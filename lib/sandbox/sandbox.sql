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

-- name: appendBlocks
insert into sandbox_block (network, hash, height, parent_hash, block_time)
select tip.network, b.hash, tip.height + b.nth, lag(b.hash, 1, tip.hash) over (order by b.nth),
  business_now() + :offsetMs::double precision * interval '1 millisecond'
from (select network, height, hash from sandbox_block where network = :network and active order by height desc limit 1) tip,
  unnest(:hashes::text[]) with ordinality b(hash, nth)

-- name: mineTransfers
update sandbox_transfer t set state = 'MINED', block_hash = :hash, position = o.position
from (select tx_hash, (row_number() over (order by sent_at, tx_hash))::integer - 1 as position
      from (select distinct tx_hash, sent_at from sandbox_transfer where network = :network and state = 'MEMPOOL') m) o
where t.network = :network and t.state = 'MEMPOOL' and t.tx_hash = o.tx_hash

-- name: removeTransfers
with recursive gone(tx_hash) as (
  select tx_hash from sandbox_transfer where network = :network and state = 'MEMPOOL' and tx_hash = any(:txHashes)
  union
  select s.tx_hash from gone g join sandbox_transfer p on p.network = :network and p.tx_hash = g.tx_hash
  join sandbox_transfer s on s.network = :network and s.state = 'MEMPOOL' and s.spends @> array[p.tx_hash || ':' || p.output_index]
)
update sandbox_transfer set state = 'GONE', gone_reason = :reason
where network = :network and state = 'MEMPOOL' and tx_hash in (select tx_hash from gone)

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

-- name: insertSpend
insert into sandbox_transfer (network, tx_hash, output_index, asset, script, address, source_address, source_script, quantity_units,
  sent_at, state, spends, expires_at)
select :network, :txHash, t.nth - 1, :asset, t.script, t.address, 'sandbox-owner', nullif(t.source, ''), t.units, business_now(), 'MEMPOOL',
  :spends::text[], :expiresAt?::timestamptz
from unnest(:scripts::text[], :addresses::text[], :sources::text[], :units::numeric[]) with ordinality t(script, address, source, units, nth)

-- name: playTransfer
insert into sandbox_venue_transfer (ref, kind, asset, quantity, fee, status, tx_hash, address, label, at)
values (:ref, :kind, :asset, :quantity::numeric, :fee::numeric, :status, :txHash?, :address?, :label?, business_now())
on conflict (ref) do update set status = excluded.status, tx_hash = coalesce(excluded.tx_hash, sandbox_venue_transfer.tx_hash)
returning tx_hash

-- name: coinsNamed
select t.tx_hash as "txHash", t.output_index as "outputIndex", t.script, t.quantity_units as units,
  (select s.tx_hash from sandbox_transfer s where s.network = t.network and s.state in ('MEMPOOL', 'MINED')
    and s.spends @> array[t.tx_hash || ':' || t.output_index] limit 1) as "spender",
  coalesce((select bool_or(s.state = 'MINED') from sandbox_transfer s where s.network = t.network and s.state in ('MEMPOOL', 'MINED')
    and s.spends @> array[t.tx_hash || ':' || t.output_index]), false) as "isFinal!"
from sandbox_transfer t where t.network = :network and t.state in ('MEMPOOL', 'MINED') and t.tx_hash || ':' || t.output_index = any(:names::text[])

-- name: paidBy
select coalesce(sum(quantity_units), 0) as "paid!" from sandbox_transfer where network = :network and tx_hash = :txHash

-- name: sentBy
select count(distinct tx_hash)::integer as "sent!" from sandbox_transfer
where network = :network and source_script = :script and state in ('MEMPOOL', 'MINED')
  and (:height?::bigint is null or block_hash in (select hash from sandbox_block where network = :network and active and height <= :height?::bigint))

-- name: numberUsed
select tx_hash as "txHash", bool_or(state = 'MINED') as "isMined!" from sandbox_transfer
where network = :network and state in ('MEMPOOL', 'MINED') and spends @> array[:name] group by tx_hash limit 1

-- name: tokensOf
select coalesce(sum(case when script = :script then quantity_units else -quantity_units end), 0) as "units!" from sandbox_transfer
where network = :network and asset = :asset and state in ('MEMPOOL', 'MINED') and (script = :script or source_script = :script)
  and script is distinct from source_script

-- name: isSent
select exists (select from sandbox_transfer where network = :network and tx_hash = :txHash) as "sent!"
