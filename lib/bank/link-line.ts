import { recordAudit } from "#lib/audit/record-audit.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { pageBelow } from "#lib/kernel/paging.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { lineLinked } from "#lib/ledger/bank-journal.ts";
import { post } from "#lib/ledger/post.ts";
import { departingLink, needLinkable } from "#lib/moves/linkable.ts";
import type { ResolutionKind } from "#lib/resolutions/resolution.ts";
import { refuseResolved, resolvedOf } from "#lib/resolutions/resolve.ts";
import type { LineRecord, linkLineEndpoint, listBankLinesEndpoint } from "./contract.ts";
import { findPart, linkPart, lockedPart } from "./part-store.ts";
import { findLine, lastBalances, type LineRow, linkRow, listLineRows, lockedLine } from "./store.ts";
import { confirmMove } from "./take-lines.ts";

const PAGE = 100;

/** What the banks have booked, the line that was taken in last first. */
export async function listBankLines(
  ctx: Ctx,
  { startsAfter, limit = PAGE, ...filters }: InputOf<typeof listBankLinesEndpoint>,
): Promise<OutputOf<typeof listBankLinesEndpoint>> {
  const { page, startsAfter: next } = await pageBelow(
    ctx,
    { filters, startsAfter, limit },
    (before, count) => listLineRows(ctx.db, { ...filters, before, limit: count }),
    ({ id }) => id,
  );
  const open = page.flatMap((line) => (line.belongsTo === "NOBODY" ? [line] : line.parts));
  const resolved = await resolvedOf(
    ctx,
    open.map(({ id }) => id),
  );
  return { data: page.map((line) => lineRecord(line, resolved)), startsAfter: next };
}

/** What each bank account of ours says it holds, by its last statement. */
export const bankBalances = ({ db }: Ctx) => lastBalances(db);

/**
 * Links a line, or a part of one, that was unassigned to a move: what it was booked as is mirrored, and it is booked as the move's, in
 * one transaction. Refuses an unknown line or move with NOT_FOUND, who asked for the move with FORBIDDEN; with
 * INVALID_STATE a line that belongs to something, a move of another account, and what the move cannot be: not agreed to,
 * left or arrived already, less than the line.
 */
export async function linkLine(
  ctx: Ctx,
  { lineId, moveId, note }: InputOf<typeof linkLineEndpoint>,
): Promise<LineRecord> {
  return ctx.transaction(async (tx) => {
    const whole = isId(lineId) ? await lockedLine(tx.db, lineId) : undefined;
    const part = isId(lineId) && !whole ? await lockedPart(tx.db, lineId) : undefined;
    const line = whole ?? part;
    if (!line) throw new Refusal("NOT_FOUND", "There is no line with this lineId.");
    if (line.belongsTo !== "NOBODY") throw new Refusal("INVALID_STATE", "This line belongs to something already.");
    await refuseResolved(tx, line.id);
    const { place, asset } = line;
    await needLinkable(tx, moveId, () => ({ side: sideOf(line), place, asset }));
    const by = tx.approval?.askedBy ?? actorName(tx.actor);
    if (part) await linkPart(tx.db, part.id, moveId);
    else await linkRow(tx.db, line.id, { moveId, by, at: await tx.now(), note });
    await post(tx, lineLinked({ ...line, fiat: line.asset }), {});
    await confirmMove(tx, line, moveId, note);
    await recordAudit(tx, {
      action: "bank.link",
      accountId: (await houseOf(tx.app)).id,
      objectKind: "bank-line",
      objectId: line.id,
      detail: { moveId, note },
    });
    const linked = await findLine(tx.db, part?.lineId ?? line.id);
    must(linked, "a line that was linked is there");
    const parts = linked.parts.map(({ id }) => id);
    return answerWith(tx, lineRecord(linked, await resolvedOf(tx, parts)));
  });
}

const sideOf = ({ side }: Pick<LineRow, "side">) => (side === "CREDIT" ? "ARRIVED" : "LEFT");

/** What a second person agrees to where a line is not what the move's two have agreed to; undefined where one links it. */
export async function lineRequest(
  ctx: Ctx,
  { lineId, moveId, note }: InputOf<typeof linkLineEndpoint>,
): Promise<Readonly<Record<string, string>> | undefined> {
  const line = isId(lineId) ? ((await findLine(ctx.db, lineId)) ?? (await findPart(ctx.db, lineId))) : undefined;
  if (!line) return undefined;
  const { place, asset, units, counterpartyIban } = line;
  const reported = {
    side: sideOf(line),
    place,
    asset,
    units,
    sentTo: [counterpartyIban],
    subject: { lineId },
  } as const;
  return departingLink(ctx, { moveId, note }, reported);
}

function lineRecord(line: LineRow, resolved: ReadonlyMap<string, ResolutionKind>): LineRecord {
  return {
    lineId: line.id,
    place: line.place,
    currency: line.asset,
    side: line.side,
    amount: amountOf(line.asset, line.units),
    reference: line.reference,
    endToEnd: line.endToEnd ?? undefined,
    remittance: line.remittance ?? undefined,
    counterparty: line.counterparty ?? undefined,
    counterpartyIban: line.counterpartyIban ?? undefined,
    bookedAt: line.bookedAt.getTime(),
    valuedAt: line.valuedAt?.getTime(),
    belongsTo: line.belongsTo,
    resolved: resolved.get(line.id),
    moveId: line.moveId ?? undefined,
    payoutId: line.payoutId ?? undefined,
    parts:
      line.parts.length === 0
        ? undefined
        : line.parts.map((part) => ({
            amount: amountOf(line.asset, part.units),
            ...(!(part.moveId ?? part.payoutId) && { lineId: part.id, resolved: resolved.get(part.id) }),
            moveId: part.moveId ?? undefined,
            payoutId: part.payoutId ?? undefined,
          })),
    linkedBy: line.linkedBy ?? undefined,
    note: line.note ?? undefined,
  };
}
