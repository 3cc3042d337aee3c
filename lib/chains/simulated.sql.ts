// Written from simulated.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, query } from "#lib/kernel/statement.ts";

type HeaderValues = {
  network: string;
  height: bigint | number;
};
type HeaderRow = {
  height: bigint;
  hash: string;
  parent_hash: string;
  block_time: Date;
};
export const header = query<HeaderValues, HeaderRow>({
  text: () => `select height, hash, parent_hash, block_time from sandbox_block
where network = $1 and height = $2 and active`,
  values: ["network", "height"],
});

type HeadValues = {
  network: string;
};
export const head = query<HeadValues, HeaderRow>({
  text: () => `select height, hash, parent_hash, block_time from sandbox_block
where network = $1 and active order by height desc limit 1`,
  values: ["network"],
});

type BlockValues = {
  hash: string;
};
type BlockRow = {
  network: string;
  tx_hash: string;
  output_index: number;
  asset: string;
  script: string;
  address: string;
  source_address: string;
  quantity_units: Decimal;
  sent_at: Date;
  state: "MEMPOOL" | "MINED" | "GONE";
  gone_reason: string | null;
  block_hash: string | null;
  position: number | null;
};
export const block = query<BlockValues, BlockRow>({
  text: () =>
    `select * from sandbox_transfer where block_hash = $1 and state = 'MINED' order by position, output_index`,
  values: ["hash"],
});

type MempoolValues = {
  network: string;
};
export const mempool = query<MempoolValues, BlockRow>({
  text: () =>
    `select * from sandbox_transfer where network = $1 and state = 'MEMPOOL' order by sent_at, tx_hash, output_index`,
  values: ["network"],
});

type FinalOutcomeValues = {
  network: string;
  txHash: string;
};
type FinalOutcomeRow = {
  state: "MEMPOOL" | "MINED" | "GONE";
  gone_reason: string | null;
};
export const finalOutcome = query<FinalOutcomeValues, FinalOutcomeRow>({
  text: () => `select state, gone_reason from sandbox_transfer where network = $1 and tx_hash = $2 limit 1`,
  values: ["network", "txHash"],
});
