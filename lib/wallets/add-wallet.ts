import { actorName, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { networkOfKind } from "./derive.ts";
import { isSafe, type WalletKind } from "./kinds.ts";
import { safeAccount, safeFingerprint } from "./safe-account.ts";
import { readExtendedKey } from "./extended-key.ts";
import { isPublishedTestKey } from "./sandbox-keys.ts";
import { insertWallet } from "./store.ts";

type Start = { firstIndex: number; active: boolean };

/**
 * Adds a watch-only wallet from an account-level extended public key and answers its id, undefined when the key is known
 * already. Live refuses the published test keys.
 */
export async function addWallet(
  ctx: Ctx,
  wallet: {
    kind: WalletKind;
    xpub: string;
    path: string;
    accountId?: string | undefined;
    masterFingerprint?: string | undefined;
  },
  start: Start = { firstIndex: 0, active: true },
): Promise<string | undefined> {
  const key = isSafe(wallet.kind) ? keyOfSafe(wallet.xpub) : readExtendedKey(wallet.xpub);
  if (ctx.app.mode === "live" && isPublishedTestKey(wallet.xpub)) {
    throw new Refusal(
      "VALIDATION_FAILED",
      "This extended key belongs to a published test seed; anyone could spend what it receives.",
    );
  }
  const id = ctx.id();
  const added = await insertWallet(ctx.db, {
    ...start,
    id,
    kind: wallet.kind,
    path: wallet.path,
    xpub: key.xpub,
    accountId: wallet.accountId,
    masterFingerprint: wallet.masterFingerprint,
    network: networkOfKind(wallet.kind),
    fingerprint: key.fingerprint,
    createdBy: actorName(ctx.actor),
  });
  return added ? id : undefined;
}

/** A Safe has no key: what stands in its place is its address. */
function keyOfSafe(text: string): { xpub: string; fingerprint: string } {
  const account = safeAccount(text);
  return { xpub: account.address, fingerprint: safeFingerprint(account) };
}
