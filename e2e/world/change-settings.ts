import type { Ctx } from "#lib/kernel/context.ts";
import { applyChange, houseChange, operatorChanges } from "#lib/settings/change-settings.ts";

/** Sets values for the context's account as its operator does, without asking anybody. */
export async function changeSettings(ctx: Ctx, values: Readonly<Record<string, string>>): Promise<void> {
  await ctx.transaction(async (tx) => {
    for (const change of await operatorChanges(tx, values)) await applyChange(tx, change);
  });
}

/** Sets values of the house's for the context's account. */
export const changeHouseSettings = (ctx: Ctx, values: Readonly<Record<string, string>>): Promise<void> =>
  applyChange(ctx, houseChange(ctx, ctx.account, values));
