// Written from paid-elsewhere.sql and the database's own description by `node .config/statements.ts`.
import { query } from "#lib/kernel/statement.ts";

type SeenOutgoingValues = {
  txHash: string;
  network: string;
};
type SeenOutgoingRow = {
  id: string;
  status: "MEMPOOL" | "IN_BLOCK" | "FINAL" | "GONE";
  required: number;
  confirmations: bigint | null;
};
export const seenOutgoing = query<SeenOutgoingValues, SeenOutgoingRow>({
  text: () => `select o.id, o.status, o.confirmations_required as "required",
  (select c.height - o.block_height + 1 from chain_cursor c where c.network = o.network) as confirmations
from outgoing o where lower(regexp_replace(o.tx_hash, '^0x', '')) = lower(regexp_replace($1, '^0x', '')) and o.network = $2
order by o.block_hash is null, o.variant desc for update`,
  values: ["txHash", "network"],
});

type PaidOutputsValues = {
  id: string;
  asset: string;
  units: bigint | string;
};
type PaidOutputsRow = {
  script: string;
  place: string;
};
/** Outputs of exactly this that explain nothing yet. */
export const paidOutputs = query<PaidOutputsValues, PaidOutputsRow>({
  text: () => `select x.script, coalesce(x.address, x.script) as "place" from outgoing_output x
where x.outgoing_id = $1::uuid and x.asset = $2 and x.units = $3::numeric and not x.own
  and pays_exactly(x.outgoing_id, x.asset, x.units, x.script)
order by x.output_index`,
  values: ["id", "asset", "units"],
});

type PaysExactlyValues = {
  id: string;
  asset: string;
  units: bigint | string;
  script?: string | null | undefined;
};
type PaysExactlyRow = {
  exactly: boolean;
};
export const paysExactly = query<PaysExactlyValues, PaysExactlyRow>({
  text: () => `select pays_exactly($1::uuid, $2, $3::numeric, $4) as "exactly"`,
  values: ["id", "asset", "units", "script"],
});
