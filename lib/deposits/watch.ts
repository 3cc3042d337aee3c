import type { BillTerms } from "#lib/bills/bill.ts";
import { CONFIRMATIONS } from "#lib/settings/confirmations.ts";
import { confirmationsFor } from "#lib/bills/confirmations-for.ts";
import { lockBill, type LockedBill } from "#lib/bills/lock-bill.ts";
import { type Chain, ChainFault, type Fee, type TransactionOutcome, type Transfer } from "#lib/chains/chain.ts";
import type { Survey, Vanished, Watcher } from "#lib/chains/scan.ts";
import { CRYPTO_FACTS, type CryptoAsset, cryptoOf, isOfAccounts, networkOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { batched } from "#lib/kernel/batch.ts";
import { amountOf, maxOf, sumOf } from "#lib/kernel/money.ts";
import { settingsOf } from "#lib/settings/change-settings.ts";
import { settingFor } from "#lib/settings/setting.ts";
import { dropLeaving, takeBackOutgoing } from "#lib/outgoing/post-outgoing.ts";
import { recordGas, unplaceGas } from "#lib/outgoing/gas.ts";
import { type Leaving, outputName } from "#lib/outgoing/leaving.ts";
import type { Purpose } from "#lib/outgoing/purpose.ts";
import { returnedOutputs, findLeaving, newLeaving, recordLeaving } from "#lib/outgoing/record.ts";
import { setAside } from "#lib/wallets/set-aside.ts";
import { couldBeOurs } from "#lib/wallets/watched-scripts.ts";
import { emitPaymentEvents } from "#lib/events/emit.ts";
import { emitBillTransition } from "./emit-bill-transition.ts";
import type { Arrivals } from "./arrivals.ts";
import { type Brought, needOf, risenNeeds } from "./needs.ts";
import { lockDeposits, updateNeed } from "./store.ts";
import {
  depositsInBlock,
  findDeposit,
  findWatched,
  type InBlock,
  insertDeposit,
  knownOutputs,
  type PaidOtherwise,
  paidOtherwise,
  placeDeposit,
  unplaced,
  type Watched,
} from "./watch-store.ts";
import { dropDeposit, placeDue } from "./reversal-store.ts";
import { dropStray, recordStray, takeBackStrays } from "./stray.ts";
import { type FreeLocked, goneBy, takeBack } from "./take-back.ts";

/** Bills whose transfers are recorded by the same statements. */
const SET = 200;

type Placement = InBlock | undefined;

/**
 * Turns what a chain brings into deposits of bills, and what it takes into what left us; runs inside the transaction that
 * moves the chain's cursor. What leaves is written down first: what of it only comes back to us is no deposit.
 */
export const depositWatcher = (
  freeLocked: FreeLocked,
  purposes: readonly Purpose[] = [],
  arrivals: Arrivals = NO_ARRIVALS,
): Watcher => ({
  async block(ctx, chain, block) {
    const leaving = await findLeaving(ctx, chain, block);
    const own = await recordLeaving(ctx, chain, leaving, block, purposes);
    await recordGas(ctx, chain, block.sent ?? [], block, new Set(leaving.map(({ txHash }) => txHash)), purposes);
    const received = block.transfers.filter(isNotAmong(own));
    const arrived = await arrivals.take(ctx, chain.network, received, block);
    await recordTransfers(ctx, chain, received.filter(isNotAmong(arrived)), block);
  },

  async orphaned(ctx, chain, block) {
    await takeBackOutgoing(ctx, chain.network, block.hash, purposes);
    await unplaceGas(ctx, chain, block.hash, purposes);
    const deposits = (await depositsInBlock(ctx.db, chain.network, block.hash)).sort((a, b) =>
      a.billId < b.billId ? -1 : 1,
    );
    for (const deposit of deposits) await takeBack(ctx, deposit, freeLocked);
    await takeBackStrays(ctx, chain.network, block.hash, freeLocked);
    await arrivals.back(ctx, chain.network, block.hash);
  },

  async survey(ctx, chain, { fresh, spending, holds }): Promise<Survey> {
    const leaving = await newLeaving(ctx, chain, { transfers: fresh, spending });
    const leavingNow = new Set(leaving.map(({ txHash }) => txHash));
    const watched = await findWatched(ctx.db, chain.network, await couldBeOurs(ctx, scriptsOf(fresh)));
    const known = await knownOutputs(
      ctx.db,
      chain.network,
      fresh.map((transfer) => transfer.txHash),
    );
    const own = await returnedOutputs(
      ctx,
      chain,
      fresh.filter(({ script }) => watched.has(script)).map(({ txHash }) => txHash),
    );
    const arrived = await arrivals.known(
      ctx,
      chain.network,
      fresh.filter(({ script }) => watched.has(script)).map(({ txHash }) => txHash),
    );
    const isNew = isNotAmong(new Set([...known, ...own, ...arrived]));
    const appeared = fresh.filter(
      (transfer) =>
        transfer.units > 0n && watched.has(transfer.script) && !leavingNow.has(transfer.txHash) && isNew(transfer),
    );
    const vanished = new Map<string, Vanished>();
    for (const { kind, id, txHash, spends } of await unplaced(ctx.db, chain.network)) {
      if (holds(txHash)) continue;
      const outcome = await chain.finalOutcome(txHash, spends);
      const isKnown = kind === "REVERSED" || kind === "GONE";
      const lost = isKnown && outcome !== "DOUBLE_SPENT" ? undefined : lostBy(outcome, chain);
      if (lost) vanished.set(id, lost);
    }
    return { appeared: await withFees(ctx, chain, appeared), leaving, vanished };
  },

  async mempool(ctx, chain, { appeared, leaving, vanished }) {
    const own = await recordLeaving(ctx, chain, leaving, undefined, purposes);
    const paid = leaving.flatMap(transfersOf).filter(isNotAmong(own));
    const received = [...appeared, ...paid];
    const arrived = await arrivals.take(ctx, chain.network, received, undefined);
    await recordTransfers(ctx, chain, received.filter(isNotAmong(arrived)), undefined);
    await dropVanished(ctx, chain, vanished);
  },
});

/** Where nothing but bills brings anything. */
const NO_ARRIVALS: Arrivals = {
  take: async () => new Set(),
  known: async () => new Set(),
  back: async () => undefined,
};

const LOST = { DOUBLE_SPENT: "DOUBLE_SPENT", GONE: "EVICTED", REVERTED: "REORGANISED" } as const;

/**
 * Why what no block of ours holds will not confirm any more. On a chain of accounts a transaction may fail where it is mined
 * again, or pay something else: at the tip all its blocks are read.
 */
function lostBy(outcome: TransactionOutcome, { network }: Chain): Vanished | undefined {
  if (outcome === "MINED") return isOfAccounts(network) ? "REVERTED" : undefined;
  return outcome === "PENDING" ? undefined : outcome;
}

/** What will not confirm any more, of all that no block holds; what was reversed with its block says so as well. */
async function dropVanished(ctx: Ctx, chain: Chain, vanished: Survey["vanished"]): Promise<void> {
  if (vanished.size === 0) return;
  for (const { kind, id, deposit } of await unplaced(ctx.db, chain.network)) {
    const lost = vanished.get(id);
    if (!lost) continue;
    if (deposit) await drop(ctx, deposit, LOST[lost]);
    else await (kind === "STRAY" ? dropStray(ctx, id) : dropLeaving(ctx, id, lost === "DOUBLE_SPENT"));
  }
}

async function drop(ctx: Ctx, deposit: PaidOtherwise, why: (typeof LOST)[Vanished]): Promise<void> {
  const before = await lockBill(ctx, deposit.billId);
  await dropDeposit(ctx.db, deposit.id, goneBy(why, deposit));
  await emitPaymentEvents(ctx, deposit.billId, ["payment.deposit.dropped"]);
  await emitBillTransition(ctx, before);
}

const isNotAmong = (names: ReadonlySet<string>) => (output: { txHash: string; outputIndex: number }) =>
  !names.has(outputName(output.txHash, output.outputIndex));

/** What a transaction that leaves pays, as any other is told: some of it may be a bill's. */
const transfersOf = ({ txHash, outputs, spends }: Leaving): Transfer[] =>
  outputs.map(({ own: _, ...output }) => ({ ...output, txHash, position: 0, spends }));

/**
 * What unconfirmed payments to us pay, and what they would have to: asked once, at their sighting (rulebook 7.16). A node
 * that cannot say leaves them as they are: nothing is thin then.
 */
async function withFees(ctx: Ctx, chain: Chain, appeared: readonly Transfer[]): Promise<readonly Transfer[]> {
  if (!chain.feeOf || appeared.length === 0) return appeared;
  try {
    const estimate = await chain.feeEstimate?.();
    const rates = new Map<string, Fee | undefined>();
    for (const { txHash } of appeared) if (!rates.has(txHash)) rates.set(txHash, await chain.feeOf(txHash));
    return appeared.map((transfer) => {
      const fee = rates.get(transfer.txHash);
      return fee ? { ...transfer, fee: { ...fee, estimate } } : transfer;
    });
  } catch (fault) {
    if (!(fault instanceof ChainFault)) throw fault;
    ctx.app.log.warn("fee rates not told", { network: chain.network, reason: fault.message });
    return appeared;
  }
}

const scriptsOf = (transfers: readonly Transfer[]): string[] => transfers.map((transfer) => transfer.script);

async function recordTransfers(
  ctx: Ctx,
  chain: Chain,
  transfers: readonly Transfer[],
  placement: Placement,
): Promise<void> {
  const watched = await watchedIn(ctx, chain, transfers);
  const all = transfers.flatMap((transfer) => {
    const found = watched.get(transfer.script);
    return found && transfer.units > 0n ? [{ transfer, found }] : [];
  });
  // What they paid before goes first, so that no record shows both.
  if (placement && all.length > 0 && isOfAccounts(chain.network))
    for (const before of await paidOtherwise(ctx.db, chain.network, transfersIn(all)))
      await drop(ctx, before, "REORGANISED");
  const ours = all.flatMap(({ transfer, found: { billId } }) =>
    billId === undefined ? [] : [{ transfer, found: { billId } }],
  );
  for (const { transfer, found } of all)
    if (found.billId === undefined) await recordStray(ctx, chain.network, transfer, placement);
  const bills = [...Map.groupBy(ours, ({ found }) => found.billId)].sort(([a], [b]) => (a < b ? -1 : 1));
  const brought = broughtBy(transfersIn(ours), placement);
  for (let first = 0; first < bills.length; first += SET)
    await batched(ctx.db, bills.slice(first, first + SET), async ([billId, received]) => {
      for (const { transfer, found } of received) await recordTransfer(ctx, chain, transfer, found, placement, brought);
      if (placement) await raiseNeeds(ctx, billId, brought, placement.height);
    });
}

const transfersIn = (found: readonly { transfer: Transfer }[]): Transfer[] => found.map(({ transfer }) => transfer);

/** Where the scripts lead. An address of which no bill is known is set aside first, or has become a bill's meanwhile. */
async function watchedIn(ctx: Ctx, chain: Chain, transfers: readonly Transfer[]): Promise<Map<string, Watched>> {
  const scripts = await couldBeOurs(ctx, scriptsOf(transfers));
  const watched = await findWatched(ctx.db, chain.network, scripts);
  const billless = [...watched.values()].filter(({ billId }) => billId === undefined).map(({ script }) => script);
  if (billless.length === 0) return watched;
  await setAside(ctx, billless);
  return findWatched(ctx.db, chain.network, scripts);
}

/** Of each asset, what came in each transaction, and in the block in all. */
type AllBrought = (asset: CryptoAsset) => Omit<Brought, "perBlock">;

function broughtBy(transfers: readonly Transfer[], placement: Placement): AllBrought {
  const sum = (of: readonly Transfer[]) => sumOf(of.map(({ units }) => units));
  const broughtIn = (own: readonly Transfer[]) => {
    const inTransactions = Map.groupBy(own, ({ txHash }) => txHash);
    return {
      byTransaction: new Map([...inTransactions].map(([txHash, outputs]) => [txHash, sum(outputs)])),
      inBlock: placement && sum(own),
    };
  };
  const nothing = broughtIn([]);
  const byAsset = new Map(
    [...Map.groupBy(transfers, ({ asset }) => asset)].map(([asset, own]) => [asset, broughtIn(own)]),
  );
  return (asset) => byAsset.get(asset) ?? nothing;
}

/** Once all outputs of a block are counted, what is not treated yet may need more confirmations than before (rulebook 7.18). */
async function raiseNeeds(ctx: Ctx, billId: string, brought: AllBrought, height: number): Promise<void> {
  const { accountId, terms, confirmationsRequired } = await lockBill(ctx, billId);
  if (!hasTiers(terms)) return;
  const about = await broughtTo(ctx, accountId, terms, brought);
  for (const risen of risenNeeds(terms, confirmationsRequired, await lockDeposits(ctx.db, billId), about, height))
    await updateNeed(ctx.db, risen);
}

async function broughtTo(ctx: Ctx, accountId: string, terms: BillTerms, brought: AllBrought): Promise<Brought> {
  const settings = await settingsOf(ctx, accountId);
  const perBlock = settingFor(settings, "confirmationsPerBlock", cryptoOf(terms.asset), terms.fiat) || undefined;
  return { ...brought(terms.asset), perBlock };
}

const hasTiers = (terms: BillTerms): terms is BillTerms & { confirmationTiers: string } =>
  terms.confirmationTiers !== undefined;

/** One output once: a known one is placed where it stands now, a new one becomes a deposit of its bill. */
async function recordTransfer(
  ctx: Ctx,
  chain: Chain,
  transfer: Transfer,
  found: { billId: string },
  placement: Placement,
  brought: AllBrought,
): Promise<void> {
  const bill = await lockBill(ctx, found.billId);
  const known = await findDeposit(ctx.db, { network: chain.network, transfer });
  if (known) {
    const block = placement && { ...placement, position: transfer.position };
    if (known.reversalDueAt && block) return placeDue(ctx.db, { id: known.id, block });
    if (known.status !== "UNCONFIRMED" && known.status !== "DROPPED") return;
    await placeDeposit(ctx.db, { id: known.id, block });
    if (known.status === "DROPPED") await emitPaymentEvents(ctx, bill.id, ["payment.detected"]);
  } else {
    await insertDeposit(ctx.db, {
      id: ctx.id(),
      billId: bill.id,
      accountId: bill.accountId,
      transfer,
      network: chain.network,
      wrongAsset: transfer.asset !== bill.terms.asset,
      dust: transfer.units < CRYPTO_FACTS[transfer.asset].dustUnits,
      confirmationsRequired: await confirmationsOf(ctx, bill, transfer, brought),
      block: placement,
    });
    await emitPaymentEvents(ctx, bill.id, ["payment.detected"]);
  }
  await emitBillTransition(ctx, bill);
}

/** What a new deposit needs: what is asked of it, and never less than its chain asks before it can be spent. */
const confirmationsOf = async (ctx: Ctx, bill: LockedBill, transfer: Transfer, brought: AllBrought): Promise<number> =>
  Math.max(transfer.maturity ?? 0, await confirmationsBySize(ctx, bill, transfer, brought));

/**
 * What a new deposit needs, as far as it and its transaction tell; another asset than the bill's by its network. A bill
 * from before there were tiers of its own asks the account's, by each deposit alone.
 */
async function confirmationsBySize(
  ctx: Ctx,
  bill: LockedBill,
  transfer: Transfer,
  brought: AllBrought,
): Promise<number> {
  const { accountId, terms, confirmationsRequired } = bill;
  const { asset, units, txHash } = transfer;
  if (asset !== terms.asset) return CONFIRMATIONS[networkOf(asset)];
  if (hasTiers(terms)) {
    const about = await broughtTo(ctx, accountId, terms, brought);
    return needOf(terms, confirmationsRequired, maxOf(units, about.byTransaction.get(txHash) ?? 0n), about);
  }
  if (units <= terms.quantityUnits) return confirmationsRequired;
  const value = amountOf(asset, units).times(terms.price);
  return Math.max(confirmationsRequired, confirmationsFor(await settingsOf(ctx, accountId), asset, terms.fiat, value));
}
