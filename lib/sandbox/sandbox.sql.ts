// Written from sandbox.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, type NoValues, command, query } from "#lib/kernel/statement.ts";

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

type AppendBlocksValues = {
  offsetMs: number;
  network: string;
  hashes: readonly (string | null)[];
};
export const appendBlocks = command<AppendBlocksValues>({
  text: () => `insert into sandbox_block (network, hash, height, parent_hash, block_time)
select tip.network, b.hash, tip.height + b.nth, lag(b.hash, 1, tip.hash) over (order by b.nth),
  business_now() + $1::double precision * interval '1 millisecond'
from (select network, height, hash from sandbox_block where network = $2 and active order by height desc limit 1) tip,
  unnest($3::text[]) with ordinality b(hash, nth)`,
  values: ["offsetMs", "network", "hashes"],
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
  network: string;
  txHashes: readonly (string | null)[];
  reason: string;
};
export const removeTransfers = command<RemoveTransfersValues>({
  text: () => `with recursive gone(tx_hash) as (
  select tx_hash from sandbox_transfer where network = $1 and state = 'MEMPOOL' and tx_hash = any($2)
  union
  select s.tx_hash from gone g join sandbox_transfer p on p.network = $1 and p.tx_hash = g.tx_hash
  join sandbox_transfer s on s.network = $1 and s.state = 'MEMPOOL' and s.spends @> array[p.tx_hash || ':' || p.output_index]
)
update sandbox_transfer set state = 'GONE', gone_reason = $3
where network = $1 and state = 'MEMPOOL' and tx_hash in (select tx_hash from gone)`,
  values: ["network", "txHashes", "reason"],
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

type InsertSpendValues = {
  network: string;
  txHash: string;
  asset: string;
  spends: readonly (string | null)[];
  expiresAt?: Date | null | undefined;
  scripts: readonly (string | null)[];
  addresses: readonly (string | null)[];
  sources: readonly (string | null)[];
  units: readonly (bigint | string | null)[];
};
export const insertSpend = command<InsertSpendValues>({
  text: () => `insert into sandbox_transfer (network, tx_hash, output_index, asset, script, address, source_address, source_script, quantity_units,
  sent_at, state, spends, expires_at)
select $1, $2, t.nth - 1, $3, t.script, t.address, 'sandbox-owner', nullif(t.source, ''), t.units, business_now(), 'MEMPOOL',
  $4::text[], $5::timestamptz
from unnest($6::text[], $7::text[], $8::text[], $9::numeric[]) with ordinality t(script, address, source, units, nth)`,
  values: ["network", "txHash", "asset", "spends", "expiresAt", "scripts", "addresses", "sources", "units"],
});

type PlayTransferValues = {
  ref: string;
  kind: string;
  asset: string;
  quantity: bigint | string;
  fee: bigint | string;
  status: string;
  txHash?: string | null | undefined;
  address?: string | null | undefined;
  label?: string | null | undefined;
};
type PlayTransferRow = {
  tx_hash: string | null;
};
export const playTransfer = query<PlayTransferValues, PlayTransferRow>({
  text: () => `insert into sandbox_venue_transfer (ref, kind, asset, quantity, fee, status, tx_hash, address, label, at)
values ($1, $2, $3, $4::numeric, $5::numeric, $6, $7, $8, $9, business_now())
on conflict (ref) do update set status = excluded.status, tx_hash = coalesce(excluded.tx_hash, sandbox_venue_transfer.tx_hash)
returning tx_hash`,
  values: ["ref", "kind", "asset", "quantity", "fee", "status", "txHash", "address", "label"],
});

type CoinsNamedValues = {
  network: string;
  names: readonly (string | null)[];
};
type CoinsNamedRow = {
  txHash: string;
  outputIndex: number;
  script: string;
  units: Decimal;
  spender: string | null;
  isFinal: boolean;
};
export const coinsNamed = query<CoinsNamedValues, CoinsNamedRow>({
  text: () => `select t.tx_hash as "txHash", t.output_index as "outputIndex", t.script, t.quantity_units as units,
  (select s.tx_hash from sandbox_transfer s where s.network = t.network and s.state in ('MEMPOOL', 'MINED')
    and s.spends @> array[t.tx_hash || ':' || t.output_index] limit 1) as "spender",
  coalesce((select bool_or(s.state = 'MINED') from sandbox_transfer s where s.network = t.network and s.state in ('MEMPOOL', 'MINED')
    and s.spends @> array[t.tx_hash || ':' || t.output_index]), false) as "isFinal"
from sandbox_transfer t where t.network = $1 and t.state in ('MEMPOOL', 'MINED') and t.tx_hash || ':' || t.output_index = any($2::text[])`,
  values: ["network", "names"],
});

type PaidByValues = {
  network: string;
  txHash: string;
};
type PaidByRow = {
  paid: Decimal;
};
export const paidBy = query<PaidByValues, PaidByRow>({
  text: () =>
    `select coalesce(sum(quantity_units), 0) as "paid" from sandbox_transfer where network = $1 and tx_hash = $2`,
  values: ["network", "txHash"],
});

type SentByValues = {
  network: string;
  script: string;
  height?: bigint | number | null | undefined;
};
type SentByRow = {
  sent: number;
};
export const sentBy = query<SentByValues, SentByRow>({
  text: () => `select count(distinct tx_hash)::integer as "sent" from sandbox_transfer
where network = $1 and source_script = $2 and state in ('MEMPOOL', 'MINED')
  and ($3::bigint is null or block_hash in (select hash from sandbox_block where network = $1 and active and height <= $3::bigint))`,
  values: ["network", "script", "height"],
});

type NumberUsedValues = {
  network: string;
  name: string;
};
type NumberUsedRow = {
  txHash: string;
  isMined: boolean;
};
export const numberUsed = query<NumberUsedValues, NumberUsedRow>({
  text: () => `select tx_hash as "txHash", bool_or(state = 'MINED') as "isMined" from sandbox_transfer
where network = $1 and state in ('MEMPOOL', 'MINED') and spends @> array[$2] group by tx_hash limit 1`,
  values: ["network", "name"],
});

type TokensOfValues = {
  script: string;
  network: string;
  asset: string;
};
type TokensOfRow = {
  units: Decimal;
};
export const tokensOf = query<TokensOfValues, TokensOfRow>({
  text: () => `select coalesce(sum(case when script = $1 then quantity_units else -quantity_units end), 0) as "units" from sandbox_transfer
where network = $2 and asset = $3 and state in ('MEMPOOL', 'MINED') and (script = $1 or source_script = $1)
  and script is distinct from source_script`,
  values: ["script", "network", "asset"],
});

type IsSentValues = {
  network: string;
  txHash: string;
};
type IsSentRow = {
  sent: boolean;
};
export const isSent = query<IsSentValues, IsSentRow>({
  text: () => `select exists (select from sandbox_transfer where network = $1 and tx_hash = $2) as "sent"`,
  values: ["network", "txHash"],
});
