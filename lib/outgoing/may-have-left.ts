import type { Network } from "#lib/kernel/assets.ts";
import { Refusal } from "#lib/kernel/errors.ts";

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
