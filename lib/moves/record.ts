import { shownAsset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { amountOf, sumOf } from "#lib/kernel/money.ts";
import { sandboxMark } from "#lib/kernel/sandbox-mark.ts";
import type { MoveRecord } from "./contract.ts";
import type { MoveRow } from "./store.ts";

/** A move as the API shows it. */
export function moveRecord({ app }: Pick<Ctx, "app">, move: MoveRow): MoveRecord {
  const { asset, facts, destination } = move;
  const posted = facts.filter(({ status }) => status === "POSTED");
  return {
    moveId: move.id,
    kind: move.kind,
    from: move.from,
    to: move.to,
    ...shownAsset(asset),
    quantity: amountOf(asset, move.units),
    destinationId: move.destinationId ?? undefined,
    address: move.address ?? destination?.address,
    ...sandboxMark(app),
    label: destination?.label,
    reference: move.reference,
    note: move.note,
    status: move.status,
    approvalId: move.approvalId ?? undefined,
    cost: amountOf(asset, sumOf(posted.map(({ feeUnits }) => feeUnits))),
    facts: facts.map((fact) => ({
      side: fact.side,
      source: fact.source,
      proof: fact.proof,
      quantity: amountOf(asset, fact.units),
      fee: amountOf(asset, fact.feeUnits),
      status: fact.status,
      at: fact.at.getTime(),
      by: fact.toldBy,
      note: fact.note ?? undefined,
    })),
    createdBy: move.createdBy,
    createdAt: move.createdAt.getTime(),
    updatedAt: move.updatedAt.getTime(),
    endedReason: move.endedReason ?? undefined,
    mayHaveLeft: move.mayHaveLeft || move.mayBeSigned || undefined,
  };
}
