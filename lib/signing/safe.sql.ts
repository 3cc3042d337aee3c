// Written from safe.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type SafeOfValues = {
  walletId: string;
};
type SafeOfRow = {
  walletId: string;
  address: string;
  script: string;
};
/** A Safe whose address is ours, and where what it holds may be paid from. */
export const safeOf = query<SafeOfValues, SafeOfRow>({
  text: () => `select w.id as "walletId", w.xpub as "address", a.script as "script" from wallet w join deposit_address a on a.wallet_id = w.id
where w.id = $1::uuid and w.kind = 'ETH_SAFE'`,
  values: ["walletId"],
});

type SafesToProveValues = {
  limit: bigint | number;
};
type SafesToProveRow = {
  id: string;
  script: string;
  number: bigint;
  height: bigint;
  safeTxHash: string;
  txHashes: string[];
};
/** Batches of Safes, and what has taken tokens out of the Safe in blocks that are final, since its number was found unused. */
export const safesToProve = query<SafesToProveValues, SafesToProveRow>({
  text: () => `select p.id, i.source_hash as "script", i.source_index as "number", f.height as "height", p.safe_tx_hash as "safeTxHash",
  array(select o.tx_hash from outgoing o where o.network = 'eth' and o.status in ('IN_BLOCK', 'FINAL') and o.block_height <= f.height
    and o.block_height > coalesce(p.unused_to, -1)
    and exists (select from outgoing_input x where x.outgoing_id = o.id and x.script = i.source_hash) order by o.block_height)::text[] as "txHashes"
from prepared_transaction p join prepared_input i on i.prepared_id = p.id and i.held
cross join (select settled_height(c, 64) as height from chain_cursor c where c.network = 'eth') f
where p.status = 'PREPARED' and p.safe_tx_hash is not null and f.height > coalesce(p.unused_to, -1)
order by p.id limit $1`,
  values: ["limit"],
});

type IsLeavingValues = {
  id: string;
};
type IsLeavingRow = {
  leaving: boolean;
};
export const isLeaving = query<IsLeavingValues, IsLeavingRow>({
  text: () => `select is_leaving_prepared($1::uuid) as "leaving"`,
  values: ["id"],
});

type IsFinalValues = {
  txHash: string;
};
type IsFinalRow = {
  final: boolean;
};
export const isFinal = query<IsFinalValues, IsFinalRow>({
  text: () =>
    `select exists (select from outgoing where network = 'eth' and tx_hash = $1 and status = 'FINAL') as "final"`,
  values: ["txHash"],
});

type EndBatchValues = {
  status: string;
  txHash?: string | null | undefined;
  height: bigint | number;
  reason?: string | null | undefined;
  by: string;
  id: string;
};
export const endBatch = command<EndBatchValues>({
  text: () => `update prepared_transaction set status = $1, tx_hash = $2, used_up_at = $3::bigint, reason = $4, ended_by = $5,
  ended_at = business_now()
where id = $6::uuid`,
  values: ["status", "txHash", "height", "reason", "by", "id"],
});
