import type { InputOf } from "#lib/api/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { type Answer, actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { addWallet } from "./add-wallet.ts";
import type { activateWalletEndpoint, makeWalletEndpoint } from "./contract.ts";
import { deriveAddresses } from "./derive.ts";
import { descriptorOf } from "./descriptor.ts";
import { addressKey } from "./encodings.ts";
import { refillPool } from "./pool.ts";
import { activate, holdWallets, readWallets, type WalletFacts } from "./wallet-store.ts";

/** How many first addresses are shown for comparison. */
const SHOWN_ADDRESSES = 5;

/** All wallets of the house with what was handed out and paid of each. */
export async function listWallets(ctx: Ctx): Promise<Answer> {
  return { body: { data: (await readWallets(ctx.db)).map(shownWallet) } };
}

/**
 * Adds a wallet that receives nothing yet. Refuses what {@link addWallet} refuses, and a key that is known already with
 * INVALID_STATE. Answers it with its first addresses, which the owner compares with his own wallet's.
 */
export async function makeWallet(ctx: Ctx, asked: InputOf<typeof makeWalletEndpoint>): Promise<Answer> {
  if (!/^m(\/\d+'?)+$/.test(asked.path)) throw invalid("path", "path must be written as m/84'/0'/0'.");
  return ctx.transaction(async (tx) => {
    const walletId = await addWallet(tx, asked, { firstIndex: asked.firstIndex ?? 0, active: false });
    if (!walletId) throw new Refusal("INVALID_STATE", "This extended public key is a wallet already.");
    const made = await findWallet(tx, walletId);
    const { kind, fingerprint } = made;
    await recordAudit(tx, {
      action: "wallet.add",
      objectKind: "wallet",
      objectId: walletId,
      detail: { kind, fingerprint, path: asked.path, firstIndex: asked.firstIndex ?? 0 },
    });
    return answerWith(tx, { body: shownWallet(made) });
  });
}

/**
 * The second step: whoever names the wallet's first address has seen it in the owner's wallet. Refuses another address
 * (VALIDATION_FAILED), an active wallet (INVALID_STATE), and in live the person who added it (FORBIDDEN).
 */
export async function activateWallet(ctx: Ctx, asked: InputOf<typeof activateWalletEndpoint>): Promise<Answer> {
  if (!isId(asked.walletId)) throw unknownWallet();
  return ctx.transaction(async (tx) => {
    await holdWallets(tx.db);
    const wallet = await findWallet(tx, asked.walletId);
    if (wallet.active) throw new Refusal("INVALID_STATE", "This wallet is active already.");
    const by = actorName(tx.actor);
    if (tx.house.mode === "live" && wallet.createdBy === by)
      throw new Refusal("FORBIDDEN", "Whoever added a wallet cannot activate it: a second person compares it.");
    const [first] = deriveAddresses(wallet.kind, wallet.xpub, 0, 1);
    if (addressKey(asked.firstAddress) !== addressKey(first?.address ?? ""))
      throw invalid(
        "firstAddress",
        "firstAddress is not this wallet's first address: compare the key with its owner's.",
      );
    await activate(tx.db, wallet, by);
    await refillPool(tx, wallet.kind);
    const { kind, fingerprint } = wallet;
    await recordAudit(tx, {
      action: "wallet.activate",
      objectKind: "wallet",
      objectId: wallet.walletId,
      detail: { kind, fingerprint },
    });
    return answerWith(tx, { body: shownWallet(await findWallet(tx, wallet.walletId)) });
  });
}

const unknownWallet = (): Refusal => new Refusal("NOT_FOUND", "There is no wallet with this walletId.");

async function findWallet(ctx: Ctx, walletId: string): Promise<WalletFacts> {
  const found = (await readWallets(ctx.db)).find((wallet) => wallet.walletId === walletId);
  if (!found) throw unknownWallet();
  return found;
}

const firstAddresses = new Map<string, readonly string[]>();

/** They are the same for ever and cost some milliseconds each. */
function firstAddressesOf({ kind, xpub }: WalletFacts): readonly string[] {
  const name = `${kind} ${xpub}`;
  const known = firstAddresses.get(name);
  if (known) return known;
  const derived = deriveAddresses(kind, xpub, 0, SHOWN_ADDRESSES).map(({ address }) => address);
  firstAddresses.set(name, derived);
  return derived;
}

function shownWallet(facts: WalletFacts): Record<string, unknown> {
  const { createdAt, activatedAt, ...wallet } = facts;
  const addresses = firstAddressesOf(facts);
  must(addresses.length === SHOWN_ADDRESSES, "a wallet has first addresses");
  return {
    ...wallet,
    descriptor: descriptorOf(wallet.kind, wallet.xpub),
    addresses: addresses.map((address, index) => ({ index, address })),
    createdAt: createdAt.getTime(),
    activatedAt: activatedAt?.getTime(),
  };
}
