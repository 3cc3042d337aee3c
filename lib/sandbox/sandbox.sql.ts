// Written from sandbox.sql and the database's own description by `node .config/statements.ts`.
import { type NoValues, command, query } from "#lib/kernel/statement.ts";

type LockChainValues = {
  networks: readonly (string | null)[];
};
type LockChainRow = {
  network: "bitcoin" | "bitcoincash" | "eth" | "tron";
};
export const lockChain = query<LockChainValues, LockChainRow>({
  text: () => `select network from sandbox_chain where network = any($1::text[]) order by network for update`,
  values: ["networks"],
});

type EnsureChainValues = {
  network: string;
  feeEstimate?: bigint | string | null | undefined;
};
export const ensureChain = command<EnsureChainValues>({
  text: () => `insert into sandbox_chain (network, fee_estimate) values ($1, $2::numeric) on conflict do nothing`,
  values: ["network", "feeEstimate"],
});

type InsertGenesisValues = {
  network: string;
  genesisHash: string;
};
export const insertGenesis = command<InsertGenesisValues>({
  text: () => `insert into sandbox_block (network, hash, height, parent_hash, block_time)
values ($1, $2, 0, '', business_now()) on conflict do nothing`,
  values: ["network", "genesisHash"],
});

type InsertTransferValues = {
  networks: readonly (string | null)[];
  txHashs: readonly (string | null)[];
  assets: readonly (string | null)[];
  scripts: readonly (string | null)[];
  address: readonly (string | null)[];
  sourceAddress: readonly (string | null)[];
  units: readonly (bigint | string | null)[];
  feeRates: readonly (string | null)[];
  replaceable: readonly (boolean | null)[];
};
export const insertTransfer = command<InsertTransferValues>({
  text: () => `insert into sandbox_transfer (network, tx_hash, output_index, asset, script, address, source_address, quantity_units, sent_at, state,
  fee_rate, replaceable)
select t.network, t.tx_hash, 0, t.asset, t.script, t.address, t.source_address, t.units, business_now(), 'MEMPOOL',
  nullif(t.fee_rate, '')::numeric, t.replaceable
from unnest($1::text[], $2::text[], $3::text[],
  $4::text[], $5::text[], $6::text[],
  $7::numeric[], $8::text[], $9::boolean[])
  t(network, tx_hash, asset, script, address, source_address, units, fee_rate, replaceable)`,
  values: ["networks", "txHashs", "assets", "scripts", "address", "sourceAddress", "units", "feeRates", "replaceable"],
});

type SentToValues = {
  scripts: readonly (string | null)[];
  assets: readonly (string | null)[];
};
type SentToRow = {
  total: string;
};
export const sentTo = query<SentToValues, SentToRow>({
  text: () => `select s.total::text as "total"
from unnest($1::text[], $2::text[])
  with ordinality a(script, asset, nth)
cross join lateral (
  select coalesce(sum(quantity_units), 0) as total from sandbox_transfer where script = a.script and asset = a.asset
) s order by a.nth`,
  values: ["scripts", "assets"],
});

type AppendBlockValues = {
  hash: string;
  offsetMs: number;
  network: string;
};
export const appendBlock = command<AppendBlockValues>({
  text: () => `insert into sandbox_block (network, hash, height, parent_hash, block_time)
select network, $1, height + 1, hash, business_now() + $2::double precision * interval '1 millisecond' from sandbox_block
where network = $3 and active order by height desc limit 1`,
  values: ["hash", "offsetMs", "network"],
});

type MineTransfersValues = {
  hash: string;
  network: string;
};
export const mineTransfers = command<MineTransfersValues>({
  text: () => `update sandbox_transfer t set state = 'MINED', block_hash = $1, position = o.position
from (select tx_hash, (row_number() over (order by sent_at, tx_hash))::integer - 1 as position
      from (select distinct tx_hash, sent_at from sandbox_transfer where network = $2 and state = 'MEMPOOL') m) o
where t.network = $2 and t.state = 'MEMPOOL' and t.tx_hash = o.tx_hash`,
  values: ["hash", "network"],
});

type RemoveTransfersValues = {
  reason: string;
  network: string;
  txHashes: readonly (string | null)[];
};
export const removeTransfers = command<RemoveTransfersValues>({
  text: () => `update sandbox_transfer set state = 'GONE', gone_reason = $1
where network = $2 and state = 'MEMPOOL' and tx_hash = any($3)`,
  values: ["reason", "network", "txHashes"],
});

type SetAutoMineValues = {
  autoMine: boolean;
};
export const setAutoMine = command<SetAutoMineValues>({
  text: () => `update sandbox_chain set auto_mine = $1, next_block_wall = clock_timestamp()`,
  values: ["autoMine"],
});

type SetFeeEstimateValues = {
  feeEstimate: bigint | string;
  networks: readonly (string | null)[];
};
export const setFeeEstimate = command<SetFeeEstimateValues>({
  text: () => `update sandbox_chain set fee_estimate = $1::numeric where network = any($2::text[])`,
  values: ["feeEstimate", "networks"],
});

type ClaimDueChainsValues = {
  intervalSeconds: number;
};
export const claimDueChains = query<ClaimDueChainsValues, LockChainRow>({
  text: () => `update sandbox_chain set next_block_wall = clock_timestamp() + make_interval(secs => $1)
where auto_mine and next_block_wall <= clock_timestamp() returning network`,
  values: ["intervalSeconds"],
});

type ReadClockRow = {
  now: Date;
};
export const readClock = query<NoValues, ReadClockRow>({
  text: () => `select business_now() as "now"`,
  values: [],
});

type SetPriceValues = {
  base: string;
  fiat: string;
  bid: bigint | string;
  stale: boolean;
};
export const setPrice = command<SetPriceValues>({
  text: () => `insert into sandbox_price (base, fiat, bid, set_at, stale) values ($1, $2, $3::numeric, business_now(), $4)
on conflict (base, fiat) do update set bid = excluded.bid, levels = null, set_at = excluded.set_at, stale = excluded.stale`,
  values: ["base", "fiat", "bid", "stale"],
});

type SetBookValues = {
  base: string;
  fiat: string;
  levels: string;
};
export const setBook = command<SetBookValues>({
  text: () => `insert into sandbox_price (base, fiat, levels, set_at) values ($1, $2, $3::jsonb, business_now())
on conflict (base, fiat) do update set levels = excluded.levels, set_at = excluded.set_at, stale = false`,
  values: ["base", "fiat", "levels"],
});

type TakeBookBackValues = {
  base: string;
  fiat: string;
};
export const takeBookBack = command<TakeBookBackValues>({
  text: () => `update sandbox_price set levels = null, set_at = business_now() where base = $1 and fiat = $2`,
  values: ["base", "fiat"],
});

type LetGoStaleValues = {
  base: string;
  fiat: string;
  bidNow: bigint | string;
};
export const letGoStale = command<LetGoStaleValues>({
  text: () => `insert into sandbox_price (base, fiat, bid, set_at, stale) values ($1, $2, $3::numeric, business_now(), true)
on conflict (base, fiat) do update set stale = true`,
  values: ["base", "fiat", "bidNow"],
});

type SetClockBackValues = {
  byMs: bigint | number;
};
export const setClockBack = command<SetClockBackValues>({
  text: () => `update deployment set clock_offset_ms = clock_offset_ms - $1 where not exists (select from bill)`,
  values: ["byMs"],
});
