import type { Db } from "#lib/kernel/database.ts";

export async function upsertHeartbeat(db: Db, worker: string): Promise<void> {
  await db.$executeRaw`
    insert into worker_heartbeat (worker, at) values (${worker}, clock_timestamp())
    on conflict (worker) do update set at = excluded.at`;
}

export type Health = {
  secondsSinceBeat: number | undefined;
  chains: { network: string; height: number; lag: number }[];
};

export async function readHealth(db: Db): Promise<Health> {
  const [beat] = await db.$queryRaw<{ seconds: number | null }[]>`
    select extract(epoch from clock_timestamp() - max(at))::double precision as seconds from worker_heartbeat`;
  const rows = await db.$queryRaw<{ network: string; height: bigint; head_height: bigint }[]>`
    select network, height, head_height from chain_cursor order by network`;
  return {
    secondsSinceBeat: beat?.seconds ?? undefined,
    chains: rows.map((row) => ({
      network: row.network,
      height: Number(row.height),
      lag: Number(row.head_height - row.height),
    })),
  };
}
