import { recordAudit } from "#lib/audit/record-audit.ts";
import { type Asset, cryptoOf, isFiat, networkTypeOf } from "#lib/kernel/assets.ts";
import { actorName, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { resolutionMade, resolutionReversed } from "#lib/ledger/resolution-journal.ts";
import { post } from "#lib/ledger/post.ts";
import type { ResolutionRecord } from "./contract.ts";
import type { ResolutionKind, Subject } from "./resolution.ts";
import {
  insertResolution,
  lockSubject,
  openSubject,
  type OpenSubject,
  resolvedAmong,
  reverseResolution,
  standingOf,
} from "./store.ts";

type Wanted = { kind: Exclude<ResolutionKind, "LINK">; subjectId: string };

/**
 * What is to be resolved, as it stands. Refuses what there is nothing of with NOT_FOUND; with INVALID_STATE what does not
 * stand unassigned, or missing, as the kind says: linked, resolved, or not final.
 */
export async function needOpen(ctx: Ctx, { kind, subjectId }: Wanted): Promise<OpenSubject> {
  if (!isId(subjectId) || !(await lockSubject(ctx.db, subjectId)))
    throw new Refusal("NOT_FOUND", "There is nothing by this subjectId.");
  const open = await openSubject(ctx.db, subjectId);
  const side = kind === "OWN" ? "UNASSIGNED" : "MISSING";
  if (open?.side === side) return open;
  throw new Refusal(
    "INVALID_STATE",
    kind === "OWN"
      ? "This does not stand unassigned: it belongs to something, was resolved, or is not confirmed."
      : "This does not stand missing: it belongs to something, was resolved, or is not final.",
  );
}

/** Resolves all of it: what came is the owner's capital, what is missing a loss. Refuses as {@link needOpen} does. */
export async function resolveOpen(tx: Ctx, wanted: Wanted & { note: string }): Promise<ResolutionRecord> {
  const { subject, asset, units, name } = await needOpen(tx, wanted);
  const { kind, subjectId, note } = wanted;
  const record = await noteResolution(tx, { kind, subject, subjectId, asset, units, name, note, moveId: undefined });
  await post(tx, resolutionMade({ id: record.resolutionId, kind, asset, units }), {});
  return record;
}

type Noted = {
  kind: ResolutionKind;
  subject: Subject;
  subjectId: string;
  asset: Asset;
  units: bigint;
  name: string;
  note: string;
  moveId: string | undefined;
};

/** Writes down what was said, by whom, and who agreed. */
export async function noteResolution(tx: Ctx, { name, ...stated }: Noted): Promise<ResolutionRecord> {
  const [id, madeAt] = [tx.id(), await tx.now()];
  const madeBy = tx.approval?.askedBy ?? actorName(tx.actor);
  await insertResolution(tx.db, { ...stated, id, madeBy, madeAt, approvalId: tx.approval?.approvalId });
  const { kind, subject, subjectId, asset, units, note, moveId } = stated;
  const quantity = amountOf(asset, units);
  await recordAudit(tx, {
    action: "resolution.make",
    accountId: (await houseOf(tx.app)).id,
    objectKind: "resolution",
    objectId: id,
    detail: {
      kind,
      subject,
      subjectId,
      asset,
      quantity: quantity.toString(),
      reference: name,
      note,
      ...(moveId && { moveId }),
    },
  });
  return {
    resolutionId: id,
    kind,
    subject,
    subjectId,
    asset: isFiat(asset) ? asset : cryptoOf(asset),
    networkType: isFiat(asset) ? undefined : networkTypeOf(asset),
    quantity,
    reference: name,
    moveId,
    note,
    resolvedBy: madeBy,
    resolvedAt: madeAt.getTime(),
  };
}

/** What these were is not true any more, or is explained by something else: what was said of them is mirrored. */
export async function takeBackResolutions(tx: Ctx, subjectIds: readonly string[]): Promise<void> {
  for (const standing of await standingOf(tx.db, subjectIds)) {
    await reverseResolution(tx.db, standing.id);
    await post(tx, resolutionReversed(standing), {});
    const { id, kind, asset, units } = standing;
    await recordAudit(tx, {
      action: "resolution.reverse",
      accountId: (await houseOf(tx.app)).id,
      objectKind: "resolution",
      objectId: id,
      detail: { kind, asset, quantity: amountOf(asset, units).toString() },
    });
  }
}

/** Which of these were resolved, and are linked to nothing. */
export const resolvedOf = ({ db }: Ctx, subjectIds: readonly string[]): Promise<ReadonlySet<string>> =>
  resolvedAmong(db, subjectIds);

/** Refuses with INVALID_STATE what was resolved. */
export async function refuseResolved(ctx: Ctx, subjectId: string): Promise<void> {
  if ((await resolvedAmong(ctx.db, [subjectId])).size > 0)
    throw new Refusal("INVALID_STATE", "This was resolved: it is linked to nothing any more.");
}
