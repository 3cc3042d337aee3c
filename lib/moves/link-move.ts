import type { InputOf } from "#lib/contract/endpoint.ts";
import { unitsOf } from "#lib/contract/fields.ts";
import { scaleOf, shownAsset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import type { linkMoveEndpoint } from "./contract.ts";
import { needLinkable } from "./linkable.ts";
import { MOVE_SIDES, type MoveSide } from "./move.ts";
import { moveArrived, moveLeft, type MoveStep } from "./record-step.ts";
import { type MoveRow, venueReports } from "./store.ts";

type Wanted = InputOf<typeof linkMoveEndpoint>;

/**
 * A person says by which deposit or withdrawal of a venue a move arrived or left. Refuses as {@link needLinkable} does, and
 * with INVALID_STATE a side that is no venue's, since chains and banks tell of theirs themselves, and a venue that tells its
 * transfers: there one of them is linked, as the venue told it (rulebook 13.18).
 */
export async function linkMove(tx: Ctx, input: Wanted): Promise<MoveRow> {
  const { side, step } = await wantedStep(tx, input);
  return (side === "LEFT" ? moveLeft : moveArrived)(tx, {
    ...step,
    ...(tx.approval && { approvalId: tx.approval.approvalId }),
  });
}

async function wantedStep(
  ctx: Ctx,
  input: Wanted,
): Promise<{ move: MoveRow; side: MoveSide; step: Required<Omit<MoveStep, "approvalId">> }> {
  const { moveId, side, proof, note, fee } = input;
  const move = await needLinkable(ctx, moveId, ({ from, to, asset }) => {
    const place = side === "LEFT" ? from : to;
    if (!place?.startsWith("venue:"))
      throw new Refusal("INVALID_STATE", "Only what a venue tells is linked here: chains and banks tell of theirs.");
    return { side, place, asset };
  });
  if (await venueReports(ctx.db, move.id, side))
    throw new Refusal(
      "INVALID_STATE",
      "This venue reports its transfers: link the one that it has reported, by POST /house/v1/venue-transfers/{transferId}/link.",
    );
  if (fee !== undefined && side === "ARRIVED") throw invalid("fee", "fee is only for what left.");
  const units = unitsOf("quantity", input.quantity, scaleOf(move.asset));
  const feeUnits = fee === undefined ? 0n : unitsOf("fee", fee, scaleOf(move.asset));
  return { move, side, step: { moveId, source: "VENUE", proof, units, feeUnits, note } };
}

/** What the second person reads and agrees to, and the database compares with the fact. */
export async function linkRequest(ctx: Ctx, input: Wanted): Promise<Readonly<Record<string, string>>> {
  const { move, side, step } = await wantedStep(ctx, input);
  const { asset, networkType } = shownAsset(move.asset);
  const shown = (units: bigint) => amountOf(move.asset, units).toString();
  return {
    act: "link",
    moveId: move.id,
    reference: move.reference,
    side,
    place: (side === "LEFT" ? move.from : move.to) ?? "",
    asset,
    ...(networkType && { networkType }),
    quantity: shown(step.units),
    fee: shown(step.feeUnits),
    proof: step.proof,
    note: step.note,
  };
}

/** Links what was asked for, inside the decision. */
export async function performLink(tx: Ctx, request: Readonly<Record<string, string>>): Promise<MoveRow> {
  const { moveId = "", proof = "", note = "", quantity = "", fee = "0" } = request;
  const side = MOVE_SIDES.find((each) => each === request["side"]) ?? "LEFT";
  const left = side === "LEFT" ? { fee: Decimal.from(fee) } : {};
  return linkMove(tx, { moveId, side, proof, note, quantity: Decimal.from(quantity), ...left });
}
