import { createHash } from "node:crypto";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { accountByName, houseOf } from "#lib/kernel/tenants.ts";
import { queueToMembers } from "#lib/mail/queue-mail.ts";
import { addWallet } from "./add-wallet.ts";
import type {
  activateWalletEndpoint,
  listWalletsEndpoint,
  makeWalletEndpoint,
  retireWalletEndpoint,
} from "./contract.ts";
import { deriveAddresses } from "./derive.ts";
import { addressKey } from "./encodings.ts";
import { isSafe } from "./kinds.ts";
import { letterOf } from "./letter.ts";
import { pooledOf, refillPool } from "./pool.ts";
import { withoutOrigin } from "./key-origin.ts";
import { safeAccount } from "./safe-account.ts";
import { shownWallet } from "./shown-wallet.ts";
import { insertPooled, lockWalletById, setAsideRows } from "./store.ts";
import { activate, holdWallets, openHistory, readWallets, retire, type WalletFacts } from "./wallet-store.ts";

/** BIP44: so many unused addresses in a row, and no later one is looked for. */
const GAP_LIMIT = 20;

/** All wallets of the house with what was handed out and paid of each. */
export async function listWallets(ctx: Ctx): Promise<OutputOf<typeof listWalletsEndpoint>> {
  return { data: (await readWallets(ctx.db)).map((wallet) => shownWallet(ctx, wallet)) };
}

/**
 * Adds a wallet that receives nothing yet, for the house or one account. Refuses what {@link addWallet} refuses, an
 * account that is not there, and a key that is known already, or no Safe, with INVALID_STATE. With `historyFrom` the worker looks for
 * addresses the key has used before. Answers it with its first addresses, which the owner compares with his own wallet's.
 */
export async function makeWallet(
  ctx: Ctx,
  input: InputOf<typeof makeWalletEndpoint>,
): Promise<OutputOf<typeof makeWalletEndpoint>> {
  const { historyFrom, gapLimit = GAP_LIMIT, firstIndex = 0 } = input;
  const path = await pathOf(ctx, input);
  if (input.gapLimit !== undefined && historyFrom === undefined)
    throw invalid("gapLimit", "gapLimit needs historyFrom, the block from which used addresses are looked for.");
  return ctx.transaction(async (tx) => {
    const accountId = input.account === undefined ? undefined : await servedBy(tx, input.account);
    const key = withoutOrigin(input.xpub, path);
    const walletId = await addWallet(tx, { ...input, ...key, path, accountId }, { firstIndex, active: false });
    if (!walletId) throw new Refusal("INVALID_STATE", "This extended public key, or Safe, is a wallet already.");
    if (historyFrom !== undefined) await openHistory(tx.db, walletId, historyFrom, gapLimit);
    const made = await findWallet(tx, walletId);
    const { kind, fingerprint, account } = made;
    await auditWallet(tx, made, "wallet.add", {
      kind,
      fingerprint,
      path,
      firstIndex,
      account,
      historyFrom,
      digest: createHash("sha256").update(made.xpub).digest("hex"),
    });
    return answerWith(tx, shownWallet(tx, made));
  });
}

/**
 * Where the key stands. A Safe has none, serves the operator alone, and has to be one by what the chain says: refuses
 * another contract with INVALID_STATE, and with SERVICE_UNAVAILABLE where the chain tells nothing of Safes.
 */
async function pathOf(ctx: Ctx, input: InputOf<typeof makeWalletEndpoint>): Promise<string> {
  const { kind, path = "" } = input;
  if (!isSafe(kind)) {
    if (!/^m(\/\d+'?)+$/.test(path)) throw invalid("path", "path must be written as m/84'/0'/0'.");
    return path;
  }
  const other = (["path", "account", "firstIndex", "historyFrom"] as const).find((name) => input[name] !== undefined);
  if (other) throw invalid(other, `${other} is not for a Safe.`);
  const { script } = safeAccount(input.xpub);
  const safes = ctx.app.chains.eth?.calls?.safes;
  if (!safes) throw new Refusal("SERVICE_UNAVAILABLE", "The chain eth tells nothing of Safes here.");
  if (!(await safes.state(script)))
    throw new Refusal("INVALID_STATE", "There is no Safe of version 1.3.0 or 1.4.1 at this address of the chain eth.");
  return MASTER;
}
/** The path of what stands below nothing. */
const MASTER = "m";

/** From now on the Safe's address is one of ours: watched, and never given to a bill. */
async function takeSafe(tx: Ctx, { walletId, kind, xpub }: WalletFacts): Promise<void> {
  const locked = await lockWalletById(tx.db, walletId);
  must(locked, "a wallet is never deleted");
  if (locked.next_index > 0n) return;
  const derived = deriveAddresses(kind, xpub, 0, 1);
  await insertPooled(tx.db, locked, pooledOf(tx, locked, derived));
  await setAsideRows(
    tx.db,
    derived.map(({ script }) => script),
  );
}

async function servedBy(ctx: Ctx, name: string): Promise<string> {
  const found = await accountByName(ctx, name);
  if (found === undefined) throw invalid("account", "account is not the name of an account.");
  return found.id;
}

/**
 * The second step: the caller names the wallet's first address, which proves they have seen it in the owner's wallet.
 * Refuses another address (VALIDATION_FAILED), an active wallet or one whose past is still being read (INVALID_STATE).
 */
export async function activateWallet(
  ctx: Ctx,
  input: InputOf<typeof activateWalletEndpoint>,
): Promise<OutputOf<typeof activateWalletEndpoint>> {
  const { walletId } = await activationOf(ctx, input);
  return ctx.transaction(async (tx) => {
    await performActivation(tx, walletId);
    return answerWith(tx, shownWallet(tx, await findWallet(tx, walletId)));
  });
}

/** What an activation would do, as a second person is asked; refuses what {@link activateWallet} refuses. */
export async function activationOf(ctx: Ctx, { walletId, firstAddress }: InputOf<typeof activateWalletEndpoint>) {
  const { kind, xpub, fingerprint, account, path } = await idleWallet(ctx, walletId);
  const [first] = deriveAddresses(kind, xpub, 0, 1);
  if (addressKey(firstAddress) !== addressKey(first?.address ?? ""))
    throw invalid("firstAddress", "firstAddress is not this wallet's first address: compare the key with its owner's.");
  return { walletId, kind, fingerprint, path, account, firstAddress };
}

/** Has new bills take their addresses from a wallet, and tells everybody of the house; refuses one that is active, or whose past is still being read. */
export async function performActivation(ctx: Ctx, walletId: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    await holdWallets(tx.db);
    const wallet = await idleWallet(tx, walletId);
    await activate(tx.db, wallet, { by: actorName(tx.actor), approvalId: tx.approval?.approvalId });
    if (isSafe(wallet.kind)) await takeSafe(tx, wallet);
    else await refillPool(tx, wallet.kind, wallet.accountId);
    const { kind, fingerprint, account } = wallet;
    await auditWallet(tx, wallet, "wallet.activate", { kind, fingerprint, account });
    await queueToMembers(tx, (await houseOf(tx.app)).id, letterOf(wallet));
  });
}

async function idleWallet(ctx: Ctx, walletId: string): Promise<WalletFacts> {
  if (!isId(walletId)) throw unknownWallet();
  const wallet = await findWallet(ctx, walletId);
  if (wallet.active) throw new Refusal("INVALID_STATE", "This wallet is active already.");
  if (wallet.history && !wallet.history.finishedAt)
    throw new Refusal("INVALID_STATE", "The addresses this key has used before are still being looked for.");
  return wallet;
}

/** In the house's record, and in that of the account the wallet serves. */
async function auditWallet(
  ctx: Ctx,
  { walletId, accountId }: WalletFacts,
  action: string,
  detail: Record<string, unknown>,
): Promise<void> {
  const concerned = [undefined, ...(accountId === undefined ? [] : [accountId])];
  for (const of of concerned)
    await recordAudit(ctx, {
      action,
      objectKind: "wallet",
      objectId: walletId,
      detail,
      ...(of !== undefined && { accountId: of }),
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
    const wallet = await findWallet(tx, input.walletId);
    const { walletId, active, account, kind, fingerprint } = wallet;
    if (!active) throw new Refusal("INVALID_STATE", "This wallet is not active.");
    if (account === undefined)
      throw new Refusal("INVALID_STATE", "The operator's wallet is replaced by activating another one of its kind.");
    await retire(tx.db, walletId);
    await auditWallet(tx, wallet, "wallet.retire", { kind, fingerprint, account, note: input.note });
    return answerWith(tx, shownWallet(tx, await findWallet(tx, walletId)));
  });
}

const unknownWallet = (): Refusal => new Refusal("NOT_FOUND", "There is no wallet with this walletId.");

async function findWallet(ctx: Ctx, walletId: string): Promise<WalletFacts> {
  const found = (await readWallets(ctx.db)).find((wallet) => wallet.walletId === walletId);
  if (!found) throw unknownWallet();
  return found;
}
