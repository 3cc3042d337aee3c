import { lockBills } from "#lib/bills/lock-bill.ts";
import { emitPayoutEvent } from "#lib/events/emit.ts";
import type { Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { isRefusal, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { heldSinceRestore, refuseSpent } from "#lib/outgoing/may-have-left.ts";
import { endPayout, type HeldPayout, refuseBut, auditPayout } from "./decide-payout.ts";
import { unknownPayout } from "./get-payouts.ts";
import { needPlace } from "./need-place.ts";
import { ENDED_BECAUSE, type PayoutState } from "./payout-states.ts";
import { refuseAltered } from "./altered-store.ts";
import { type ExpectedPayout, expectedPayouts, lockPayout, movePayout, partsOf, reapprovePayout } from "./store.ts";

/** Several payouts under their locks, in the order of their ids; all of their bills first, as everywhere. */
async function holdAll(tx: Ctx, payoutIds: readonly string[]): Promise<HeldPayout[]> {
  const ids = [...new Set(payoutIds)].sort();
  if (ids.some((id) => !isId(id))) throw unknownPayout();
  const held: HeldPayout[] = [];
  const parts = new Map<string, HeldPayout["parts"]>();
  for (const id of ids) parts.set(id, await partsOf(tx.db, id));
  await lockBills(tx, [...new Set([...parts.values()].flat().map(({ billId }) => billId))]);
  for (const id of ids) {
    const payout = await lockPayout(tx.db, id);
    if (!payout) throw unknownPayout();
    held.push({ payout, parts: parts.get(id) ?? [] });
  }
  return held;
}

/**
 * Prepares approved payouts of a network for the signer, and says where each goes. Refuses with INVALID_STATE one in any
 * other state, or of another network, and one whose beneficiary does not stand any more.
 */
export async function preparePayouts(
  tx: Ctx,
  network: Network,
  payoutIds: readonly string[],
  preparedId: string,
): Promise<ExpectedPayout[]> {
  const held = await holdAll(tx, payoutIds);
  await refuseAltered(tx, payoutIds);
  const expected = new Map((await expectedPayouts(tx.db, network)).map((payout) => [payout.payoutId, payout]));
  const prepared: ExpectedPayout[] = [];
  for (const { payout } of held) {
    refuseBut(payout, ["APPROVED"]);
    if (payout.mayHaveLeft) throw heldSinceRestore(network);
    await needPlace(tx, payout);
    const facts = expected.get(payout.id);
    if (!facts) throw new Refusal("INVALID_STATE", `This payout is not one of ${network}.`);
    await refuseSpent(tx.db, { ...facts, objectId: payout.id, network });
    await movePayout(tx.db, { id: payout.id, status: "PREPARED", isOut: false });
    await auditPayout(tx, payout, { action: "payout.prepare", preparedId });
    prepared.push(facts);
  }
  return prepared;
}

/** What was prepared is not any more: approved as before, or cancelled where its beneficiary does not stand any more. */
export async function unpreparePayouts(tx: Ctx, payoutIds: readonly string[], preparedId: string): Promise<void> {
  for (const held of await holdAll(tx, payoutIds)) {
    const { payout } = held;
    if (payout.status !== "PREPARED") continue;
    if (!(await stands(tx, payout))) {
      await endPayout(tx, held, { status: "CANCELLED", reason: ENDED_BECAUSE.unlisted });
      continue;
    }
    await reapprovePayout(tx.db, payout.id);
    await auditPayout(tx, payout, { action: "payout.unprepare", preparedId });
  }
}

async function stands(tx: Ctx, payout: HeldPayout["payout"]): Promise<boolean> {
  try {
    await needPlace(tx, payout);
    return true;
  } catch (refusal) {
    if (isRefusal(refusal)) return false;
    throw refusal;
  }
}

/**
 * Its signature has come back. Refuses with INVALID_STATE what is not prepared any more, as after its deposit was reversed,
 * and one whose beneficiary does not stand any more.
 */
export async function signPayouts(tx: Ctx, payoutIds: readonly string[], preparedId: string): Promise<void> {
  const held = await holdAll(tx, payoutIds);
  await refuseAltered(tx, payoutIds);
  for (const { payout } of held) {
    refuseBut(payout, ["PREPARED"]);
    await needPlace(tx, payout);
    await movePayout(tx.db, { id: payout.id, status: "SIGNED", isOut: false });
    await auditPayout(tx, payout, { action: "payout.sign", preparedId });
  }
}

/** Refuses with INVALID_STATE to send what goes where nothing may go any more, as to a beneficiary retired since it was signed. */
export async function refuseUnlisted(tx: Ctx, payoutIds: readonly string[]): Promise<void> {
  const held = await holdAll(tx, payoutIds);
  await refuseAltered(tx, payoutIds);
  for (const { payout } of held) if (!payout.isOut) await needPlace(tx, payout);
}

const BEFORE_SENDING: readonly PayoutState[] = ["SIGNED", "BROADCAST"];

/** It is given to the network by this transaction from now on; what has left by another already stays so. */
export async function sendPayouts(
  tx: Ctx,
  payoutIds: readonly string[],
  txHash: string,
  from: readonly PayoutState[] = BEFORE_SENDING,
): Promise<void> {
  for (const { payout } of await holdAll(tx, payoutIds)) {
    if (payout.isOut || !from.includes(payout.status)) continue;
    await movePayout(tx.db, { id: payout.id, status: "BROADCAST", isOut: false, txHash });
    await auditPayout(tx, payout, { action: "payout.broadcast", txHash });
    if (payout.status !== "BROADCAST") await emitPayoutEvent(tx, payout.id, "payout.broadcast");
  }
}

/**
 * What was signed for them can be in no block any more, and nothing was spent by it: approved as before, with what they have
 * reserved, or failed where the beneficiary does not stand any more. What has left after all stays as it is.
 */
export async function reapproveSigned(tx: Ctx, payoutIds: readonly string[], preparedId: string): Promise<void> {
  for (const held of await holdAll(tx, payoutIds)) {
    const { payout } = held;
    if (payout.isOut || !BEFORE_SENDING.includes(payout.status)) continue;
    if (!(await stands(tx, payout))) {
      await endPayout(tx, held, { status: "FAILED", reason: ENDED_BECAUSE.unlisted });
      continue;
    }
    await reapprovePayout(tx.db, payout.id);
    await auditPayout(tx, payout, { action: "payout.unprepare", preparedId });
    if (payout.status === "BROADCAST") await emitPayoutEvent(tx, payout.id, "payout.approved");
  }
}

/** What was signed can never be in a block: what it reserved is back. What has left after all stays as it is. */
export async function failPayouts(tx: Ctx, payoutIds: readonly string[], reason: string): Promise<void> {
  for (const held of await holdAll(tx, payoutIds)) {
    const { status, isOut } = held.payout;
    if (!isOut && BEFORE_SENDING.includes(status)) await endPayout(tx, held, { status: "FAILED", reason });
  }
}
