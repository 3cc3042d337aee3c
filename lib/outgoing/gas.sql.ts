// Written from gas.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

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

type UnplaceGasValues = {
  network: string;
  hash: string;
};
export const unplaceGas = command<UnplaceGasValues>({
  text: () =>
    `update gas_payment set block_height = null, block_hash = null, fee_wei = null where network = $1 and block_hash = $2`,
  values: ["network", "hash"],
});

type UnweighedGasValues = {
  network: string;
  limit: bigint | number;
};
type UnweighedGasRow = {
  id: string;
  txHash: string;
};
export const unweighedGas = query<UnweighedGasValues, UnweighedGasRow>({
  text: () => `select id, tx_hash as "txHash" from gas_payment where fee_wei is null and block_hash is not null and network = $1
order by seen_at limit $2`,
  values: ["network", "limit"],
});

type WeighGasValues = {
  fee: bigint | string;
  id: string;
  hash: string;
};
export const weighGas = command<WeighGasValues>({
  text: () =>
    `update gas_payment set fee_wei = $1::numeric where id = $2::uuid and block_hash = $3 and fee_wei is null`,
  values: ["fee", "id", "hash"],
});
