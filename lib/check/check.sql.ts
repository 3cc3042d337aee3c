// Written from check.sql and the database's own description by `node .config/statements.ts`.
import { type NoValues, command, query } from "#lib/kernel/statement.ts";

export const freezeSnapshot = command<NoValues>({
  text: () => `set transaction isolation level repeatable read, read only`,
  values: [],
});

type AllowTimeValues = {
  ms: bigint | number;
};
type AllowTimeRow = {
  set_config: string | null;
};
export const allowTime = query<AllowTimeValues, AllowTimeRow>({
  text: () => `select set_config('statement_timeout', ($1::bigint)::text, true)`,
  values: ["ms"],
});
