import { holdBank, refuseDebited } from "#lib/bank/record-payout.ts";
import { holdArrival as holdBooked, releaseBooked } from "#lib/bank/release-line.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { refuseRequester } from "#lib/moves/linkable.ts";
import { moveBack } from "#lib/moves/record-step.ts";
import { heldMove } from "#lib/moves/request-move.ts";
import { earlyArrival } from "#lib/moves/return-move.ts";
import { holdOutput, releaseOutput } from "#lib/moves/void-arrival.ts";
import { recordedAsPaid, type RecordedFiat } from "#lib/payouts/pay-by-bank.ts";
import { failSpent, holdSpent, paidByNothing, type SpentPayout } from "#lib/payouts/void-spent.ts";
import { failRecorded } from "#lib/payouts/write-recorded.ts";
import type { ResolutionRecord } from "#lib/resolutions/contract.ts";
import { refuseOwnPeople, resolveOpen } from "#lib/resolutions/resolve.ts";
import { holdArrival as holdTransfer, releaseTransfer } from "#lib/transfers/link-transfer.ts";

/** A payout may have been made long before a person recorded it: every debit that nothing explains is looked at. */
const EVER = new Date(0);

type Stated = { subjectId: string; note: string };

/** Whose payout it is that is said never to have been made. */
export const ownerOfVoid = async (ctx: Ctx, subjectId: string): Promise<string | undefined> =>
  isId(subjectId)
    ? ((await recordedAsPaid(ctx, subjectId)) ?? (await paidByNothing(ctx, subjectId)))?.account.name
    : undefined;

/**
 * What was recorded, or was taken for it, was not so: a payout of fiat that its bank never made, one of crypto whose
 * transaction can be in no block any more, or what arrived for a move that has not left. Refuses as needOpen does.
 */
export async function voidUnproven(tx: Ctx, stated: Stated): Promise<ResolutionRecord> {
  const known = isId(stated.subjectId);
  const payout = known ? await recordedAsPaid(tx, stated.subjectId) : undefined;
  if (payout) return voidPayout(tx, payout, stated);
  const spent = known ? await paidByNothing(tx, stated.subjectId) : undefined;
  return spent ? voidSpent(tx, spent, stated) : voidArrival(tx, stated);
}

/** It has failed, and its money is the account's again. Refused also while a debit that nothing explains may be this payout. */
async function voidPayout(tx: Ctx, { account, asset, at, ...payout }: RecordedFiat, stated: Stated) {
  await holdBank(tx, asset);
  await refuseOwnPeople(tx, account.id);
  await refuseDebited(tx, { ...payout, at }, { place: "bank:main", asset, since: EVER });
  const record = await resolveOpen(tx, { kind: "VOID", account, ...stated });
  await failRecorded(tx, { payoutId: payout.payoutId, account, note: stated.note });
  return record;
}

/** It has failed, and what it took of its deposits is there again. */
async function voidSpent(tx: Ctx, spent: SpentPayout, stated: Stated): Promise<ResolutionRecord> {
  const { account } = spent;
  await refuseOwnPeople(tx, account.id);
  await holdSpent(tx, spent);
  const record = await resolveOpen(tx, { kind: "VOID", account, ...stated });
  await failSpent(tx, spent, stated.note);
  return record;
}

/**
 * It is unassigned, and a case of its own, or what its block brings without the move; the move waits for what is its own.
 * Refused to who asked for the move.
 */
async function voidArrival(tx: Ctx, stated: Stated): Promise<ResolutionRecord> {
  const { subjectId: moveId } = stated;
  const early = await earlyArrival(tx, moveId);
  if (!early) return resolveOpen(tx, { kind: "VOID", ...stated });
  // What has told of it is held before the move, as everywhere.
  const output = early.source === "CHAIN" ? await holdOutput(tx, moveId) : undefined;
  const booked = early.source === "BANK" ? await holdBooked(tx, early.proof) : undefined;
  const transfer = early.source === "VENUE" ? await holdTransfer(tx, moveId) : undefined;
  await refuseRequester(tx, await heldMove(tx, moveId));
  if ((await earlyArrival(tx, moveId))?.proof !== early.proof || !(output ?? booked ?? transfer))
    throw new Refusal("INVALID_STATE", "The move has changed meanwhile: look at it again.");
  const record = await resolveOpen(tx, { kind: "VOID", ...stated });
  await moveBack(tx, { moveId, side: "ARRIVED", proof: early.proof });
  if (output) await releaseOutput(tx, output);
  if (booked) await releaseBooked(tx, booked);
  if (transfer) await releaseTransfer(tx, transfer);
  return record;
}
