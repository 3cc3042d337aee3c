import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { lineOfNobody } from "#lib/ledger/bank-journal.ts";
import { postAll } from "#lib/ledger/post.ts";
import { findPart, lockParts, releaseParts } from "./part-store.ts";
import { findLine, lockedLine, releaseRow } from "./store.ts";

/** What a bank has told of a move: a line, or parts of lines that it fits by their sums. */
type Booked = { lineId: string } | { partIds: readonly string[] };

/** What was taken for a move's arrival, held until the transaction ends. */
export async function holdArrival(tx: Ctx, proof: string): Promise<Booked | undefined> {
  if (!isId(proof)) return undefined;
  const line = await lockedLine(tx.db, proof);
  if (line) return line.belongsTo === "MOVE" ? { lineId: line.id } : undefined;
  const partIds = await lockParts(tx.db, proof);
  return partIds.length > 0 ? { partIds } : undefined;
}

/** It is not the move's: each of it is unassigned, booked as that, and a case (rulebook 13.32). */
export async function releaseBooked(tx: Ctx, booked: Booked): Promise<void> {
  const released = [];
  if ("lineId" in booked) {
    await releaseRow(tx.db, booked.lineId);
    released.push(await findLine(tx.db, booked.lineId));
  } else {
    await releaseParts(tx.db, booked.partIds);
    for (const id of booked.partIds) released.push(await findPart(tx.db, id));
  }
  const entries = released.map((line) => {
    must(line, "what was released is there");
    return { entry: lineOfNobody({ ...line, fiat: line.asset }), about: {} };
  });
  await postAll(tx, entries);
}
