// Written from outbox.sql and the database's own description by `node .config/statements.ts`.
import { type NoValues, query } from "#lib/kernel/statement.ts";

type ReadHorizonRow = {
  tx: string;
  seq: string;
};
export const readHorizon = query<NoValues, ReadHorizonRow>({
  text: () => `select tx::text as "tx", seq::text as "seq" from event where tx < pg_snapshot_xmin(pg_current_snapshot())
order by event.tx desc, event.seq desc limit 1`,
  values: [],
});
