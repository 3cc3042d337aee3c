// Written from check.sql and the database's own description by `node .config/statements.ts`.
import { type NoValues, command } from "#lib/kernel/statement.ts";

export const freezeSnapshot = command<NoValues>({
  text: () => `set transaction isolation level repeatable read, read only`,
  values: [],
});
