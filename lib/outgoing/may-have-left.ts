import type { Fiat, Network } from "#lib/kernel/assets.ts";
import type { Db } from "#lib/kernel/database.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { debitedSinceRestore, type PlannedPayment, spentUnexplained } from "./lost-hours-store.ts";

/** Why nothing pays now what was asked for before the database was restored (rulebook 13.35). */
export const heldSinceRestore = (network: Network): Refusal =>
  new Refusal(
    "INVALID_STATE",
    `The database was restored, and this may have left since: it waits until a block of ${network} made ${network === "tron" ? "two hours " : ""}after the restore has its confirmations.`,
  );

/** Why nothing prepares again what was asked for before, once its place has told (rulebook 13.36). */
export const lostHoursOpen = (): Refusal =>
  new Refusal(
    "LOST_HOURS_OPEN",
    "The database was restored, and what was signed or written for a bank in the hours it has lost may still be sent: first somebody states that none of it is (POST /house/v1/lost-hours).",
  );

/**
 * Refuses what may have been paid already: while something that nothing explains has paid exactly this, there, or was made for
 * it and paid another quantity there; after a restore while anything of its asset has left so, as it may have been asked for a
 * second time, to whichever destination (rulebook 13.7, 13.35).
 */
export async function refuseSpent(db: Db, payment: PlannedPayment): Promise<void> {
  const txHash = await spentUnexplained(db, payment);
  if (txHash !== undefined)
    throw new Refusal(
      "LEFT_UNEXPLAINED",
      `A transaction was seen that nothing explains, and that may be this payment: ${txHash}. Decide its case first.`,
    );
}

/** The same of fiat, before a file is made for a bank. */
export async function refuseDebited(db: Db, currency: Fiat): Promise<void> {
  const reference = await debitedSinceRestore(db, currency);
  if (reference !== undefined)
    throw new Refusal(
      "LEFT_UNEXPLAINED",
      `Since the database was restored a bank has debited ${currency} by a line that nothing explains, and that may be one of these payouts: ${reference}. Decide its case first.`,
    );
}
