// Written from health.sql and the database's own description by `node .config/statements.ts`.
import { type NoValues, command, query } from "#lib/kernel/statement.ts";

type UpsertHeartbeatValues = {
  worker: string;
};
export const upsertHeartbeat = command<UpsertHeartbeatValues>({
  text: () => `insert into worker_heartbeat (worker, at) values ($1, clock_timestamp())
on conflict (worker) do update set at = excluded.at`,
  values: ["worker"],
});

type WrittenUpToRow = {
  position: string;
};
export const writtenUpTo = query<NoValues, WrittenUpToRow>({
  text: () => `select pg_current_wal_insert_lsn()::text as "position"`,
  values: [],
});

type ReadSecondsSinceBeatRow = {
  seconds: number | null;
};
export const readSecondsSinceBeat = query<NoValues, ReadSecondsSinceBeatRow>({
  text: () =>
    `select extract(epoch from clock_timestamp() - max(at))::double precision as seconds from worker_heartbeat`,
  values: [],
});
