import { recordAudit } from "#lib/audit/record-audit.ts";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import { actorName, type Ctx } from "#lib/kernel/context.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import type { LostHoursRecord, listLostHoursEndpoint } from "./lost-hours-contract.ts";
import { type LostHours, unstatedLostHours, stateOpen, statedLostHours } from "./lost-hours-store.ts";

/** The hours that restores have lost, newest first. */
export async function listLostHours(ctx: Ctx): Promise<OutputOf<typeof listLostHoursEndpoint>> {
  const [open, stated] = [await unstatedLostHours(ctx.db), await statedLostHours(ctx.db)];
  return { data: [...(open ? [open] : []), ...stated].map(recordOf) };
}

/** Those of which nobody has stated it yet. Refuses with INVALID_STATE where there are none. */
export async function needOpenLostHours(ctx: Ctx): Promise<LostHours> {
  const open = await unstatedLostHours(ctx.db);
  if (!open)
    throw new Refusal("INVALID_STATE", "No restore waits for this statement: none was made, or it has been stated.");
  return open;
}

/**
 * States that nothing which was signed, or written for a bank, in the hours that the last restore has lost is still to be
 * sent (rulebook 13.36). Refuses with INVALID_STATE where that is stated, and what was agreed to of another restore's hours.
 */
export async function stateLostHours(
  tx: Ctx,
  { note = "", since, until }: { note?: string; since?: string; until?: string },
): Promise<LostHoursRecord> {
  const open = await needOpenLostHours(tx);
  if ((since ?? isoOf(open.since)) !== isoOf(open.since) || (until ?? isoOf(open.until)) !== isoOf(open.until))
    throw new Refusal("INVALID_STATE", "This was asked for of the hours that another restore has lost: ask again.");
  must(note !== "", "a statement says what was checked");
  const id = tx.id();
  const statedBy = tx.approval?.askedBy ?? actorName(tx.actor);
  const stated = await stateOpen(tx.db, { id, note, statedBy, approvalId: tx.approval?.approvalId });
  if (!stated) throw new Refusal("INVALID_STATE", "Somebody has stated this at the same moment.");
  await recordAudit(tx, {
    action: "lost-hours.settle",
    accountId: (await houseOf(tx.app)).id,
    objectKind: "lost-hours",
    objectId: id,
    detail: { since: isoOf(open.since), until: isoOf(open.until), note },
  });
  return recordOf(stated);
}

/** A time as a request for a second person holds it. */
export const isoOf = (at: Date): string => at.toISOString();

const recordOf = ({ epoch, since, until, note, statedBy, statedAt }: LostHours): LostHoursRecord => ({
  epoch,
  since: since.getTime(),
  until: until.getTime(),
  ...(note !== undefined && { note }),
  ...(statedBy !== undefined && { statedBy }),
  ...(statedAt && { statedAt: statedAt.getTime() }),
});
