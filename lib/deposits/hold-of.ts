import type { Ctx } from "#lib/kernel/context.ts";
import { isId } from "#lib/kernel/ids.ts";
import { settingsOf } from "#lib/settings/change-settings.ts";
import { exactSetting } from "#lib/settings/setting.ts";
import { findHold, type Hold } from "./hold-store.ts";

export type { Hold } from "./hold-store.ts";

/** Whose a deposit is, and why it is held; undefined where there is none. */
export async function holdOf({ db }: Ctx, txId: string): Promise<Hold | undefined> {
  return isId(txId) ? findHold(db, txId) : undefined;
}

/** Whether nobody, or the account's own limit alone, holds it: what is above the house's cap is the house's to decide. */
export async function isOwnHold(
  ctx: Ctx,
  { status, reasonCode, account, quantity, crypto, fiat }: Hold,
): Promise<boolean> {
  if (status !== "HELD") return true;
  if (reasonCode !== "DEPOSIT_LIMIT") return false;
  const { house } = await settingsOf(ctx, account.id);
  const cap = exactSetting({ house, account: {} }, "depositLimit", crypto, fiat);
  return cap === undefined || (quantity !== undefined && quantity.compare(cap) <= 0);
}
