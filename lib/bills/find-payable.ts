import type { Ctx } from "#lib/kernel/context.ts";
import { addressKey } from "#lib/wallets/encodings.ts";
import { billByAddress, type Payable } from "./store.ts";

/** The bill of an address in any form it is written in, with the script its key is watched by; foreign bills are unknown. */
export function findPayable(ctx: Ctx, address: string): Promise<Payable | undefined> {
  return billByAddress(ctx.db, { addressKey: addressKey(address), accountId: ctx.account?.id });
}
