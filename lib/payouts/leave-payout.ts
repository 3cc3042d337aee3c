import { emitPayoutEvent, emitSettlementEvent } from "#lib/events/emit.ts";
import { payReserved } from "#lib/deposits/pay-from-deposit.ts";
import { batched } from "#lib/kernel/batch.ts";
import { isFiat, type Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { custodyCode } from "#lib/ledger/chart.ts";
import { payoutBack, payoutLeft as payoutLeftEntry, payoutReturned } from "#lib/ledger/payout-journal.ts";
import { post } from "#lib/ledger/post.ts";
import { type HeldPayout, holdPayout, refuseBut, auditPayout } from "./decide-payout.ts";
import { ENDED_BECAUSE, type PayoutState } from "./payout-states.ts";
import {
  type ExitRow,
  exitsOf,
  type ExpectedPayout,
  expectedPayouts,
  insertExit,
  movePayout,
  takeExitBack,
} from "./store.ts";

/** Approved and not confirmed: a chain may show it at any time. */
const ON_THE_WAY: readonly PayoutState[] = ["APPROVED", "PREPARED", "SIGNED", "BROADCAST"];

/** Approved payouts that a network may show: who watches what leaves compares outputs with them. */
export function payoutExpected(ctx: Ctx, network: Network): Promise<ExpectedPayout[]> {
  return expectedPayouts(ctx.db, network);
}

type Seen = { payoutId: string; txHash: string };

/**
 * A transaction that pays it was seen, unconfirmed: nothing is posted. Another transaction in its place (RBF, the same nonce)
 * is the one that is followed from now on. Refuses with INVALID_STATE what is not approved, or ended.
 */
export function payoutSeen(ctx: Ctx, { payoutId, txHash }: Seen): Promise<void> {
  return ctx.transaction(async (tx) => {
    const held = await holdPayout(tx, payoutId, false);
    refuseBut(held.payout, ON_THE_WAY);
    if (!held.payout.isOut) await follow(tx, held, txHash, false);
  });
}

/**
 * A block has the transaction that pays it: reserved → custody, and the network's fee, in the same asset, is the house's.
 * Under the key `payout:id:txid:n`, n being how often this transaction has taken it. Answers false when a block of the
 * same branch has been told before, also of one that is CONFIRMED by now: the rest of its transaction may be explained later.
 */
export function payoutLeft(
  ctx: Ctx,
  { payoutId, txHash, feeUnits = 0n }: Seen & { feeUnits?: bigint },
): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const held = await holdPayout(tx, payoutId, false);
    const { payout, parts } = held;
    const exits = await exitsOf(tx.db, payoutId);
    if (exits.some(({ proof, standing }) => standing && proof === txHash)) return false;
    refuseBut(payout, ON_THE_WAY);
    const { asset } = payout;
    must(!isFiat(asset), "fiat leaves by the bank");
    if (exits.some(({ standing }) => standing)) return false;
    const exit = { proof: txHash, n: timesOf(exits, txHash) + 1, place: custodyCode(asset), feeUnits };
    await insertExit(tx.db, { payoutId, ...exit });
    for (const { depositId, units } of parts) await payReserved(tx, depositId, units, payout.fromPending);
    await follow(tx, held, txHash, true);
    await post(tx, payoutLeftEntry({ ...moneyOf(held), ...exit }), { accountId: payout.account.id });
    return true;
  });
}

/**
 * The block that took it is gone: mirrored under the key `…:n:reversed`, and reserved again. Answers false while one of
 * its deposits is reversed itself: the same branch that brings that back is waited for. A reorganisation may be deeper than
 * what was taken for final: a confirmed one is on its way again.
 */
export function payoutGone(ctx: Ctx, { payoutId, txHash }: Seen): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const held = await holdPayout(tx, payoutId, false);
    const { payout, parts } = held;
    const exit = (await exitsOf(tx.db, payoutId)).find(({ proof, standing }) => standing && proof === txHash);
    if (!exit) return true;
    refuseBut(payout, ["BROADCAST", "CONFIRMED"]);
    if (parts.some(({ stands }) => !stands)) return false;
    await takeExitBack(tx.db, { payoutId, proof: exit.proof, n: exit.n, backBy: undefined });
    for (const { depositId, units } of parts) await payReserved(tx, depositId, -units, payout.fromPending);
    await movePayout(tx.db, { id: payoutId, status: "BROADCAST", isOut: false });
    await post(tx, payoutBack({ ...moneyOf(held), ...exit }), { accountId: payout.account.id });
    await auditPayout(tx, payout, { action: "payout.back", txHash });
    return true;
  });
}

/** Its transaction is final. Refuses with INVALID_STATE what has not left by it. */
export function payoutFinal(ctx: Ctx, { payoutId, txHash }: Seen): Promise<void> {
  return ctx.transaction(async (tx) => {
    const { payout } = await holdPayout(tx, payoutId, false);
    if (payout.status === "CONFIRMED") return;
    const left = (await exitsOf(tx.db, payoutId)).some(({ proof, standing }) => standing && proof === txHash);
    if (!left) throw new Refusal("INVALID_STATE", "This payout has not left by this transaction.");
    await confirm(tx, payoutId, payout);
  });
}

/** A line of the bank that pays a payout: which account of ours it left, and how much, to the unit. */
export type BankLine = { payoutId: string; bankLineId: string; place: string; units: bigint };

/**
 * A line of the bank pays a fiat payout: reserved → bank, once for each line, and it is confirmed. Refuses with
 * INVALID_STATE what is not on its way, and an amount that is not the payout's to the unit.
 */
export function confirmFiatPayout(ctx: Ctx, { payoutId, bankLineId, place, units }: BankLine): Promise<void> {
  return ctx.transaction(async (tx) => {
    const held = await holdPayout(tx, payoutId, false);
    const { payout } = held;
    refuseBut(payout, ["APPROVED", "PREPARED"]);
    if (units !== payout.units) throw new Refusal("INVALID_STATE", "The bank's line is not over the payout's amount.");
    const exit = { proof: bankLineId, n: 1, place, feeUnits: 0n };
    await insertExit(tx.db, { payoutId, ...exit });
    await confirm(tx, payoutId, payout);
    await post(tx, payoutLeftEntry({ ...moneyOf(held), ...exit }), { accountId: payout.account.id });
  });
}

/**
 * A line of the bank brings a confirmed fiat payout back: bank → available, and it has failed. Refuses with INVALID_STATE
 * what has not left, and another amount.
 */
export function returnFiatPayout(ctx: Ctx, { payoutId, bankLineId, place, units }: BankLine): Promise<void> {
  return ctx.transaction(async (tx) => {
    const held = await holdPayout(tx, payoutId, false);
    const { payout } = held;
    refuseBut(payout, ["CONFIRMED"]);
    const exit = (await exitsOf(tx.db, payoutId)).find(({ standing }) => standing);
    must(exit && isFiat(payout.asset), "a confirmed fiat payout has left");
    if (units !== payout.units || exit.place !== place)
      throw new Refusal("INVALID_STATE", "The bank's line does not bring this payout back.");
    await takeExitBack(tx.db, { payoutId, proof: exit.proof, n: exit.n, backBy: bankLineId });
    await movePayout(tx.db, { id: payoutId, status: "FAILED", isOut: false, reason: ENDED_BECAUSE.returned });
    await post(tx, payoutReturned({ ...moneyOf(held), ...exit }), { accountId: payout.account.id });
    await auditPayout(tx, payout, { action: "payout.fail", bankLineId });
    await emitPayoutEvent(tx, payoutId, "payout.failed");
  });
}

/** So many payouts that a bank has paid are booked by the same statements. */
export const AT_ONCE = 100;

/** {@link confirmFiatPayout} of many, each another, by sets, in the open transaction. */
export async function confirmFiatPayouts(tx: Ctx, lines: readonly BankLine[]): Promise<void> {
  for (let at = 0; at < lines.length; at += AT_ONCE)
    await batched(tx.db, lines.slice(at, at + AT_ONCE), (line) => confirmFiatPayout(tx, line));
}

async function confirm(tx: Ctx, payoutId: string, payout: HeldPayout["payout"]): Promise<void> {
  await movePayout(tx.db, { id: payoutId, status: "CONFIRMED", isOut: true });
  await auditPayout(tx, payout, { action: "payout.confirm" });
  await emitPayoutEvent(tx, payoutId, "payout.confirmed");
  if (payout.kind === "SETTLEMENT") await emitSettlementEvent(tx, { payoutId }, "settlement.paid");
}

/** From now on this transaction is the one that pays it; told at its first. */
async function follow(tx: Ctx, { payout }: HeldPayout, txHash: string, isOut: boolean): Promise<void> {
  const { id, status } = payout;
  await movePayout(tx.db, { id, status: "BROADCAST", isOut, txHash });
  await auditPayout(tx, payout, { action: isOut ? "payout.leave" : "payout.broadcast", txHash });
  if (status !== "BROADCAST") await emitPayoutEvent(tx, id, "payout.broadcast");
}

const timesOf = (exits: readonly ExitRow[], txHash: string): number =>
  exits.filter(({ proof }) => proof === txHash).length;

const moneyOf = ({ payout: { id, account, asset, units } }: HeldPayout) => ({
  payoutId: id,
  accountId: account.id,
  asset,
  units,
});
