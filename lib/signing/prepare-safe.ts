import type { SafeState } from "#lib/chains/chain.ts";
import { transferCall } from "#lib/chains/evm-raw.ts";
import type { CryptoAsset } from "#lib/kernel/assets.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { amountOf, sumOf } from "#lib/kernel/money.ts";
import { needFree } from "#lib/moves/request-move.ts";
import { payoutExpected } from "#lib/payouts/leave-payout.ts";
import { preparePayouts } from "#lib/payouts/sign-payout.ts";
import type { PreparedRecord } from "./contract.ts";
import { accountsAsRead, sendableYet } from "./keep-evm.ts";
import { auditPrepared, preparedNow } from "./read-prepared.ts";
import { safeCall, safeTxHash, writeSafeCall } from "./safe-batch.ts";
import { safeFile } from "./safe-file.ts";
import { findSafe, type OwnSafe } from "./safe-store.ts";
import { tokenAccounts } from "./account-store.ts";
import { insertPrepared, lockNetwork } from "./store.ts";
import { type AccountRequest, inputFrom, type TokenPayee } from "./token-source.ts";

/** The Safe that a request names, and undefined where it names none. */
export const safeIn = async (ctx: Ctx, { walletId }: AccountRequest): Promise<OwnSafe | undefined> =>
  walletId === undefined ? undefined : findSafe(ctx.db, walletId);

/**
 * Prepares a batch that pays out of a Safe, of one token, for its owners to sign and execute under the Safe's next number.
 * One batch of a Safe is on its way at a time, so that each has a number of its own. Refuses with INVALID_STATE a Safe that
 * the chain has not, payees that could still be paid by what was cancelled unsigned, and with INSUFFICIENT_FUNDS more than
 * the Safe holds, by the books and by the node.
 */
export async function prepareSafe(ctx: Ctx, request: AccountRequest, safe: OwnSafe): Promise<PreparedRecord> {
  const chain = ctx.app.chains.eth;
  const calls = chain?.calls;
  if (!chain || !calls?.safes) throw new Refusal("SERVICE_UNAVAILABLE", "The chain eth tells nothing of Safes here.");
  if (request.feeRate !== undefined)
    throw invalid("feeRate", "feeRate is not for a Safe: who executes a batch pays for it.");
  const payees = await ctx.transaction((tx) => readPayees(tx, request));
  const asset = assetOf(payees);
  for (const payee of payees) await refuseSendable(ctx, payee);
  const contract = calls.contractOf(asset);
  must(contract, "a token of eth has a contract");
  const state = await calls.safes.state(safe.script);
  if (!state) throw new Refusal("INVALID_STATE", "The chain eth has no Safe at this address any more.");
  const units = sumOf(payees.map((payee) => payee.units));
  const { height } = await chain.head();
  const held = (await chain.balances?.(asset, [safe.script], height))?.get(safe.script) ?? 0n;
  return ctx.transaction(async (tx) => {
    await lockNetwork(tx.db, "eth");
    const id = tx.id();
    const taken = await takePayees(tx, request, id);
    must(sumOf(taken.map((payee) => payee.units)) === units, "what was approved stays as it was approved");
    if (held < units) throw lacking(asset, units);
    const source = await sourceIn(tx, request, { safe, asset, units });
    const made = batchOf(taken, { chainId: calls.chainId, contract, safe, state, at: await tx.now() });
    await insertPrepared(tx.db, {
      id,
      network: "eth",
      asset,
      walletId: safe.walletId,
      familyId: id,
      replacesId: undefined,
      feeUnits: 0n,
      feeRate: Decimal.ZERO,
      madeBy: actorName(tx.actor),
      ...made,
      inputs: [inputFrom(source, state.nonce, units)],
      outputs: taken.map(({ asset: _, ...output }) => output),
    });
    await auditPrepared(tx, { id, network: "eth", txHash: undefined }, "prepared.make", {
      quantity: amountOf(asset, units).toString(),
      safe: safe.address,
      nonce: state.nonce,
      safeTxHash: made.safeTxHash,
      payouts: request.payoutIds,
      moves: request.moveIds,
    });
    return answerWith(tx, await preparedNow(tx, id));
  });
}

type BatchFacts = { chainId: number; contract: string; safe: OwnSafe; state: SafeState; at: Date };

function batchOf(payees: readonly TokenPayee[], { chainId, contract, safe, state, at }: BatchFacts) {
  const calls = payees.map(({ script, units }) => ({ to: contract, data: transferCall(script, units) }));
  const call = safeCall(state.version, calls);
  const place = { chainId: BigInt(chainId), safe: safe.script, nonce: BigInt(state.nonce) };
  const hash = safeTxHash({ ...call, ...place });
  const unsigned = writeSafeCall(call);
  return {
    safeTxHash: hash,
    unsigned,
    size: unsigned.length / 2 - 1,
    content: safeFile({ ...place, safeTxHash: hash, at, calls }),
  };
}

/** Whom it would pay, before anything is taken. */
async function readPayees(tx: Ctx, request: AccountRequest): Promise<TokenPayee[]> {
  const wanted = new Set(request.payoutIds);
  const payouts = (await payoutExpected(tx, "eth")).filter(({ payoutId }) => wanted.has(payoutId));
  if (payouts.length !== wanted.size)
    throw new Refusal("INVALID_STATE", "One of these payouts is not an approved one of eth.");
  return [...payouts.map(payeeOf), ...(await payeesOfMoves(tx, request))];
}

async function takePayees(tx: Ctx, request: AccountRequest, preparedId: string): Promise<TokenPayee[]> {
  const payouts = await preparePayouts(tx, "eth", request.payoutIds ?? [], preparedId);
  return [...payouts.map(payeeOf), ...(await payeesOfMoves(tx, request))];
}

type Expected = Awaited<ReturnType<typeof payoutExpected>>[number];
const payeeOf = ({ payoutId, asset, units, script, address }: Expected): TokenPayee => ({
  kind: "PAYOUT",
  objectId: payoutId,
  asset,
  units,
  script,
  address,
  keyIndex: undefined,
});

async function payeesOfMoves(tx: Ctx, { moveIds = [] }: AccountRequest): Promise<TokenPayee[]> {
  const payees: TokenPayee[] = [];
  for (const objectId of [...new Set(moveIds)].sort()) {
    if (!isId(objectId)) throw new Refusal("NOT_FOUND", "There is no move with this moveId.");
    const { asset, units, address, script } = await needFree(tx, "eth", objectId);
    payees.push({ kind: "MOVE", objectId, asset, units, script, address, keyIndex: undefined });
  }
  return payees;
}

function assetOf(payees: readonly TokenPayee[]): CryptoAsset {
  const [first] = payees;
  must(first, "a request names whom it pays");
  if (payees.some(({ asset }) => asset !== first.asset))
    throw invalid("payoutIds", "A batch pays one token: prepare USDC and USDT apart.");
  return first.asset;
}

/** What was prepared for it before, from an account with a key, and cancelled unsigned, no number of the Safe excludes. */
async function refuseSendable(ctx: Ctx, payee: TokenPayee): Promise<void> {
  const calls = ctx.app.chains.eth?.calls;
  const [cancelled] = calls ? await sendableYet(ctx, await accountsAsRead(ctx, calls), payee) : [];
  if (cancelled)
    throw new Refusal(
      "INVALID_STATE",
      `What was prepared for this before and cancelled (${cancelled.preparedId}) could still be signed and sent, and no batch excludes it.`,
    );
}

/** What has come into the Safe less what has left it, free of another batch. */
async function sourceIn(
  tx: Ctx,
  { payoutIds = [] }: AccountRequest,
  { safe, asset, units }: { safe: OwnSafe; asset: CryptoAsset; units: bigint },
) {
  const wanted = { network: "eth", asset, walletId: safe.walletId, payoutIds, only: undefined, isSafe: true } as const;
  const [source] = await tokenAccounts(tx.db, { ...wanted, units, limit: 1 });
  if (!source) throw lacking(asset, units);
  return source;
}

const lacking = (asset: CryptoAsset, units: bigint): Refusal =>
  new Refusal(
    "INSUFFICIENT_FUNDS",
    `The Safe has not ${amountOf(asset, units)} of this token free of another batch, by the books and by the node.`,
  );
