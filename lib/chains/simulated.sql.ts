// Written from simulated.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, query } from "#lib/kernel/statement.ts";

type TipOfValues = {
  network: string;
};
type TipOfRow = {
  height: bigint;
  hash: string;
  parentHash: string;
  blockTime: Date;
};
export const tipOf = query<TipOfValues, TipOfRow>({
  text: () => `select height, hash, parent_hash as "parentHash", block_time as "blockTime"
from sandbox_block where network = $1 and active order by height desc limit 1`,
  values: ["network"],
});

type BlockAtValues = {
  network: string;
  height: bigint | number;
};
type BlockAtRow = {
  height: bigint;
  hash: string;
  parentHash: string;
  blockTime: Date;
  holds: boolean;
};
export const blockAt = query<BlockAtValues, BlockAtRow>({
  text: () => `select height, hash, parent_hash as "parentHash", block_time as "blockTime",
  exists (select from (select block_hash from sandbox_transfer where block_hash >= b.hash and state = 'MINED' order by block_hash limit 1) n
    where n.block_hash = b.hash) as "holds"
from sandbox_block b where network = $1 and height = $2 and active`,
  values: ["network", "height"],
});

type IsAnyInMempoolValues = {
  network: string;
};
type IsAnyInMempoolRow = {
  waits: boolean;
};
export const isAnyInMempool = query<IsAnyInMempoolValues, IsAnyInMempoolRow>({
  text: () => `select exists (select from sandbox_transfer where network = $1 and state = 'MEMPOOL') as "waits"`,
  values: ["network"],
});

type FeeEstimateOfValues = {
  network: string;
};
type FeeEstimateOfRow = {
  feeEstimate: Decimal | null;
};
export const feeEstimateOf = query<FeeEstimateOfValues, FeeEstimateOfRow>({
  text: () => `select fee_estimate as "feeEstimate" from sandbox_chain where network = $1`,
  values: ["network"],
});

type UnspentOfValues = {
  network: string;
  scripts: readonly (string | null)[];
};
type UnspentOfRow = {
  txHash: string;
  outputIndex: number;
  script: string;
  address: string;
  units: Decimal;
  height: bigint;
};
export const unspentOf = query<UnspentOfValues, UnspentOfRow>({
  text: () => `select t.tx_hash as "txHash", t.output_index as "outputIndex", t.script, t.address, t.quantity_units::numeric as "units", b.height
from sandbox_transfer t join sandbox_block b on b.hash = t.block_hash
where t.network = $1 and t.state = 'MINED' and t.script = any($2::text[])
  and not exists (select from sandbox_transfer s where s.network = $1 and s.state = 'MINED'
    and s.spends <> '{}' and s.spends @> array[t.tx_hash || ':' || t.output_index])
order by b.height, t.tx_hash, t.output_index`,
  values: ["network", "scripts"],
});
