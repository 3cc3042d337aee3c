import type { Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { networkOfKind, type WalletKind } from "./derive.ts";
import { readExtendedKey } from "./extended-key.ts";
import { isPublishedTestKey } from "./sandbox-keys.ts";
import { insertWallet } from "./store.ts";

/** Adds a watch-only wallet from an account-level extended public key. Live refuses the published test keys. */
export async function addWallet(ctx: Ctx, wallet: { kind: WalletKind; xpub: string; path: string }): Promise<void> {
  const key = readExtendedKey(wallet.xpub);
  if (ctx.house.mode === "live" && isPublishedTestKey(wallet.xpub)) {
    throw new Refusal(
      "VALIDATION_FAILED",
      "This extended key belongs to a published test seed; anyone could spend what it receives.",
    );
  }
  await insertWallet(ctx.db, {
    id: ctx.id(),
    ...wallet,
    xpub: key.xpub,
    network: networkOfKind(wallet.kind),
    fingerprint: key.fingerprint,
  });
}
