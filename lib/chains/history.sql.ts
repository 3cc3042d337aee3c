// Written from history.sql and the database's own description by `node .config/statements.ts`.
import { type NoValues, command, query } from "#lib/kernel/statement.ts";

type UnfinishedHistoriesRow = {
  wallet_id: string;
  kind: "BTC_P2PKH" | "BTC_P2WPKH" | "BCH_P2PKH" | "ETH" | "TRON";
  network: "bitcoin" | "bitcoincash" | "eth" | "tron";
  xpub: string;
  first_height: bigint;
  gap_limit: number;
  from_index: bigint;
  next_height: bigint;
};
export const unfinishedHistories = query<NoValues, UnfinishedHistoriesRow>({
  text: `select h.wallet_id, w.kind, w.network, w.xpub, h.first_height, h.gap_limit, h.from_index, h.next_height
from wallet_history h join wallet w on w.id = h.wallet_id where h.finished_at is null order by w.created_at`,
  values: [],
});

type MoveHistoryValues = {
  fromIndex: bigint | number;
  nextHeight: bigint | number;
  walletId: string;
  wasFromIndex: bigint | number;
  wasNextHeight: bigint | number;
};
export const moveHistory = command<MoveHistoryValues>({
  text: `update wallet_history set from_index = $1, next_height = $2, fault = null
where wallet_id = $3::uuid and from_index = $4 and next_height = $5`,
  values: ["fromIndex", "nextHeight", "walletId", "wasFromIndex", "wasNextHeight"],
});

type InsertUsedValues = {
  walletId: string;
  keys: readonly (bigint | number | null)[];
  values: readonly (bigint | number | null)[];
};
export const insertUsed = command<InsertUsedValues>({
  text: `insert into wallet_used (wallet_id, index, height)
select $1::uuid, u.index, u.height
from unnest($2::bigint[], $3::bigint[]) u(index, height) on conflict do nothing`,
  values: ["walletId", "keys", "values"],
});

type HighestUsedValues = {
  walletId: string;
};
type HighestUsedRow = {
  highest: bigint | null;
};
export const highestUsed = query<HighestUsedValues, HighestUsedRow>({
  text: `select max(index) as highest from wallet_used where wallet_id = $1::uuid`,
  values: ["walletId"],
});

type MoveNextIndexValues = {
  walletId: string;
};
export const moveNextIndex = command<MoveNextIndexValues>({
  text: `update wallet set next_index = greatest(next_index, 1 + (select max(index) from wallet_used where wallet_id = $1::uuid))
where id = $1::uuid`,
  values: ["walletId"],
});

type FinishHistoryValues = {
  walletId: string;
};
export const finishHistory = command<FinishHistoryValues>({
  text: `update wallet_history set finished_at = now(), fault = null where wallet_id = $1::uuid`,
  values: ["walletId"],
});

type WriteHistoryFaultValues = {
  sentence: string;
  walletId: string;
};
export const writeHistoryFault = command<WriteHistoryFaultValues>({
  text: `update wallet_history set fault = $1 where wallet_id = $2::uuid and fault is distinct from $1`,
  values: ["sentence", "walletId"],
});
