import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { settingsOf } from "#lib/settings/change-settings.ts";
import { asksSecondPerson } from "#lib/settings/setting.ts";
import { addWallet } from "./add-wallet.ts";
import type {
  activateWalletEndpoint,
  listWalletsEndpoint,
  makeWalletEndpoint,
  retireWalletEndpoint,
} from "./contract.ts";
import { deriveAddresses } from "./derive.ts";
import { addressKey } from "./encodings.ts";
import { refillPool } from "./pool.ts";
import { shownWallet } from "./shown-wallet.ts";
import {
  activate,
  findAccount,
  holdWallets,
  openHistory,
  readWallets,
  retire,
  type WalletFacts,
} from "./wallet-store.ts";

/** BIP44: so many unused addresses in a row, and no later one is looked for. */
const GAP_LIMIT = 20;

/** All wallets of the house with what was handed out and paid of each. */
export async function listWallets(ctx: Ctx): Promise<OutputOf<typeof listWalletsEndpoint>> {
  return { data: (await readWallets(ctx.db)).map(shownWallet) };
}

/**
 * Adds a wallet that receives nothing yet, for the house or one account. Refuses what {@link addWallet} refuses, an
 * account that is not there, and a key that is known already with INVALID_STATE. With `historyFrom` the worker looks for
 * addresses the key has used before. Answers it with its first addresses, which the owner compares with his own wallet's.
 */
export async function makeWallet(
  ctx: Ctx,
  input: InputOf<typeof makeWalletEndpoint>,
): Promise<OutputOf<typeof makeWalletEndpoint>> {
  const { historyFrom, gapLimit = GAP_LIMIT, firstIndex = 0 } = input;
  if (!/^m(\/\d+'?)+$/.test(input.path)) throw invalid("path", "path must be written as m/84'/0'/0'.");
  if (input.gapLimit !== undefined && historyFrom === undefined)
    throw invalid("gapLimit", "gapLimit needs historyFrom, the block from which used addresses are looked for.");
  return ctx.transaction(async (tx) => {
    const accountId = input.account === undefined ? undefined : await accountNamed(tx, input.account);
    const walletId = await addWallet(tx, { ...input, accountId }, { firstIndex, active: false });
    if (!walletId) throw new Refusal("INVALID_STATE", "This extended public key is a wallet already.");
    if (historyFrom !== undefined) await openHistory(tx.db, walletId, historyFrom, gapLimit);
    const made = await findWallet(tx, walletId);
    const { kind, fingerprint, account } = made;
    await recordAudit(tx, {
      action: "wallet.add",
      objectKind: "wallet",
      objectId: walletId,
      detail: { kind, fingerprint, path: input.path, firstIndex, account, historyFrom },
    });
    return answerWith(tx, shownWallet(made));
  });
}

async function accountNamed(ctx: Ctx, name: string): Promise<string> {
  const found = await findAccount(ctx.db, name);
  if (found === undefined) throw invalid("account", "account is not the name of an account.");
  return found;
}

/**
 * The second step: the caller names the wallet's first address, which proves they have seen it in the owner's wallet.
 * Refuses another address (VALIDATION_FAILED), an active wallet or one whose past is still being read (INVALID_STATE),
 * and, where a second person is needed, the person who added the wallet (FORBIDDEN).
 */
export async function activateWallet(
  ctx: Ctx,
  input: InputOf<typeof activateWalletEndpoint>,
): Promise<OutputOf<typeof activateWalletEndpoint>> {
  if (!isId(input.walletId)) throw unknownWallet();
  return ctx.transaction(async (tx) => {
    await holdWallets(tx.db);
    const wallet = await findWallet(tx, input.walletId);
    if (wallet.active) throw new Refusal("INVALID_STATE", "This wallet is active already.");
    if (wallet.history && !wallet.history.finishedAt)
      throw new Refusal("INVALID_STATE", "The addresses this key has used before are still being looked for.");
    const by = actorName(tx.actor);
    const rules = tx.account ? await settingsOf(tx, tx.account.id) : {};
    if (wallet.createdBy === by && asksSecondPerson(tx.app.mode, rules))
      throw new Refusal("FORBIDDEN", "Whoever added a wallet cannot activate it: a second person compares it.");
    const [first] = deriveAddresses(wallet.kind, wallet.xpub, 0, 1);
    if (addressKey(input.firstAddress) !== addressKey(first?.address ?? ""))
      throw invalid(
        "firstAddress",
        "firstAddress is not this wallet's first address: compare the key with its owner's.",
      );
    await activate(tx.db, wallet, by);
    await refillPool(tx, wallet.kind, wallet.accountId);
    const { kind, fingerprint } = wallet;
    await recordAudit(tx, {
      action: "wallet.activate",
      objectKind: "wallet",
      objectId: wallet.walletId,
      detail: { kind, fingerprint, account: wallet.account },
    });
    return answerWith(tx, shownWallet(await findWallet(tx, wallet.walletId)));
  });
}

/**
 * Takes an account's own wallet out of use. Refuses one that is not active, and the house's, which only another wallet
 * replaces, with INVALID_STATE.
 */
export async function retireWallet(
  ctx: Ctx,
  input: InputOf<typeof retireWalletEndpoint>,
): Promise<OutputOf<typeof retireWalletEndpoint>> {
  if (!isId(input.walletId)) throw unknownWallet();
  return ctx.transaction(async (tx) => {
    await holdWallets(tx.db);
    const { walletId, active, account, kind, fingerprint } = await findWallet(tx, input.walletId);
    if (!active) throw new Refusal("INVALID_STATE", "This wallet is not active.");
    if (account === undefined)
      throw new Refusal("INVALID_STATE", "The house's wallet is replaced by activating another one of its kind.");
    await retire(tx.db, walletId);
    await recordAudit(tx, {
      action: "wallet.retire",
      objectKind: "wallet",
      objectId: walletId,
      detail: { kind, fingerprint, account, note: input.note },
    });
    return answerWith(tx, shownWallet(await findWallet(tx, walletId)));
  });
}

const unknownWallet = (): Refusal => new Refusal("NOT_FOUND", "There is no wallet with this walletId.");

async function findWallet(ctx: Ctx, walletId: string): Promise<WalletFacts> {
  const found = (await readWallets(ctx.db)).find((wallet) => wallet.walletId === walletId);
  if (!found) throw unknownWallet();
  return found;
}
