import { writeUnsignedEvm } from "#lib/chains/evm-raw.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { readAddress } from "#lib/beneficiaries/address.ts";
import { type SendableGas, sendableGas } from "#lib/moves/request-move.ts";
import { chainUnits, gasHeld } from "#lib/outgoing/gas.ts";
import type { PreparedRecord } from "./contract.ts";
import { evmFile, stepped } from "./evm-file.ts";
import { hexText } from "./evm-signed.ts";
import { feeLimits } from "./fee-limits.ts";
import { DOUBLED, MARGIN, sendableYet } from "./prepare-evm.ts";
import { auditPrepared, preparedNow } from "./read-prepared.ts";
import { gasAccounts, insertPrepared, lockNetwork, walletsOf } from "./store.ts";
import { type AccountRequest, inputFrom } from "./token-source.ts";

/** So many accounts are asked for what they have. */
const MOST_ACCOUNTS = 20;
/** More wei than this are no number of eight bytes, by which the database compares. */
const MOST_WEI = 9n * 10n ** 18n;

/** The one move of gas that is asked for; undefined where another is. */
export async function gasIn(ctx: Ctx, moveIds: readonly string[]): Promise<SendableGas | undefined> {
  const [moveId] = moveIds;
  if (moveId === undefined || moveIds.length > 1 || !isId(moveId)) return undefined;
  return ctx.transaction((tx) => sendableGas(tx, moveId));
}

/**
 * Prepares the ether that an account of ours lacks, from the one of ours that has most: a plain transfer by EIP-1559 with
 * that account's next number. Refuses with INSUFFICIENT_FUNDS where none has it and its own gas.
 */
export async function prepareGas(ctx: Ctx, request: AccountRequest, gas: SendableGas): Promise<PreparedRecord> {
  const calls = ctx.app.chains.eth?.calls;
  if (!calls || gas.asset !== "ETH")
    throw new Refusal("SERVICE_UNAVAILABLE", "The node of eth prepares no transactions.");
  if ((request.payoutIds ?? []).length > 0)
    throw invalid("payoutIds", "On eth a transaction carries out one payout or one move.");
  const script = readAddress("eth", gas.address)?.script;
  must(script, "an address of ours was read when it was asked for");
  const value = gas.units * chainUnits(gas.asset);
  if (value > MOST_WEI) throw new Refusal("INVALID_STATE", "One transaction brings at most 9 ETH of gas.");
  const cancelled = await sendableYet(ctx, calls, { objectId: gas.moveId });
  const source = await fundingOf(ctx, request, { script, value, only: cancelled[0]?.sourceHash });
  if (cancelled.some(({ sourceHash, sourceIndex }) => sourceHash !== source.script || sourceIndex !== source.nonce))
    throw new Refusal(
      "INVALID_STATE",
      `What was prepared for this before and cancelled (${cancelled[0]?.preparedId}) could still be signed and sent, and no transaction of one number excludes it.`,
    );
  const quoted = await calls.quote({ from: source.script, to: script, data: "" });
  const limit = (quoted.gas * MARGIN.times) / MARGIN.of;
  const maxFee = request.feeRate
    ? request.feeRate.floorUnits(9)
    : stepped(quoted.baseFee * DOUBLED + quoted.priorityFee);
  const priorityFee = quoted.priorityFee < maxFee ? quoted.priorityFee : maxFee;
  const fee = limit * maxFee;
  if (source.wei < value + fee) throw lacking(gas);
  const fields = { chainId: BigInt(calls.chainId), nonce: BigInt(source.nonce), priorityFee, maxFee, gas: limit };
  const transaction = { ...fields, to: script, value, data: "" };
  const unsigned = hexText(writeUnsignedEvm(transaction));
  return ctx.transaction(async (tx) => {
    await lockNetwork(tx.db, "eth");
    const id = tx.id();
    const { asset, units, address, moveId } = gas;
    must(await sendableGas(tx, moveId), "a move of gas stays one");
    const { gasPrice } = await feeLimits(tx, asset);
    const feeRate = Decimal.of(maxFee, 9);
    if (feeRate.compare(gasPrice) > 0)
      throw new Refusal("INVALID_STATE", `${feeRate} gwei for a gas is above the house's gasPrice of ${gasPrice}.`);
    const wallet = (await walletsOf(tx.db, "eth")).find((each) => each.id === source.walletId);
    must(wallet, "an account of ours belongs to a wallet");
    const path = `${wallet.path}/0/${source.keyIndex}`;
    await insertPrepared(tx.db, {
      id,
      network: "eth",
      asset,
      walletId: wallet.id,
      familyId: id,
      replacesId: undefined,
      feeUnits: fee,
      feeRate,
      size: Number(limit),
      unsigned,
      content: evmFile({ ...transaction, unsigned, from: source.script, path }),
      madeBy: actorName(tx.actor),
      inputs: [inputFrom(source, source.nonce, units)],
      outputs: [{ kind: "MOVE", objectId: moveId, units, script, address, keyIndex: undefined }],
    });
    await auditPrepared(tx, { id, network: "eth", txHash: undefined }, "prepared.make", {
      quantity: amountOf(asset, units).toString(),
      moves: [moveId],
    });
    return answerWith(tx, await preparedNow(tx, id));
  });
}

type Wanted = { script: string; value: bigint; only: string | undefined };

/** The account of ours that has most, by what the node says. */
async function fundingOf(ctx: Ctx, { walletId }: AccountRequest, { script, value, only }: Wanted) {
  const held = [...(await gasHeld(ctx, "eth"))]
    .filter(([from, wei]) => from !== script && wei > value && (only === undefined || from === only))
    .sort(([, a], [, b]) => (a < b ? 1 : -1))
    .slice(0, MOST_ACCOUNTS);
  const known = await gasAccounts(ctx.db, { network: "eth", scripts: held.map(([from]) => from), walletId });
  const rich = held.flatMap(([from]) => known.find((account) => account.script === from) ?? []);
  for (const account of rich) {
    const facts = await ctx.app.chains.eth?.calls?.account(account.script);
    if (facts && facts.wei > value) return { ...account, ...facts };
  }
  throw new Refusal("INSUFFICIENT_FUNDS", "No account of ours on eth has so much ether free.");
}

const lacking = ({ asset, units }: SendableGas): Refusal =>
  new Refusal(
    "INSUFFICIENT_FUNDS",
    `No account of ours on eth has ${amountOf(asset, units)} ETH and what its own gas costs.`,
  );
