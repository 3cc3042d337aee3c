// Written from app.sql and the database's own description by `node .config/statements.ts`.
import { type NoValues, query } from "#lib/kernel/statement.ts";

type ReadRow = {
  now: Date;
};
export const read = query<NoValues, ReadRow>({
  text: () => `select business_now() as "now"`,
  values: [],
});

type ProveSessionValues = {
  sessionId: string;
};
type ProveSessionRow = {
  proven: boolean;
};
export const proveSession = query<ProveSessionValues, ProveSessionRow>({
  text: () => `select prove_session($1::uuid) as "proven"`,
  values: ["sessionId"],
});

type EndStatementValues = {
  processId: number;
};
type EndStatementRow = {
  sent: boolean;
};
export const endStatement = query<EndStatementValues, EndStatementRow>({
  text: () => `select pg_cancel_backend($1::integer) as "sent"`,
  values: ["processId"],
});
