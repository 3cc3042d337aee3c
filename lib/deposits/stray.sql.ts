// Written from stray.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, command, query } from "#lib/kernel/statement.ts";

type RecordStrayValues = {
  id: string;
  network: string;
  txHash: string;
  outputIndex: number;
  asset: string;
  sourceAddress?: string | null | undefined;
  units: bigint | string;
  height?: bigint | number | null | undefined;
  hash?: string | null | undefined;
  confirmationsRequired: number;
  spends: readonly (string | null)[];
  script: string;
};
export const recordStray = command<RecordStrayValues>({
  text: () => `insert into stray_deposit as s (id, address_id, change_wallet_id, change_index, network, tx_hash, output_index, asset, source_address, quantity_units, status,
  block_height, block_hash, confirmations_required, spends, variant, created_at, updated_at)
select $1::uuid, a.id, a.wallet_id, a.index, $2, $3, $4, $5, $6, $7::numeric, 'UNCONFIRMED',
  $8::bigint, $9, $10, $11::text[],
  coalesce((select k.variant from stray_deposit k where k.network = $2 and k.tx_hash = $3 and k.output_index = $4
    and (k.network in ('bitcoin', 'bitcoincash') or (k.asset = $5 and k.quantity_units = $7::numeric
      and exists (select from place_of_stray(k) p where p.script = $12)))), next_variant($2, $3, $4)), m.now, m.now
from (select id, null::uuid as wallet_id, null::bigint as index, network from deposit_address where script = $12 and bill_id is null
  union all select null, wallet_id, index, network from change_address where script = $12) a, (select business_now() as now) m
order by (a.network = $2) desc limit 1
on conflict (network, tx_hash, output_index, variant) do update set status = case s.status when 'CONFIRMED' then 'CONFIRMED' else 'UNCONFIRMED' end,
  block_height = excluded.block_height, block_hash = excluded.block_hash, updated_at = excluded.updated_at
where s.status <> 'CONFIRMED' or s.block_hash is null`,
  values: [
    "id",
    "network",
    "txHash",
    "outputIndex",
    "asset",
    "sourceAddress",
    "units",
    "height",
    "hash",
    "confirmationsRequired",
    "spends",
    "script",
  ],
});

type UnplaceStrayValues = {
  id: string;
};
type UnplaceStrayRow = {
  id: string;
};
export const unplaceStray = query<UnplaceStrayValues, UnplaceStrayRow>({
  text: () => `update stray_deposit set block_height = null, block_hash = null, updated_at = business_now()
where id = $1::uuid and status = 'UNCONFIRMED' returning id`,
  values: ["id"],
});

type DeferStrayValues = {
  id: string;
};
/** Out of its block and still in the books: an assigned one that cannot be taken back yet. */
export const deferStray = command<DeferStrayValues>({
  text: () => `update stray_deposit set block_height = null, block_hash = null, updated_at = business_now()
where id = $1::uuid and status = 'CONFIRMED'`,
  values: ["id"],
});

type LockStrayValues = {
  id: string;
};
export const lockStray = query<LockStrayValues, UnplaceStrayRow>({
  text: () => `select id from stray_deposit where id = $1::uuid for update`,
  values: ["id"],
});

type BlockOfStrayValues = {
  id: string;
};
type BlockOfStrayRow = {
  height: bigint | null;
  hash: string | null;
};
export const blockOfStray = query<BlockOfStrayValues, BlockOfStrayRow>({
  text: () => `select block_height as "height", block_hash as "hash" from stray_deposit where id = $1::uuid for update`,
  values: ["id"],
});

type SeeAgainValues = {
  height: bigint | number;
  hash: string;
  id: string;
};
/** Gone from one block, and in another by now. */
export const seeAgain = command<SeeAgainValues>({
  text: () => `update stray_deposit set status = 'UNCONFIRMED', block_height = $1, block_hash = $2, updated_at = business_now()
where id = $3::uuid and status = 'DROPPED'`,
  values: ["height", "hash", "id"],
});

type DropStrayValues = {
  id: string;
};
type DropStrayRow = {
  network: "bitcoin" | "bitcoincash" | "eth" | "tron";
  tx_hash: string;
  output_index: number;
  variant: number;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth";
  units: Decimal;
  times_confirmed: number;
};
export const dropStray = query<DropStrayValues, DropStrayRow>({
  text: () => `update stray_deposit set status = 'DROPPED', block_height = null, block_hash = null, updated_at = business_now(),
  times_reversed = times_confirmed
where id = $1::uuid returning network, tx_hash, output_index, variant, asset, quantity_units as units, times_confirmed`,
  values: ["id"],
});

type StraysToConfirmValues = {
  limit: bigint | number;
};
export const straysToConfirm = query<StraysToConfirmValues, UnplaceStrayRow>({
  text: () => `select s.id from stray_deposit s join chain_cursor c on c.network = s.network
where s.status = 'UNCONFIRMED' and c.paused_reason is null
  and s.block_height <= least(c.height, coalesce(c.agreed_height, c.height)) - s.confirmations_required + 1
order by s.block_height limit $1`,
  values: ["limit"],
});

type ConfirmStrayValues = {
  id: string;
};
export const confirmStray = query<ConfirmStrayValues, DropStrayRow>({
  text: () => `update stray_deposit s set status = 'CONFIRMED', times_confirmed = s.times_confirmed + 1, updated_at = business_now()
from chain_cursor c
where s.id = $1::uuid and c.network = s.network and s.status = 'UNCONFIRMED'
  and s.block_height <= least(c.height, coalesce(c.agreed_height, c.height)) - s.confirmations_required + 1
returning s.network, s.tx_hash, s.output_index, s.variant, s.asset, s.quantity_units as units, s.times_confirmed`,
  values: ["id"],
});
