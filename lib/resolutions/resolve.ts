import { recordAudit } from "#lib/audit/record-audit.ts";
import { emitAssignmentEvent } from "#lib/events/emit.ts";
import { isFiat, type LedgerAsset, shownAsset } from "#lib/kernel/assets.ts";
import { type AccountRef, actorName, type Ctx } from "#lib/kernel/context.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { amountOf, maxOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { doerOf, peopleBehind } from "#lib/keys/makers.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { balanceCode } from "#lib/ledger/chart.ts";
import { type Resolved, resolutionMade, resolutionReversed } from "#lib/ledger/resolution-journal.ts";
import { type PostedFor, post } from "#lib/ledger/post.ts";
import type { ResolutionRecord } from "./contract.ts";
import type { ResolutionKind, Subject } from "./resolution.ts";
import {
  areAmong,
  failedBy,
  insertResolution,
  lockSubject,
  openSubject,
  type OpenSubject,
  resolvedAmong,
  reverseResolution,
  standingOf,
} from "./store.ts";

type Wanted = {
  kind: Exclude<ResolutionKind, "LINK">;
  subjectId: string;
  account?: AccountRef | undefined;
  /** The move that came back, with RETURN. */
  returned?: { moveId: string; from: string; left: bigint } | undefined;
};

/** Where what is resolved stands; all other kinds are of what stands unassigned. */
const SIDE_OF: Partial<Record<ResolutionKind, OpenSubject["side"]>> = { WRITE_OFF: "MISSING", VOID: "UNPROVEN" };
const NOT_OPEN: Readonly<Record<OpenSubject["side"], string>> = {
  UNASSIGNED: "This does not stand unassigned: it belongs to something, was resolved, or is not confirmed.",
  MISSING:
    "This does not stand missing: it belongs to something, was resolved, is not final, or is on its way for less than a day.",
  UNPROVEN:
    "This is neither a payout of fiat made elsewhere that no bank has told of, nor one of crypto whose transaction is gone and spent otherwise for a day, nor a move that has arrived, as a venue, bank or chain tells, and that nothing tells as left.",
};

/**
 * What is to be resolved, as it stands. Refuses what there is nothing of with NOT_FOUND; with INVALID_STATE what does not
 * stand unassigned, missing or unproven, as the kind says: linked, resolved, or not final.
 */
export async function needOpen(ctx: Ctx, { kind, subjectId }: Wanted): Promise<OpenSubject> {
  if (!isId(subjectId) || !(await lockSubject(ctx.db, subjectId)))
    throw new Refusal("NOT_FOUND", "There is nothing by this subjectId.");
  const open = await openSubject(ctx.db, subjectId);
  const side = SIDE_OF[kind] ?? "UNASSIGNED";
  if (open?.side === side) {
    if (kind !== "ASSIGN" || isFiat(open.asset) || open.subject === "DEPOSIT") return open;
    throw new Refusal(
      "INVALID_STATE",
      "Of crypto, an account is assigned what came to an address of no bill: every unit of theirs is a deposit's. Take this as OWN, and give it back by a move of CAPITAL_OUT.",
    );
  }
  throw new Refusal("INVALID_STATE", NOT_OPEN[side]);
}

/**
 * Resolves all of it: what came is the owner's capital, fiat of an account, or a move that came back; what is missing, or does
 * not arrive, a loss. Refuses as {@link needOpen} does.
 */
export async function resolveOpen(tx: Ctx, wanted: Wanted & { note: string }): Promise<ResolutionRecord> {
  const { subject, asset, units, name } = await needOpen(tx, wanted);
  const { kind, subjectId, note, account, returned } = wanted;
  must(kind !== "ASSIGN" || isFiat(asset), "crypto that is assigned becomes a deposit");
  const about = { subject, subjectId, asset, units, name, note, moveId: returned?.moveId };
  const record = await noteResolution(tx, { ...about, kind, account });
  const of = { id: record.resolutionId, asset, units };
  if (kind === "OWN") await post(tx, resolutionMade({ ...of, kind }), {});
  else if (kind === "WRITE_OFF") await post(tx, resolutionMade({ ...of, kind, onItsWay: subject === "MOVE" }), {});
  else if (kind === "VOID") {
    // What arrived first waits in no books; crypto is back by the payout's own entries, of each deposit one.
    if (account && isFiat(asset))
      await post(tx, resolutionMade({ ...of, kind, accountId: account.id }), { accountId: account.id });
  } else if (kind === "RETURN") {
    must(returned, "what came back names its move");
    await post(tx, resolutionMade({ ...of, kind, ...returned }), {});
  } else {
    must(account, "who assigns names an account");
    await post(tx, resolutionMade({ ...of, kind, accountId: account.id }), { accountId: account.id });
    await emitAssignmentEvent(tx, of.id, "assignment.made");
  }
  return record;
}

type Noted = {
  kind: ResolutionKind;
  subject: Subject;
  subjectId: string;
  asset: LedgerAsset;
  units: bigint;
  name: string;
  note: string;
  moveId: string | undefined;
  account?: AccountRef | undefined;
  /** The bill that crypto becomes a deposit of. */
  billId?: string;
};

/** Writes down what was said, by whom, and who agreed. */
export async function noteResolution(tx: Ctx, { name, account, billId, ...stated }: Noted): Promise<ResolutionRecord> {
  const [id, madeAt] = [tx.id(), await tx.now()];
  const madeBy = tx.approval?.askedBy ?? actorName(tx.actor);
  await insertResolution(tx.db, {
    ...stated,
    ...{ id, madeBy, madeAt, accountId: account?.id, billId, approvalId: tx.approval?.approvalId },
  });
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
      ...(account && { account: account.name }),
      ...(billId && { paymentId: billId }),
    },
  });
  return {
    resolutionId: id,
    kind,
    subject,
    subjectId,
    ...shownAsset(asset),
    quantity,
    reference: name,
    moveId,
    account: account?.name,
    paymentId: billId,
    note,
    resolvedBy: madeBy,
    resolvedAt: madeAt.getTime(),
  };
}

/**
 * What these were is not true any more, or is explained by something else: what was said of them is mirrored. `deposit`:
 * what one of them became, and what of it the account owes.
 */
export async function takeBackResolutions(
  tx: Ctx,
  subjectIds: readonly string[],
  deposit?: { about: PostedFor; owed: bigint },
): Promise<void> {
  for (const standing of await standingOf(tx.db, subjectIds)) {
    await reverseResolution(tx.db, standing.id);
    const about = standing.kind === "ASSIGN" ? { accountId: standing.accountId } : {};
    const owed = deposit?.owed ?? (await shortOf(tx, standing));
    await post(tx, resolutionReversed(standing, owed), deposit?.about ?? about);
    const { id, kind, asset, units } = standing;
    if (kind === "ASSIGN") await emitAssignmentEvent(tx, id, "assignment.taken-back");
    await recordAudit(tx, {
      action: "resolution.reverse",
      accountId: (await houseOf(tx.app)).id,
      objectKind: "resolution",
      objectId: id,
      detail: { kind, asset, quantity: amountOf(asset, units).toString() },
    });
  }
}

/** What has left for a move that failed has not, after all: neither did it come back, nor is it lost. */
export async function takeBackFailure(tx: Ctx, moveId: string): Promise<void> {
  await takeBackResolutions(tx, await failedBy(tx.db, moveId));
}

/** What an account has not any more of what was assigned to it. */
async function shortOf(tx: Ctx, of: Resolved): Promise<bigint> {
  if (of.kind !== "ASSIGN") return 0n;
  return maxOf(of.units - (await balanceOf(tx, balanceCode(of.accountId, "available"), of.asset)), 0n);
}

/** Refuses with FORBIDDEN who has a role in the account: where two persons are asked for, nobody of it says that money is its own. */
export async function refuseOwnPeople(ctx: Ctx, accountId: string): Promise<void> {
  if (ctx.approval && (await areAmong(ctx.db, await peopleBehind(ctx, doerOf(ctx.actor)), accountId)))
    throw new Refusal("FORBIDDEN", "Nobody of the account decides what is assigned to it.");
}

/** Which of these were resolved, as what, and are linked to nothing. */
export const resolvedOf = ({ db }: Ctx, subjectIds: readonly string[]): Promise<ReadonlyMap<string, ResolutionKind>> =>
  resolvedAmong(db, subjectIds);

/** Refuses with INVALID_STATE what was resolved. */
export async function refuseResolved(ctx: Ctx, subjectId: string): Promise<void> {
  if ((await resolvedAmong(ctx.db, [subjectId])).size > 0)
    throw new Refusal("INVALID_STATE", "This was resolved: it is linked to nothing any more.");
}
