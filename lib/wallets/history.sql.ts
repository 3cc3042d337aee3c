// Written from history.sql and the database's own description by `node .config/statements.ts`.
import { command } from "#lib/kernel/statement.ts";

type InsertUsedValues = {
  walletId: string;
  indexes: readonly (bigint | number | null)[];
  heights: readonly (bigint | number | null)[];
};
export const insertUsed = command<InsertUsedValues>({
  text: () => `insert into wallet_used (wallet_id, index, height)
select $1::uuid, u.index, u.height
from unnest($2::bigint[], $3::bigint[]) u(index, height) on conflict do nothing`,
  values: ["walletId", "indexes", "heights"],
});

type MoveNextIndexValues = {
  walletId: string;
};
export const moveNextIndex = command<MoveNextIndexValues>({
  text: () => `update wallet set next_index = greatest(next_index, 1 + (select max(index) from wallet_used where wallet_id = $1::uuid))
where id = $1::uuid`,
  values: ["walletId"],
});

type FinishHistoryValues = {
  walletId: string;
};
export const finishHistory = command<FinishHistoryValues>({
  text: () => `update wallet_history set finished_at = now(), fault = null, failure = null where wallet_id = $1::uuid`,
  values: ["walletId"],
});
