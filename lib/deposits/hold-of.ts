import type { Ctx } from "#lib/kernel/context.ts";
import { isId } from "#lib/kernel/ids.ts";
import { findHold, type Hold } from "./hold-store.ts";

export type { Hold } from "./hold-store.ts";

/** Whose a deposit is, and why it is held; undefined where there is none. */
export async function holdOf({ db }: Ctx, txId: string): Promise<Hold | undefined> {
  return isId(txId) ? findHold(db, txId) : undefined;
}
