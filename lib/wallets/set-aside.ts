import type { Ctx } from "#lib/kernel/context.ts";
import type { Network } from "#lib/kernel/assets.ts";
import { isSetAside, setAsideRows } from "./store.ts";

/** Takes an address of ours out of the pool, for ever; false where a bill has it, or it is none that bills could have. */
export async function takeAside(ctx: Ctx, network: Network, script: string): Promise<boolean> {
  await setAsideRows(ctx.db, [script]);
  return isSetAside(ctx.db, network, script);
}

/** Takes addresses that have received money for no known bill out of the pool, for ever (rulebook 7.21). */
export async function setAside(ctx: Ctx, scripts: readonly string[]): Promise<void> {
  await setAsideRows(ctx.db, scripts);
}
