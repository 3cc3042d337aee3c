import { readAddress } from "#lib/beneficiaries/address.ts";
import type { Chain, EvmCalls } from "#lib/chains/chain.ts";
import { transferCall, writeUnsignedEvm } from "#lib/chains/evm-raw.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { CryptoAsset } from "#lib/kernel/assets.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { needSendable } from "#lib/moves/request-move.ts";
import { payoutExpected } from "#lib/payouts/leave-payout.ts";
import { preparePayouts } from "#lib/payouts/sign-payout.ts";
import type { PreparedRecord, prepareTransactionEndpoint } from "./contract.ts";
import { evmFile, stepped } from "./evm-file.ts";
import { hexText } from "./evm-signed.ts";
import { feeLimits } from "./fee-limits.ts";
import { auditPrepared, preparedNow } from "./read-prepared.ts";
import {
  insertPrepared,
  lockNetwork,
  type PreparedOutputRow,
  type TokenAccount,
  tokenAccounts,
  walletsOf,
} from "./store.ts";

type Asked = InputOf<typeof prepareTransactionEndpoint> & { network: "eth" };
type Payee = Omit<PreparedOutputRow, "n"> & { asset: CryptoAsset };
type Source = TokenAccount & { nonce: number; wei: bigint };

/** So many accounts are asked for what they have. */
const ASKED = 20;
/** A fifth more gas than estimated, since what is not used is not paid; a block's fee may double before it is mined. */
const [MARGIN, DOUBLED] = [{ times: 6n, of: 5n }, 2n];

/**
 * Prepares one token transfer on eth, from one account of ours that has enough: EIP-1559, with the account's next number.
 * Where the account lacks ether for the gas, the answer says how much has to come there first.
 */
export async function prepareEvm(ctx: Ctx, asked: Asked): Promise<PreparedRecord> {
  const chain = ctx.app.chains.eth;
  const calls = chain?.calls;
  if (!chain || !calls) throw new Refusal("SERVICE_UNAVAILABLE", "The node of eth prepares no transactions.");
  const payee = await readPayee(ctx, asked);
  const contract = calls.contractOf(payee.asset);
  must(contract, "a token of eth has a contract");
  const source = await sourceOf(ctx, { chain, calls }, asked, payee);
  const data = transferCall(payee.script, payee.units);
  const quoted = await calls.quote({ from: source.script, to: contract, data });
  const gas = (quoted.gas * MARGIN.times) / MARGIN.of;
  const maxFee = asked.feeRate ? asked.feeRate.floorUnits(9) : stepped(quoted.baseFee * DOUBLED + quoted.priorityFee);
  const priorityFee = quoted.priorityFee < maxFee ? quoted.priorityFee : maxFee;
  const fields = { chainId: BigInt(calls.chainId), nonce: BigInt(source.nonce), priorityFee, maxFee, gas };
  const unsigned = hexText(writeUnsignedEvm({ ...fields, to: contract, value: 0n, data }));
  return ctx.transaction(async (tx) => {
    await lockNetwork(tx.db, "eth");
    const id = tx.id();
    await takePayee(tx, asked, payee, id);
    const { asset, ...output } = payee;
    const { gasPrice } = await feeLimits(tx, asset);
    const feeRate = Decimal.of(maxFee, 9);
    if (feeRate.compare(gasPrice) > 0)
      throw new Refusal("INVALID_STATE", `${feeRate} gwei for a gas is above the house's gasPrice of ${gasPrice}.`);
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
        data,
      }),
      madeBy: actorName(tx.actor),
      inputs: [
        {
          sourceHash: source.script,
          sourceIndex: source.nonce,
          units: payee.units,
          script: source.script,
          branch: 0,
          keyIndex: source.keyIndex,
          sequence: 0,
        },
      ],
      outputs: [output],
    });
    await auditPrepared(tx, { id, network: "eth", txHash: undefined }, "prepared.make", {
      quantity: amountOf(asset, payee.units).toString(),
      payouts: asked.payoutIds,
      moves: asked.moveIds,
    });
    return answerWith(tx, await preparedNow(tx, id));
  });
}

/** The one payout or move that it carries out: a transaction of eth calls one contract once. */
async function readPayee(ctx: Ctx, { payoutIds = [], moveIds = [] }: Asked): Promise<Payee> {
  if (payoutIds.length + moveIds.length !== 1)
    throw invalid("payoutIds", "On eth a transaction carries out one payout or one move.");
  const [moveId] = moveIds;
  if (moveId !== undefined) {
    const move = await ctx.transaction((tx) => needSendable(tx, "eth", moveId));
    const script = readAddress("eth", move.address)?.script;
    must(script, "a destination was read when it was listed");
    const { asset, units, address } = move;
    return { kind: "MOVE", objectId: moveId, asset, units, script, address, keyIndex: undefined };
  }
  const found = (await payoutExpected(ctx, "eth")).find(({ payoutId }) => payoutId === payoutIds[0]);
  if (!found) throw new Refusal("INVALID_STATE", "This payout is not an approved one of eth.");
  const { payoutId, asset, units, script, address } = found;
  return { kind: "PAYOUT", objectId: payoutId, asset, units, script, address, keyIndex: undefined };
}

async function takePayee(tx: Ctx, asked: Asked, payee: Payee, preparedId: string): Promise<void> {
  if (payee.kind === "PAYOUT") await preparePayouts(tx, "eth", asked.payoutIds ?? [], preparedId);
  else await needSendable(tx, "eth", payee.objectId ?? "");
}

/** The account with least that still has enough, one with ether for its gas before one without. */
async function sourceOf(
  ctx: Ctx,
  { chain, calls }: { chain: Chain; calls: EvmCalls },
  { walletId, payoutIds = [] }: Asked,
  { asset, units }: Payee,
): Promise<Source> {
  const known = await tokenAccounts(ctx.db, { asset, units, walletId, payoutIds, limit: ASKED });
  const { height } = await chain.head();
  const scripts = known.map(({ script }) => script);
  const balances = (await chain.balances?.(asset, scripts, height)) ?? new Map<string, bigint>();
  const able: Source[] = [];
  for (const account of known)
    if ((balances.get(account.script) ?? 0n) >= units)
      able.push({ ...account, ...(await calls.account(account.script)) });
  const source = able.find(({ wei }) => wei > 0n) ?? able[0];
  if (!source)
    throw new Refusal(
      "INSUFFICIENT_FUNDS",
      `No account of ours on eth has ${amountOf(asset, units)} of this token free: consolidate first.`,
    );
  return source;
}
