import { recordAudit } from "#lib/audit/record-audit.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { isId } from "#lib/kernel/ids.ts";
import { type Adopted, insertAdopted, takenRefs, unclaimedAdopted } from "./adopted-store.ts";
import { partsOf } from "./hedge.ts";
import { positionsToHedge } from "./open-position.ts";
import { isMadeOf } from "./order-reference.ts";
import { postFill } from "./post-fill.ts";
import { shareFill } from "./share-fill.ts";
import { insertExecuted, type OrderRow } from "./store.ts";
import type { Venue } from "./venue.ts";

/** What the venues have done for orders that this database does not know. `foreign`: trades of orders that are not ours. */
export type Adoption = { hedges: number; retained: number; foreign: number };

/** How long what was adopted waits for the order that sells the same coins. */
const CLAIM_MS = 86_400_000;

/**
 * Takes into the books what a venue has done since a moment for orders that the database does not know: it was ahead of
 * this one when it placed them (rulebook 13.13). A hedge is booked at once. What sold the coins of a deposit or an
 * invoice is kept for the order that sells them again, which is then never sent. May be done again.
 */
export async function adoptOrders(ctx: Ctx, venue: Venue, since: Date): Promise<Adoption> {
  const adoption = { hedges: 0, retained: 0, foreign: 0 };
  const executed = (await venue.executedSince?.(since)) ?? [];
  const known = new Set(
    await takenRefs(
      ctx.db,
      executed.map(({ clientRef }) => clientRef),
    ),
  );
  for (const each of executed) {
    if (!isId(each.clientRef)) adoption.foreign += 1;
    else if (known.has(each.clientRef)) continue;
    else if (isMadeOf(each.clientRef)) adoption.retained += (await insertAdopted(ctx.db, venue.name, each)) ? 1 : 0;
    else adoption.hedges += (await adoptKnown(ctx, { ...each, venue: venue.name }, "FILLED")) ? 1 : 0;
  }
  return adoption;
}

/** What was kept for an order that never came, to be booked as the house's own. */
export const findUnclaimed = (ctx: Ctx, limit: number): Promise<Adopted[]> => unclaimedAdopted(ctx.db, CLAIM_MS, limit);

/** The house's own book takes what no deposit or invoice has claimed; a case says so. False when it was booked before. */
export const bookUnclaimed = (ctx: Ctx, adopted: Adopted): Promise<boolean> => adoptKnown(ctx, adopted, "LATE");

function adoptKnown(ctx: Ctx, adopted: Adopted, status: "FILLED" | "LATE"): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const order = await adopt(tx, adopted, status);
    if (!order) return false;
    await recordAudit(tx, {
      action: "order.adopted",
      objectKind: "venue_order",
      objectId: order.id,
      detail: { venue: order.venue, claimed: status === "FILLED", quantity: adopted.fill.quantity.toString() },
    });
    return true;
  });
}

/** Writes an order down that a venue has carried out, with its trades in the house's book: once for its reference. */
export async function adopt(
  tx: Ctx,
  adopted: Adopted,
  status: "FILLED" | "LATE" | "FOREIGN",
): Promise<OrderRow | undefined> {
  const { base, fill } = adopted;
  const units = fill.quantity.floorUnits(scaleOf(base));
  const order = await insertExecuted(tx.db, { ...adopted, id: tx.id(), units, status });
  if (!order) return undefined;
  await postFill(tx, order, fill, {
    shares: shareFill(units, partsOf(await positionsToHedge(tx), order)),
    about: {},
  });
  return order;
}
