import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { balanceCode } from "./chart.ts";
import { owesAnything } from "./store.ts";

/**
 * Whether the context's account owes the house anything after a reversal, in any asset. While it does, each of its payouts
 * needs a second person of the house (rulebook 7.20): nobody is paid out who has to pay in.
 */
export function owes(ctx: Ctx): Promise<boolean> {
  return owesAnything(ctx, balanceCode(accountOf(ctx).id, "owed"));
}
