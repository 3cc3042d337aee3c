import type { UtxoNetwork } from "#lib/chains/bitcoin.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { CRYPTO_FACTS, type CryptoAsset } from "#lib/kernel/assets.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { amountOf, maxOf, sumOf } from "#lib/kernel/money.ts";
import { needFree } from "#lib/moves/request-move.ts";
import { payoutExpected } from "#lib/payouts/leave-payout.ts";
import { preparePayouts } from "#lib/payouts/sign-payout.ts";
import { extendChange } from "#lib/wallets/change.ts";
import type { PreparedRecord, prepareTransactionEndpoint } from "./contract.ts";
import { feeLimits, refuseBeyond } from "./fee-limits.ts";
import { auditPrepared, preparedNow } from "./read-prepared.ts";
import {
  type CancelledInput,
  cancelledInputs,
  type ChangePlace,
  insertPrepared,
  lockNetwork,
  nextChange,
  type OwnCoin,
  type PreparedOutputRow,
  spendableCoins,
  type SigningWallet,
  walletsOf,
} from "./store.ts";
import { draftOf, SEQUENCE } from "./utxo-draft.ts";
import { type SpendPlan, planOf } from "./utxo-plan.ts";

type UtxoRequest = InputOf<typeof prepareTransactionEndpoint> & { network: UtxoNetwork };
/** An output to be made: whom it pays. */
export type OutputPayee = Omit<PreparedOutputRow, "n" | "keyIndex"> & { keyIndex: undefined };

/** One transaction spends at most so many coins, so that what comes back from the signer fits into a request. */
const MOST_COINS = 150;

export const UTXO_ASSET: Readonly<Record<UtxoNetwork, CryptoAsset>> = { bitcoin: "BTC", bitcoincash: "BCH" };

/**
 * Prepares a transaction on bitcoin or bitcoincash. What the node has to tell is asked for first; then coins, payouts and
 * moves are taken under their locks. Refuses with INVALID_STATE a fee beyond the house's limits, an output that would be
 * dust, and coins that a person took meanwhile; with INSUFFICIENT_FUNDS more than one wallet has.
 */
export async function prepareUtxo(ctx: Ctx, request: UtxoRequest): Promise<PreparedRecord> {
  const { network } = request;
  const asset = UTXO_ASSET[network];
  const rate = request.feeRate ?? (await estimateOf(ctx, network));
  const foreseen = await ctx.transaction(async (tx) => choose(tx, request, await readPayees(tx, request), rate));
  const before = await beforeOf(ctx, network, foreseen.plan.coins);
  return ctx.transaction(async (tx) => {
    await lockNetwork(tx.db, network);
    const id = tx.id();
    const payees = await takePayees(tx, request, id);
    const { plan, wallet, change } = await choose(tx, request, payees, rate);
    if (plan.coins.some(({ sourceHash }) => !before.has(sourceHash)))
      throw new Refusal("INVALID_STATE", "The coins have changed meanwhile: ask again.");
    const paid = sumOf(payees.map(({ units }) => units));
    refuseBeyond(await feeLimits(tx, asset), { asset, fee: plan.fee, size: plan.size, paid });
    const inputs = plan.coins.map((coin) => ({ ...coin, sequence: SEQUENCE[network] }));
    const outputs = [...payees, ...changeOutput(plan, change)];
    const draft = draftOf({ network, wallet, inputs, outputs }, wholeOnes(before));
    await insertPrepared(tx.db, {
      id,
      network,
      asset,
      walletId: wallet.id,
      familyId: id,
      replacesId: undefined,
      feeUnits: plan.fee,
      feeRate: rate,
      size: plan.size,
      ...draft,
      madeBy: actorName(tx.actor),
      inputs,
      outputs,
    });
    await auditPrepared(tx, { id, network, txHash: undefined }, "prepared.make", {
      quantity: amountOf(asset, paid).toString(),
      fee: amountOf(asset, plan.fee).toString(),
      payouts: request.payoutIds,
      moves: request.moveIds,
    });
    return answerWith(tx, await preparedNow(tx, id));
  });
}

/** What the node estimates, a whole number. Refuses with SERVICE_UNAVAILABLE while it has none. */
export async function estimateOf(ctx: Ctx, network: UtxoNetwork): Promise<Decimal> {
  const estimate = await ctx.app.chains[network]?.feeEstimate?.();
  if (!estimate)
    throw new Refusal("SERVICE_UNAVAILABLE", `The node of ${network} has no estimate of fees: give a feeRate.`);
  return Decimal.of(maxOf(estimate.ceilUnits(0), 1n), 0);
}

/** Whom it would pay, before anything is taken: what is not approved is left out here, and refused once it is taken. */
async function readPayees(tx: Ctx, request: UtxoRequest): Promise<OutputPayee[]> {
  const expected = await payoutExpected(tx, request.network);
  const wanted = new Set(request.payoutIds);
  const payouts = expected.filter(({ payoutId }) => wanted.has(payoutId));
  return [...payouts.map(payeeOfPayout), ...(await payeesOfMoves(tx, request))];
}

async function takePayees(tx: Ctx, request: UtxoRequest, preparedId: string): Promise<OutputPayee[]> {
  const payouts = await preparePayouts(tx, request.network, request.payoutIds ?? [], preparedId);
  const payees = [...payouts.map(payeeOfPayout), ...(await payeesOfMoves(tx, request))];
  const asset = UTXO_ASSET[request.network];
  const small = payees.find(({ units }) => units < CRYPTO_FACTS[asset].dustUnits);
  if (small)
    throw new Refusal(
      "INVALID_STATE",
      `${amountOf(asset, small.units)} ${asset} is less than the network passes on (${amountOf(asset, CRYPTO_FACTS[asset].dustUnits)}).`,
    );
  return payees;
}

type Expected = Awaited<ReturnType<typeof payoutExpected>>[number];
const payeeOfPayout = ({ payoutId, units, script, address }: Expected): OutputPayee => ({
  kind: "PAYOUT",
  objectId: payoutId,
  units,
  script,
  address,
  keyIndex: undefined,
});

async function payeesOfMoves(tx: Ctx, { network, moveIds = [] }: UtxoRequest): Promise<OutputPayee[]> {
  const payees: OutputPayee[] = [];
  for (const id of [...new Set(moveIds)].sort()) {
    const { moveId, units, address, script } = await needFree(tx, network, id);
    payees.push({ kind: "MOVE", objectId: moveId, units, script, address, keyIndex: undefined });
  }
  return payees;
}

type Chosen = { plan: SpendPlan<OwnCoin>; wallet: SigningWallet; change: ChangePlace };

/**
 * The first wallet whose coins suffice: the one that is named, else the house's own, those in use first. Of whatever was
 * prepared for the same payees before and cancelled it spends a coin, so that not both can be in a block: refuses with
 * INVALID_STATE where none of its coins is free. So it does of what paid the same places for payees that are over, where it
 * can: nothing else would ever spend those on purpose.
 */
async function choose(tx: Ctx, request: UtxoRequest, payees: readonly OutputPayee[], rate: Decimal): Promise<Chosen> {
  const { network, payoutIds = [], moveIds = [] } = request;
  const scripts = payees.map(({ script }) => script);
  const all = await cancelledInputs(tx.db, network, [...payoutIds, ...moveIds].filter(isId), scripts);
  const [cancelled, over] = [all.filter(isSame), all.filter((inputs) => !isSame(inputs))];
  const asset = UTXO_ASSET[network];
  const coins = await spendableCoins(tx.db, { network, asset, payoutIds });
  const wallets = (await walletsOf(tx.db, network)).filter(({ id, accountId }) =>
    request.walletId === undefined ? accountId === null : id === request.walletId,
  );
  if (request.walletId !== undefined && wallets.length === 0)
    throw new Refusal("NOT_FOUND", `There is no wallet of ${network} with this walletId.`);
  for (const wallet of wallets) {
    const free = coins.filter(isIn(wallet.id));
    const needed = neededOf(free, cancelled);
    if (free.length === 0 || !excludesAll(needed, cancelled)) continue;
    const change = await changeOf(tx, wallet);
    const how = { rate, changeScript: change.script, dust: CRYPTO_FACTS[asset].dustUnits };
    const planBy = (first: readonly OwnCoin[]) =>
      planOf([...first, ...free.filter((coin) => !first.includes(coin))].slice(0, MOST_COINS), payees, how, first);
    const plan = planBy([...new Set([...needed, ...neededOf(free, over)])]) ?? planBy(needed);
    if (plan) return { plan, wallet, change };
  }
  if (!wallets.some(({ id }) => excludesAll(neededOf(coins.filter(isIn(id)), cancelled), cancelled)))
    throw new Refusal(
      "INVALID_STATE",
      `What was prepared for this before and cancelled (${cancelled[0]?.[0]?.preparedId}) could still be signed and sent, and none of its coins is free to exclude that.`,
    );
  const due = sumOf(payees.map(({ units }) => units));
  const most = wallets.map(({ id }) => sumOf(coins.flatMap((coin) => (coin.walletId === id ? [coin.units] : []))));
  throw new Refusal(
    "INSUFFICIENT_FUNDS",
    `${amountOf(asset, due)} ${asset} and the fee are needed, and no wallet has more than ${amountOf(asset, most.reduce(maxOf, 0n))} ${asset} confirmed and free.`,
  );
}

const isSame = (inputs: readonly CancelledInput[]): boolean => inputs.some(({ same }) => same);

const isIn =
  (walletId: string) =>
  (coin: OwnCoin): boolean =>
    coin.walletId === walletId;

const isInput = (coin: OwnCoin, inputs: readonly CancelledInput[]): boolean =>
  inputs.some(({ sourceHash, sourceIndex }) => sourceHash === coin.sourceHash && sourceIndex === coin.sourceIndex);

/** The greatest free coin of each transaction that was cancelled. */
function neededOf(coins: readonly OwnCoin[], cancelled: readonly (readonly CancelledInput[])[]): OwnCoin[] {
  const found = cancelled.flatMap((inputs) => coins.find((coin) => isInput(coin, inputs)) ?? []);
  return [...new Set(found)];
}

/** Whether each transaction that was cancelled has one of these coins. */
const excludesAll = (coins: readonly OwnCoin[], cancelled: readonly (readonly CancelledInput[])[]): boolean =>
  cancelled.every((inputs) => coins.some((coin) => isInput(coin, inputs)));

async function changeOf(tx: Ctx, { id }: SigningWallet): Promise<ChangePlace> {
  const next = await nextChange(tx.db, id);
  if (next) return next;
  await extendChange(tx);
  const derived = await nextChange(tx.db, id);
  must(derived, "a wallet has a change address that is not used");
  return derived;
}

const changeOutput = ({ change: units }: SpendPlan, place: ChangePlace) =>
  units === 0n ? [] : [{ kind: "CHANGE" as const, objectId: undefined, units, ...place }];

/** The transactions whose outputs are spent, as signers of old scripts want them; empty where a chain keeps none. */
export async function beforeOf(
  ctx: Ctx,
  network: UtxoNetwork,
  coins: readonly OwnCoin[],
): Promise<ReadonlyMap<string, string>> {
  const chain = ctx.app.chains[network];
  const before = new Map<string, string>();
  for (const { sourceHash, blockHash } of coins)
    if (!before.has(sourceHash)) before.set(sourceHash, (await chain?.rawTransaction?.(sourceHash, blockHash)) ?? "");
  return before;
}

const wholeOnes = (before: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...before].filter(([, whole]) => whole !== ""));
