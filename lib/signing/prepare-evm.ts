import type { EvmCalls } from "#lib/chains/chain.ts";
import { readUpTo } from "#lib/chains/list-chains.ts";
import { transferCall, writeUnsignedEvm } from "#lib/chains/evm-raw.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import type { PreparedRecord } from "./contract.ts";
import { evmFile, feeOfQuote } from "./evm-file.ts";
import { hexText } from "./evm-signed.ts";
import { feeLimits } from "./fee-limits.ts";
import { auditPrepared, preparedNow } from "./read-prepared.ts";
import { type CancelledInput, cancelledInputs, insertPrepared, lockNetwork, walletsOf } from "./store.ts";
import { type AccountRequest, inputFrom, type TokenPayee, readPayee, sourceOf, takePayee } from "./token-source.ts";

/** A fifth more gas than estimated, since what is not used is not paid. */
export const MARGIN = { times: 6n, of: 5n };

/** The number of an account's next transaction, and its ether. */
export type EvmAccount = { nonce: number; wei: bigint };

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

/**
 * Prepares one token transfer on eth, from one account of ours that has enough: EIP-1559, with the account's next number.
 * Where the account lacks ether for the gas, the answer says how much has to come there first. What was prepared for the
 * same payee before, cancelled, and could still be sent is excluded by its own number: refuses with INVALID_STATE where
 * that cannot be.
 */
export async function prepareEvm(ctx: Ctx, request: AccountRequest): Promise<PreparedRecord> {
  const chain = ctx.app.chains.eth;
  const calls = chain?.calls;
  if (!chain || !calls) throw new Refusal("SERVICE_UNAVAILABLE", "The node of eth prepares no transactions.");
  const payee = await readPayee(ctx, request);
  const contract = calls.contractOf(payee.asset);
  must(contract, "a token of eth has a contract");
  const factsOf = await accountsAsRead(ctx, calls);
  const cancelled = await sendableYet(ctx, factsOf, payee);
  const only = cancelled[0]?.sourceHash;
  const source = await sourceOf(ctx, chain, request, payee, { factsOf, hasGas: ({ wei }) => wei > 0n, only });
  if (cancelled.some(({ sourceHash, sourceIndex }) => sourceHash !== source.script || sourceIndex !== source.nonce))
    throw new Refusal(
      "INVALID_STATE",
      `What was prepared for this before and cancelled (${cancelled[0]?.preparedId}) could still be signed and sent, and no transaction of one number excludes it.`,
    );
  const data = transferCall(payee.script, payee.units);
  const quoted = await calls.quote({ from: source.script, to: contract, data });
  const gas = (quoted.gas * MARGIN.times) / MARGIN.of;
  const maxFee = request.feeRate ? request.feeRate.floorUnits(9) : feeOfQuote(quoted);
  const priorityFee = quoted.priorityFee < maxFee ? quoted.priorityFee : maxFee;
  const fields = { chainId: BigInt(calls.chainId), nonce: BigInt(source.nonce), priorityFee, maxFee, gas };
  const unsigned = hexText(writeUnsignedEvm({ ...fields, to: contract, value: 0n, data }));
  return ctx.transaction(async (tx) => {
    await lockNetwork(tx.db, "eth");
    const id = tx.id();
    await takePayee(tx, request, payee, id);
    const { asset, ...output } = payee;
    const { gasPrice } = await feeLimits(tx, asset);
    const feeRate = Decimal.of(maxFee, 9);
    if (feeRate.compare(gasPrice) > 0)
      throw new Refusal("INVALID_STATE", `${feeRate} gwei for a gas is above the operator's gasPrice of ${gasPrice}.`);
    const wallet = (await walletsOf(tx.db, "eth")).find((each) => each.id === source.walletId);
    must(wallet, "an account of ours belongs to a wallet");
    const fee = gas * maxFee;
    const gasMissing = source.wei < fee ? fee - source.wei : 0n;
    await insertPrepared(tx.db, {
      id,
      network: "eth",
      asset,
      walletId: wallet.id,
      familyId: id,
      replacesId: undefined,
      feeUnits: fee,
      feeRate,
      gasMissing,
      size: Number(gas),
      unsigned,
      content: evmFile({
        ...fields,
        unsigned,
        from: source.script,
        path: `${wallet.path}/0/${source.keyIndex}`,
        to: contract,
        value: 0n,
        data,
      }),
      madeBy: actorName(tx.actor),
      inputs: [inputFrom(source, source.nonce, payee.units)],
      outputs: [output],
    });
    await auditPrepared(tx, { id, network: "eth", txHash: undefined }, "prepared.make", {
      quantity: amountOf(asset, payee.units).toString(),
      payouts: request.payoutIds,
      moves: request.moveIds,
    });
    return answerWith(tx, await preparedNow(tx, id));
  });
}
