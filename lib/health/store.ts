import type { Db } from "#lib/kernel/database.ts";

export async function upsertHeartbeat(db: Db, worker: string): Promise<void> {
  await db.$executeRaw`
    insert into worker_heartbeat (worker, at) values (${worker}, clock_timestamp())
    on conflict (worker) do update set at = excluded.at`;
}

/** Undefined when no worker has ever lived. */
export async function readSecondsSinceBeat(db: Db): Promise<number | undefined> {
  const [beat] = await db.$queryRaw<{ seconds: number | null }[]>`
    select extract(epoch from clock_timestamp() - max(at))::double precision as seconds from worker_heartbeat`;
  return beat?.seconds ?? undefined;
}
