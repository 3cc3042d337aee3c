import type { Ctx } from "#lib/kernel/context.ts";
import { readHealth } from "./store.ts";

/** A worker that has not been heard of for this long counts as gone (wall clock). */
const HEARTBEAT_SECONDS = 15;

export type Readiness = {
  ready: boolean;
  database: boolean;
  worker: boolean;
  chains: { network: string; height: number; lag: number }[];
};

/** Whether the program can do its work now: the database answers, a worker lives, the chains are followed. */
export async function readiness(ctx: Ctx): Promise<Readiness> {
  try {
    const { secondsSinceBeat, chains } = await readHealth(ctx.db);
    const worker = secondsSinceBeat !== undefined && secondsSinceBeat < HEARTBEAT_SECONDS;
    return { ready: worker, database: true, worker, chains };
  } catch (error) {
    ctx.house.log.warn("not ready", { error });
    return { ready: false, database: false, worker: false, chains: [] };
  }
}
