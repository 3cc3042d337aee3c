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

type TransfersInValues = {
  blockHash: string;
};
type TransfersInRow = {
  txHash: string;
  outputIndex: number;
  position: number | null;
  asset: string;
  script: string;
  address: string;
  sourceAddress: string;
  units: Decimal;
  spends: string[];
  sourceScript: string | null;
};
export const transfersIn = query<TransfersInValues, TransfersInRow>({
  text: () => `select tx_hash as "txHash", output_index as "outputIndex", position, asset, script, address, source_address as "sourceAddress",
  quantity_units::numeric as "units", spends, source_script as "sourceScript"
from sandbox_transfer where block_hash = $1 and state = 'MINED' order by position, output_index`,
  values: ["blockHash"],
});

type MempoolOfValues = {
  network: string;
};
export const mempoolOf = query<MempoolOfValues, TransfersInRow>({
  text: () => `select tx_hash as "txHash", output_index as "outputIndex", position, asset, script, address, source_address as "sourceAddress",
  quantity_units::numeric as "units", spends, source_script as "sourceScript"
from sandbox_transfer where network = $1 and state = 'MEMPOOL' order by sent_at, tx_hash, output_index`,
  values: ["network"],
});

type FeeOfValues = {
  network: string;
  txHash: string;
};
type FeeOfRow = {
  feeRate: Decimal | null;
  replaceable: boolean;
};
export const feeOf = query<FeeOfValues, FeeOfRow>({
  text: () => `select fee_rate as "feeRate", replaceable from sandbox_transfer
where network = $1 and tx_hash = $2 and state = 'MEMPOOL' limit 1`,
  values: ["network", "txHash"],
});

type OutcomeOfValues = {
  network: string;
  txHash: string;
};
type OutcomeOfRow = {
  state: "MEMPOOL" | "MINED" | "GONE";
  goneReason: string | null;
};
export const outcomeOf = query<OutcomeOfValues, OutcomeOfRow>({
  text: () =>
    `select state, gone_reason as "goneReason" from sandbox_transfer where network = $1 and tx_hash = $2 limit 1`,
  values: ["network", "txHash"],
});

type WorthOfValues = {
  outputs: readonly (string | null)[];
  network: string;
};
type WorthOfRow = {
  name: string;
  units: Decimal;
};
export const worthOf = query<WorthOfValues, WorthOfRow>({
  text: () => `select o.name as "name", t.quantity_units::numeric as "units"
from unnest($1::text[]) o(name) join sandbox_transfer t on t.network = $2 and t.state = 'MINED'
  and t.tx_hash = split_part(o.name, ':', 1) and t.tx_hash || ':' || t.output_index = o.name
where not exists (select from sandbox_transfer s where s.network = $2 and s.state = 'MINED'
  and s.spends <> '{}' and s.spends @> array[o.name])`,
  values: ["outputs", "network"],
});

type MovedByValues = {
  network: string;
  asset: string;
  scripts: readonly (string | null)[];
};
type MovedByRow = {
  script: string;
  sourceScript: string | null;
  units: Decimal;
};
export const movedBy = query<MovedByValues, MovedByRow>({
  text: () => `select script, source_script as "sourceScript", quantity_units::numeric as "units" from sandbox_transfer
where network = $1 and asset = $2 and state = 'MINED'
  and (script = any($3::text[]) or source_script = any($3::text[]))`,
  values: ["network", "asset", "scripts"],
});

type InputsOfValues = {
  network: string;
  txHash: string;
};
type InputsOfRow = {
  spends: string[];
};
export const inputsOf = query<InputsOfValues, InputsOfRow>({
  text: () => `select spends from sandbox_transfer where network = $1 and tx_hash = $2 order by output_index limit 1`,
  values: ["network", "txHash"],
});
