import type { Ctx } from "#lib/kernel/context.ts";
import { isId } from "#lib/kernel/ids.ts";
import { findHold, type Hold } from "./hold-store.ts";
import { readFacts } from "./reason.ts";
import type { DepositRow } from "./store.ts";
import type { Holder } from "./treatment.ts";

export type { Hold } from "./hold-store.ts";

/** Whose a deposit is, and why it is held; undefined where there is none. */
export async function holdOf({ db }: Ctx, txId: string): Promise<Hold | undefined> {
  return isId(txId) ? findHold(db, txId) : undefined;
}

/** Whether nobody, or the account's own limit alone, holds it: every other hold is the house's to decide. */
export const isOwnHold = ({ status, ...why }: Hold): boolean => status !== "HELD" || holderOf(why) === "ACCOUNT";

/** Who holds what is held for a reason: the account by its own limit, the house by all others, its cap on that limit included. */
export function holderOf({ reasonCode, reasonFacts }: Pick<DepositRow, "reasonCode" | "reasonFacts">): Holder {
  if (reasonCode !== "DEPOSIT_LIMIT") return "HOUSE";
  return reasonFacts !== undefined && readFacts(reasonFacts).byHouse ? "HOUSE" : "ACCOUNT";
}
