// Written from gas.sql and the database's own description by `node .config/statements.ts`.
import { query } from "#lib/kernel/statement.ts";

type RecordGasValues = {
  id: string;
  network: string;
  txHash: string;
  script: string;
  height: bigint | number;
  hash: string;
  value: bigint | string;
};
type RecordGasRow = {
  isNew: boolean;
};
export const recordGas = query<RecordGasValues, RecordGasRow>({
  text: () => `insert into gas_payment as g (id, network, tx_hash, script, block_height, block_hash, value_wei, seen_at)
values ($1::uuid, $2, $3, $4, $5::bigint, $6, $7::numeric, business_now())
on conflict (network, tx_hash) do update set block_height = excluded.block_height, block_hash = excluded.block_hash, fee_wei = null
where g.block_hash is distinct from excluded.block_hash
returning (xmax = 0)::boolean as "isNew"`,
  values: ["id", "network", "txHash", "script", "height", "hash", "value"],
});
