import type { Fiat } from "#lib/kernel/assets.ts";
import { FIATS } from "#lib/kernel/assets.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { settingsOf } from "#lib/settings/change-settings.ts";
import { exactSetting } from "#lib/settings/setting.ts";
import { openPromises } from "./store.ts";

/** What the account's unexpired, unpaid bills promise in a fiat, beside the limit for it (rulebook 4.15). */
export type Promised = { fiat: Fiat; open: Decimal; limit: Decimal | undefined };

/** The account's open promises by fiat; a fiat without any and without a limit is left out. */
export async function promisesOf(ctx: Ctx): Promise<Promised[]> {
  const account = accountOf(ctx);
  const now = await ctx.now();
  const settings = await settingsOf(ctx, account.id);
  const promised: Promised[] = [];
  for (const fiat of FIATS) {
    const open = amountOf(fiat, await openPromises(ctx.db, account.id, fiat, now));
    const limit = exactSetting(settings, "openExposureLimit", "", fiat);
    if (limit || !open.isZero()) promised.push({ fiat, open, limit });
  }
  return promised;
}
