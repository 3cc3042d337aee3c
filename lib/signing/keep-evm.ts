import type { Chain, EvmCalls } from "#lib/chains/chain.ts";
import { type EvmTransaction, writeUnsignedEvm } from "#lib/chains/evm-raw.ts";
import { readUpTo } from "#lib/chains/list-chains.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import type { TokenAccount } from "./account-store.ts";
import type { PreparedRecord } from "./contract.ts";
import { evmFile, feeOfQuote } from "./evm-file.ts";
import { hexText } from "./evm-signed.ts";
import { feeLimits, refuseGasPrice } from "./fee-limits.ts";
import { auditPrepared, preparedNow } from "./read-prepared.ts";
import { type CancelledInput, cancelledInputs, insertPrepared, type NewPrepared, walletsOf } from "./store.ts";
import { type AccountRequest, inputFrom, type TokenPayee } from "./token-source.ts";

/** The number of an account's next transaction, and its ether. */
type EvmAccount = { nonce: number; wei: bigint };
type Source = TokenAccount & EvmAccount;
type Unsigned = Omit<EvmTransaction, "accessList">;

/** The node that prepares transactions of eth. */
export function needEvm({ app }: Ctx): { chain: Chain; calls: EvmCalls } {
  const chain = app.chains.eth;
  const calls = chain?.calls;
  if (!chain || !calls) throw new Refusal("SERVICE_UNAVAILABLE", "The node of eth prepares no transactions.");
  return { chain, calls };
}

/**
 * Asks for accounts as of the block that the books have read. What waits at the node, and what later blocks have, uses up no
 * number here: it may pay what is being prepared, and is excluded by the same number.
 */
export async function accountsAsRead(ctx: Ctx, calls: EvmCalls): Promise<(script: string) => Promise<EvmAccount>> {
  const height = await readUpTo(ctx, "eth");
  if (height === undefined) throw new Refusal("SERVICE_UNAVAILABLE", "The chain eth is not followed yet.");
  return async (script) => ({
    nonce: await calls.sentUpTo(script, height),
    wei: await calls.etherOf(script),
  });
}

/** What was prepared for the payee before, cancelled unsigned, and has a number that its account has not used up. */
export async function sendableYet(
  ctx: Ctx,
  factsOf: (script: string) => Promise<EvmAccount>,
  { objectId }: Pick<TokenPayee, "objectId">,
): Promise<CancelledInput[]> {
  const cancelled = await cancelledInputs(ctx.db, "eth", objectId === undefined ? [] : [objectId]);
  const sendable: CancelledInput[] = [];
  for (const input of cancelled.flat())
    if ((await factsOf(input.sourceHash)).nonce <= input.sourceIndex) sendable.push(input);
  return sendable;
}

/** Refuses with INVALID_STATE what a transaction of the account's next number would not exclude. */
export function refuseSendable(sendable: readonly CancelledInput[], source: Source): void {
  if (sendable.some(({ sourceHash, sourceIndex }) => sourceHash !== source.script || sourceIndex !== source.nonce))
    throw new Refusal(
      "INVALID_STATE",
      `What was prepared for this before and cancelled (${sendable[0]?.preparedId}) could still be signed and sent, and no transaction of one number excludes it.`,
    );
}

/** A fifth more gas than estimated, since what is not used is not paid. */
const MARGIN = { times: 6n, of: 5n };

/** What an account sends with its next number, at the fee that was asked for, else at what the node estimates. */
export async function quotedEvm(
  calls: EvmCalls,
  { feeRate }: AccountRequest,
  { script: from, nonce }: Source,
  pays: Pick<Unsigned, "to" | "value" | "data">,
): Promise<Unsigned> {
  const quoted = await calls.quote({ from, to: pays.to, data: pays.data });
  const maxFee = feeRate ? feeRate.floorUnits(9) : feeOfQuote(quoted);
  return {
    ...pays,
    chainId: BigInt(calls.chainId),
    nonce: BigInt(nonce),
    priorityFee: quoted.priorityFee < maxFee ? quoted.priorityFee : maxFee,
    maxFee,
    gas: (quoted.gas * MARGIN.times) / MARGIN.of,
  };
}

type Made = Pick<NewPrepared, "id" | "asset" | "gasMissing" | "outputs"> & {
  source: Source;
  units: bigint;
  transaction: Unsigned;
  payouts?: readonly string[] | undefined;
  moves?: readonly string[] | undefined;
};

/**
 * Keeps what was prepared for eth with its file, audits it, and answers it. The network is locked by then. Refuses with
 * INVALID_STATE gas at a higher price than the house allows.
 */
export async function keepEvm(
  tx: Ctx,
  { id, asset, source, units, transaction, payouts, moves, ...parts }: Made,
): Promise<PreparedRecord> {
  const { gas, maxFee } = transaction;
  const feeRate = Decimal.of(maxFee, 9);
  refuseGasPrice(await feeLimits(tx, asset), feeRate);
  const wallet = (await walletsOf(tx.db, "eth")).find((each) => each.id === source.walletId);
  must(wallet, "an account of ours belongs to a wallet");
  const path = `${wallet.path}/0/${source.keyIndex}`;
  const unsigned = hexText(writeUnsignedEvm(transaction));
  await insertPrepared(tx.db, {
    ...parts,
    id,
    network: "eth",
    asset,
    walletId: wallet.id,
    familyId: id,
    replacesId: undefined,
    feeUnits: gas * maxFee,
    feeRate,
    size: Number(gas),
    unsigned,
    content: evmFile({ ...transaction, unsigned, from: source.script, path }),
    madeBy: actorName(tx.actor),
    inputs: [inputFrom(source, source.nonce, units)],
  });
  const quantity = amountOf(asset, units).toString();
  await auditPrepared(tx, { id, network: "eth", txHash: undefined }, "prepared.make", { quantity, payouts, moves });
  return answerWith(tx, await preparedNow(tx, id));
}
