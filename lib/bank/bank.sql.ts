// Written from bank.sql and the database's own description by `node .config/statements.ts`.
import { query } from "#lib/kernel/statement.ts";

type HoldAccountValues = {
  name: string;
};
type HoldAccountRow = {
  held: string | null;
};
export const holdAccount = query<HoldAccountValues, HoldAccountRow>({
  text: () => `select pg_advisory_xact_lock(hashtextextended($1, 0))::text as held`,
  values: ["name"],
});

type LockLineValues = {
  id: string;
};
type LockLineRow = {
  id: string;
};
export const lockLine = query<LockLineValues, LockLineRow>({
  text: () => `select id from bank_line where id = $1::uuid for update`,
  values: ["id"],
});
