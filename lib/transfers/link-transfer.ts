import type { App } from "#lib/kernel/app.ts";
import { isFiat, shownAsset } from "#lib/kernel/assets.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { pageBelow } from "#lib/kernel/paging.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { sandboxMark } from "#lib/kernel/sandbox-mark.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { transferMirrored, transferOfNobody } from "#lib/ledger/transfer-journal.ts";
import { post } from "#lib/ledger/post.ts";
import { departingLink, needLinkable } from "#lib/moves/linkable.ts";
import type { linkVenueTransferEndpoint, listVenueTransfersEndpoint, TransferRecord } from "./contract.ts";
import { refuseResolved, resolvedOf } from "#lib/resolutions/resolve.ts";
import {
  arrivalOf,
  findTransfer,
  linkRow,
  listTransferRows,
  lockedTransfer,
  releaseRow,
  type TransferRow,
} from "./store.ts";
import { confirmMove } from "./take-transfer.ts";

const PAGE = 100;

/** What came to the house's venues and what left them, the last that was seen first. */
export async function listVenueTransfers(
  ctx: Ctx,
  { startsAfter, limit = PAGE, ...filters }: InputOf<typeof listVenueTransfersEndpoint>,
): Promise<OutputOf<typeof listVenueTransfersEndpoint>> {
  const { page, startsAfter: next } = await pageBelow(
    ctx,
    { filters, startsAfter, limit },
    (before, count) => listTransferRows(ctx.db, { ...filters, before, limit: count }),
    ({ id }) => id,
  );
  const open = page.filter((row) => row.belongsTo === "NOBODY").map(({ id }) => id);
  const resolved = await resolvedOf(ctx, open);
  return {
    data: page.map((row) => ({ ...transferRecord(ctx.app, row), resolved: resolved.get(row.id) })),
    startsAfter: next,
  };
}

/**
 * Links a transfer that was unassigned to a move: what it was booked as is mirrored, and it is booked as the move's, in
 * one transaction. Refuses an unknown transfer or move with NOT_FOUND, who asked for the move with FORBIDDEN; with
 * INVALID_STATE a transfer that belongs to something or is not done, a move of another place, and what the move cannot be.
 */
export async function linkVenueTransfer(
  ctx: Ctx,
  { transferId, moveId, note }: InputOf<typeof linkVenueTransferEndpoint>,
): Promise<TransferRecord> {
  return ctx.transaction(async (tx) => {
    const row = isId(transferId) ? await lockedTransfer(tx.db, transferId) : undefined;
    if (!row) throw new Refusal("NOT_FOUND", "There is no transfer with this transferId.");
    if (row.belongsTo !== "NOBODY") throw new Refusal("INVALID_STATE", "This transfer belongs to something already.");
    await refuseResolved(tx, row.id);
    const { status, venue, asset } = row;
    if (status !== "DONE")
      throw new Refusal("INVALID_STATE", `This transfer is ${status}: what is not done is not linked.`);
    await needLinkable(tx, moveId, () => ({ side: sideOf(row), place: `venue:${venue}`, asset }));
    const by = tx.approval?.askedBy ?? actorName(tx.actor);
    await linkRow(tx.db, row.id, { moveId, by, at: await tx.now(), note });
    await post(tx, transferMirrored(row), {});
    await confirmMove(tx, row, moveId, note);
    await recordAudit(tx, {
      action: "venue.link",
      accountId: (await houseOf(tx.app)).id,
      objectKind: "venue-transfer",
      objectId: row.id,
      detail: { moveId, note },
    });
    const linked = await findTransfer(tx.db, row.id);
    must(linked, "a transfer that was linked is there");
    return answerWith(tx, transferRecord(tx.app, linked));
  });
}

/** The deposit at a venue that was taken for a move's arrival, held until the transaction ends. */
export const holdArrival = (tx: Ctx, moveId: string): Promise<{ id: string } | undefined> => arrivalOf(tx.db, moveId);

/** It is not the move's: it is unassigned, booked as that, and a case (rulebook 13.32). */
export async function releaseTransfer(tx: Ctx, { id }: { id: string }): Promise<void> {
  await releaseRow(tx.db, id);
  const row = await findTransfer(tx.db, id);
  must(row, "a transfer that was released is there");
  await post(tx, transferOfNobody(row), {});
}

const sideOf = ({ kind }: Pick<TransferRow, "kind">) => (kind === "DEPOSIT" ? "ARRIVED" : "LEFT");

/** What a second person agrees to where a transfer is not what the move's two have agreed to; undefined where one links it. */
export async function transferRequest(
  ctx: Ctx,
  { transferId, moveId, note }: InputOf<typeof linkVenueTransferEndpoint>,
): Promise<Readonly<Record<string, string>> | undefined> {
  const row = isId(transferId) ? await findTransfer(ctx.db, transferId) : undefined;
  if (!row) return undefined;
  const { venue, asset, units, address, label } = row;
  const sentTo = [address, isFiat(asset) ? label : null];
  const reported = {
    side: sideOf(row),
    place: `venue:${venue}`,
    asset,
    units,
    sentTo,
    subject: { transferId },
  } as const;
  return departingLink(ctx, { moveId, note }, reported);
}

function transferRecord(app: Pick<App, "mode">, row: TransferRow): TransferRecord {
  return {
    transferId: row.id,
    venue: row.venue,
    kind: row.kind,
    reference: row.venueRef,
    ...shownAsset(row.asset),
    quantity: row.quantity,
    fee: row.fee,
    fraction: row.fraction,
    status: row.status,
    txHash: row.txHash ?? undefined,
    address: row.address ?? undefined,
    ...(row.address !== null && sandboxMark(app)),
    label: row.label ?? undefined,
    at: row.toldAt.getTime(),
    belongsTo: row.belongsTo,
    moveId: row.moveId ?? undefined,
    linkedBy: row.linkedBy ?? undefined,
    note: row.note ?? undefined,
  };
}
