import type { Ctx } from "#lib/kernel/context.ts";
import { setAsideRows } from "./store.ts";

/** Takes addresses that have received money for no known bill out of the pool, for ever (rulebook 7.21). */
export async function setAside(ctx: Ctx, scripts: readonly string[]): Promise<void> {
  await setAsideRows(ctx.db, scripts);
}
