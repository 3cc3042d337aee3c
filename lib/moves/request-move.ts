import { randomInt } from "node:crypto";
import { readAddress } from "#lib/beneficiaries/address.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { unitsOf } from "#lib/contract/fields.ts";
import { Waiting } from "#lib/contract/out.ts";
import {
  type CryptoAsset,
  type GasAsset,
  isFiat,
  isGas,
  type Network,
  networkOf,
  scaleOf,
  shownAsset,
} from "#lib/kernel/assets.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { heldSinceRestore, refuseSpent } from "#lib/outgoing/may-have-left.ts";
import { explainAgreed } from "#lib/outgoing/post-outgoing.ts";
import { ownScripts } from "#lib/wallets/change.ts";
import { takeAside } from "#lib/wallets/set-aside.ts";
import { requestedAsset } from "#lib/kernel/requested-asset.ts";
import type { MoveRecord, askForMoveEndpoint, cancelMoveEndpoint, requestMoveEndpoint } from "./contract.ts";
import { needDestination, needVenue } from "./destinations.ts";
import { type MoveState, OWNER, ROUTES, routeFault, type Wished } from "./move.ts";
import { moveRecord } from "./record.ts";
import {
  advanceMove,
  findMove,
  insertMove,
  isPrepared,
  seenPaying,
  lapsedMoves,
  lockedMove,
  pendingWithdrawal,
  type MoveRow,
  standingDestination,
} from "./store.ts";
import { declareOpening } from "./record-step.ts";
import { refuseAltered } from "./altered-store.ts";

/** How a second person is asked for; absent where nobody needs to be. */
export type AskForMove = (tx: Ctx, request: Readonly<Record<string, string>>) => Promise<ApprovalRecord>;

/** A move as it stands, or the request that names it and waits for a second person. */
export type MoveOrApproval = MoveRecord | Waiting<ApprovalRecord>;

/**
 * Asks for a move, or drafts one. Refuses a way that its kind does not go, a destination that is not on the list for it
 * (rulebook 13.2), and a bank that is no account of ours. With nobody to ask it is approved at once.
 */
export async function requestMove(
  ctx: Ctx,
  input: InputOf<typeof requestMoveEndpoint>,
  askFor?: AskForMove,
): Promise<MoveOrApproval> {
  const { kind, from, to, note, draft = false } = input;
  const asset = requestedAsset(input);
  const wished = { kind, from, to, asset };
  const fault = routeFault(wished);
  if (fault) throw invalid(fault.field, fault.sentence);
  needVenue(ctx, from, "from");
  needVenue(ctx, to, "to");
  const units = unitsOf("quantity", input.quantity, scaleOf(asset));
  return ctx.transaction(async (tx) => {
    await needBanks(tx, wished);
    const destinationId = await destinationFor(tx, wished, input.destinationId);
    const address = await addressFor(tx, wished, input.address);
    const id = tx.id();
    const { actor } = tx;
    const made = { id, kind, from, to, asset, units, destinationId, address, reference: newReference(), note };
    const by = { createdBy: actorName(actor), createdUserId: actor.kind === "staff" ? actor.userId : null };
    await insertMove(tx.db, { ...made, ...by, status: draft ? "DRAFT" : "REQUESTED", at: await tx.now() });
    const move = await needMove(tx, id);
    await audit(tx, move, draft ? "move.draft" : "move.request");
    return draft ? answerWith(tx, moveRecord(tx, move)) : approvedOrWaiting(tx, move, askFor);
  });
}

/** Asks for a move that was drafted. Refuses an unknown one with NOT_FOUND, any but a draft with INVALID_STATE. */
export async function askForMove(
  ctx: Ctx,
  { moveId }: InputOf<typeof askForMoveEndpoint>,
  askFor?: AskForMove,
): Promise<MoveOrApproval> {
  return ctx.transaction(async (tx) => {
    const draft = await heldMove(tx, moveId);
    if (draft.status !== "DRAFT") throw wrongState(draft, "asked for");
    await destinationFor(tx, draft, draft.destinationId ?? undefined);
    await advanceMove(tx.db, draft, { status: "REQUESTED", at: await tx.now() });
    const move = await needMove(tx, moveId);
    await audit(tx, move, "move.request");
    return approvedOrWaiting(tx, move, askFor);
  });
}

async function approvedOrWaiting(tx: Ctx, move: MoveRow, askFor: AskForMove | undefined): Promise<MoveOrApproval> {
  if (!askFor) {
    await approveMove(tx, move.id);
    return answerWith(tx, moveRecord(tx, await needMove(tx, move.id)));
  }
  return answerWith(tx, new Waiting(await askFor(tx, requestOf(move))));
}

/** What the second person reads and agrees to, and the database compares with the move. */
function requestOf(move: MoveRow): Readonly<Record<string, string>> {
  const { asset, networkType } = shownAsset(move.asset);
  const fields = {
    moveId: move.id,
    kind: move.kind,
    from: move.from,
    to: move.to,
    asset,
    networkType,
    quantity: amountOf(move.asset, move.units).toString(),
    destinationId: move.destinationId ?? undefined,
    address: move.address ?? move.destination?.address,
    label: move.destination?.label,
    reference: move.reference,
    note: move.note,
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Approves what was asked for; an opening balance is posted with it. Refuses any but a request with INVALID_STATE. */
export async function approveMove(ctx: Ctx, moveId: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const move = await heldMove(tx, moveId);
    if (move.status !== "REQUESTED") throw wrongState(move, "approved");
    await destinationFor(tx, move, move.destinationId ?? undefined);
    const approvalId = tx.approval?.approvalId;
    await advanceMove(tx.db, move, { status: "APPROVED", at: await tx.now(), approvalId });
    await audit(tx, move, "move.approve");
    if (move.kind === "OPENING") await declareOpening(tx, await needMove(tx, moveId));
    await takeLeft(tx, move);
  });
}

/** It has left custody already: by what nobody knew a reason for, as it was sent by hand, or agreed to before a restore. */
async function takeLeft(
  tx: Ctx,
  { id: objectId, from, asset, units, destination, createdAt: askedAt }: MoveRow,
): Promise<void> {
  if (isFiat(asset) || isGas(asset) || !destination || from !== `custody:${networkOf(asset)}`) return;
  const network = networkOf(asset);
  const script = readAddress(network, destination.address)?.script;
  must(script, "a destination was read when it was listed");
  await explainAgreed(tx, network, "MOVE", { objectId, asset, units, script, askedAt });
}

/** Ends what was asked for, as its request was declined or withdrawn. */
export async function endRequestedMove(
  tx: Ctx,
  moveId: string,
  status: Extract<MoveState, "REJECTED" | "CANCELLED">,
): Promise<void> {
  const move = await heldMove(tx, moveId);
  if (move.status !== "REQUESTED") return;
  await advanceMove(tx.db, move, { status, at: await tx.now() });
  await audit(tx, move, status === "REJECTED" ? "move.reject" : "move.cancel");
}

/** Moves whose request nobody decided in time. */
export const findLapsedMoves = (ctx: Ctx, limit: number): Promise<string[]> => lapsedMoves(ctx.db, limit);

/** Ends one of those; false when it was decided meanwhile. */
export function lapseMove(ctx: Ctx, moveId: string): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const before = await heldMove(tx, moveId);
    await endRequestedMove(tx, moveId, "CANCELLED");
    return before.status === "REQUESTED";
  });
}

/** Takes back a move that has not left. Refuses one that has, or whose arrival is known, with INVALID_STATE. */
export async function cancelMove(ctx: Ctx, { moveId, note }: InputOf<typeof cancelMoveEndpoint>): Promise<MoveRecord> {
  return ctx.transaction(async (tx) => {
    const move = await heldMove(tx, moveId);
    const hasFacts = move.facts.some(({ status }) => status !== "GONE");
    if (hasFacts || !["DRAFT", "REQUESTED", "APPROVED"].includes(move.status)) throw wrongState(move, "cancelled");
    await needUnprepared(tx, moveId);
    await advanceMove(tx.db, move, { status: "CANCELLED", at: await tx.now(), endedReason: note });
    await audit(tx, move, "move.cancel", { note });
    return answerWith(tx, moveRecord(tx, await needMove(tx, moveId)));
  });
}

/** The destination a kind needs, which stands on the list and leads where the move goes. */
async function destinationFor(tx: Ctx, { kind, to, asset }: Wished, id: string | undefined): Promise<string | null> {
  const { destination } = ROUTES[kind];
  if (destination === "none" || destination === "ours") {
    if (id !== undefined) throw invalid("destinationId", `destinationId is not for ${kind}.`);
    return null;
  }
  if (id === undefined) throw invalid("destinationId", `destinationId is required for ${kind}.`);
  const found = await needDestination(tx, id);
  if (found.endedAt !== null) throw new Refusal("INVALID_STATE", "This destination is off the list.");
  const place = destination === "owner" ? OWNER : to;
  if (found.place !== place || found.asset !== asset)
    throw invalid("destinationId", `destinationId must lead to ${place ?? OWNER} in this asset.`);
  return found.id;
}

/**
 * Gas goes to an address of ours, whichever lacks it; capital may say to which it comes, one that no bill has or gets;
 * everything else goes to a destination of the list.
 */
async function addressFor(tx: Ctx, wished: Wished, text: string | undefined): Promise<string | null> {
  const { kind, asset, to } = wished;
  if (kind === "CAPITAL_IN" && text !== undefined && to?.startsWith("custody:") && !isFiat(asset) && !isGas(asset)) {
    const network = networkOf(asset);
    const read = readAddress(network, text);
    if (!read || !(await takeAside(tx, network, read.script)))
      throw invalid("address", `address must be one of the operator's own on ${network} that no bill has.`);
    return read.address;
  }
  if (kind !== "GAS" || !isGas(asset)) {
    if (text !== undefined)
      throw invalid("address", `address is not for ${kind}: it goes to a destination of the list.`);
    return null;
  }
  const read = text === undefined ? undefined : readAddress(networkOf(asset), text);
  if (!read || !(await ownScripts(tx, [read.script])).has(read.script))
    throw invalid("address", `address must be one of the operator's own on ${networkOf(asset)}.`);
  return read.address;
}

/** A bank that a move touches is an account of ours, of that currency. */
async function needBanks(tx: Ctx, { from, to, asset }: Wished): Promise<void> {
  for (const [field, place] of [
    ["from", from],
    ["to", to],
  ] as const) {
    if (!place?.startsWith("bank:")) continue;
    if (!(await standingDestination(tx.db, { place, asset })))
      throw invalid(field, `${place} has no account in this currency on the list of destinations.`);
  }
}

/** A move by its id. Refuses an unknown one with NOT_FOUND. */
export async function needMove(ctx: Ctx, moveId: string): Promise<MoveRow> {
  const found = isId(moveId) ? await findMove(ctx.db, moveId) : undefined;
  if (!found) throw unknownMove();
  return found;
}

/** The same under its lock. */
export async function heldMove(tx: Ctx, moveId: string): Promise<MoveRow> {
  const found = isId(moveId) ? await lockedMove(tx.db, moveId) : undefined;
  if (!found) throw unknownMove();
  return found;
}

/** A move that a transaction of ours is to carry out, under its lock, and where it goes. */
export type SendableMove = { moveId: string; asset: CryptoAsset; units: bigint; address: string };

/**
 * An approved move out of a network's custody that has not left. Refuses with INVALID_STATE any other, and one whose
 * destination is off the list.
 */
export async function needSendable(tx: Ctx, network: Network, moveId: string): Promise<SendableMove> {
  const move = await heldMove(tx, moveId);
  const { asset, units, destination } = move;
  const hasFacts = move.facts.some(({ status }) => status !== "GONE");
  if (move.status !== "APPROVED" || hasFacts) throw wrongState(move, "sent");
  await refuseAltered(tx, moveId);
  if (move.mayHaveLeft) throw heldSinceRestore(network);
  if (move.from !== `custody:${network}` || isFiat(asset) || isGas(asset) || !destination)
    throw new Refusal("INVALID_STATE", `This move does not leave custody:${network}.`);
  await destinationFor(tx, move, move.destinationId ?? undefined);
  return { moveId, asset, units, address: destination.address };
}

/**
 * The same before a transaction is prepared for it, with the script that it pays. Refuses as {@link needSendable},
 * {@link needUnprepared} and {@link refuseSpent} do.
 */
export async function needFree(tx: Ctx, network: Network, moveId: string): Promise<SendableMove & { script: string }> {
  const move = await needSendable(tx, network, moveId);
  await needUnprepared(tx, moveId);
  const script = readAddress(network, move.address)?.script;
  must(script, "a destination was read when it was listed");
  await refuseSpent(tx.db, { ...move, objectId: moveId, network, script });
  return { ...move, script };
}

/** A move of ether or TRX that is to be sent, under its lock. */
export type SendableGas = { moveId: string; asset: GasAsset; units: bigint; address: string; own: boolean };

/** The same of ether or TRX, for an account of ours or the owner's; undefined where it is another move. */
export async function sendableGas(tx: Ctx, moveId: string): Promise<SendableGas | undefined> {
  const move = await heldMove(tx, moveId);
  const { asset, units, destination } = move;
  const address = move.address ?? destination?.address;
  if (!isGas(asset) || address === undefined) return undefined;
  if (move.status !== "APPROVED" || move.facts.some(({ status }) => status !== "GONE")) throw wrongState(move, "sent");
  await refuseAltered(tx, moveId);
  if (move.mayHaveLeft) throw heldSinceRestore(networkOf(asset));
  await destinationFor(tx, move, move.destinationId ?? undefined);
  return { moveId, asset, units, address, own: move.to !== undefined };
}

/**
 * Refuses with INVALID_STATE a move that a transaction is prepared for already, or that one was seen to pay, and one that a
 * venue has begun to carry out: asked for again, its money would leave twice.
 */
export async function needUnprepared(tx: Ctx, moveId: string): Promise<void> {
  if (await isPrepared(tx.db, moveId))
    throw new Refusal("INVALID_STATE", "This move stands in a prepared transaction: cancel that first.");
  const txHash = await seenPaying(tx.db, moveId);
  if (txHash !== undefined)
    throw new Refusal(
      "INVALID_STATE",
      `A transaction that pays this move was seen, and no block has it yet: ${txHash}.`,
    );
  const venueRef = await pendingWithdrawal(tx.db, moveId);
  if (venueRef !== undefined)
    throw new Refusal(
      "INVALID_STATE",
      `The venue is carrying this move out: cancel its withdrawal ${venueRef} there first.`,
    );
}

/** Refuses with INVALID_STATE a move, of gas as well, that is not to be sent any more. */
export async function needUnsent(tx: Ctx, network: Network, moveId: string): Promise<void> {
  if (!(await sendableGas(tx, moveId))) await needSendable(tx, network, moveId);
}

const unknownMove = (): Refusal => new Refusal("NOT_FOUND", "There is no move with this moveId.");

const wrongState = ({ status, facts }: MoveRow, verb: string): Refusal =>
  new Refusal(
    "INVALID_STATE",
    `This move is ${facts.some((fact) => fact.status === "EARLY") ? "known to have arrived" : status} and cannot be ${verb}.`,
  );

/** Letters and digits that are not mistaken for each other when they are read out. */
const READABLE = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

function newReference(): string {
  const letters = Array.from({ length: 10 }, () => READABLE.charAt(randomInt(READABLE.length)));
  must(letters.length === 10, "a reference is of ten letters");
  return `MV${letters.join("")}`;
}

async function audit(tx: Ctx, move: MoveRow, action: string, more: Record<string, unknown> = {}): Promise<void> {
  const { kind, from, to, units, asset, reference } = move;
  const detail = { kind, from, to, asset, quantity: amountOf(asset, units).toString(), reference, ...more };
  await recordAudit(tx, {
    action,
    accountId: (await houseOf(tx.app)).id,
    objectKind: "move",
    objectId: move.id,
    detail,
  });
}
