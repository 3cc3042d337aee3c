import type { Db } from "#lib/kernel/database.ts";

export async function upsertHeartbeat(db: Db, worker: string): Promise<void> {
  await db.$executeRaw`
    insert into worker_heartbeat (worker, at) values (${worker}, clock_timestamp())
    on conflict (worker) do update set at = excluded.at`;
}
