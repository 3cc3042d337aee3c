// Written from simulated.sql and the database's own description by `node .config/statements.ts`.
import { query } from "#lib/kernel/statement.ts";

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
