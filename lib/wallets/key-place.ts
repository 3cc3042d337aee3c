import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { readKeyPlace } from "./wallet-store.ts";

/** The derivation path of a bill's address and the wallet it belongs to, in words that a key's owner can act on. */
export async function keyPlaceOf(ctx: Ctx, billId: string): Promise<string> {
  const place = await readKeyPlace(ctx.db, billId);
  must(place, "a bill's address belongs to a wallet");
  return `${place.path}/0/${place.index} of the wallet ${place.fingerprint}`;
}
