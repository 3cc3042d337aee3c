import type { Network } from "#lib/kernel/assets.ts";
import { Refusal } from "#lib/kernel/errors.ts";

/** Why nothing pays now what was asked for before the database was restored (rulebook 13.35). */
export const heldSinceRestore = (network: Network): Refusal =>
  new Refusal(
    "INVALID_STATE",
    `The database was restored, and this may have left since: it waits until a block of ${network} made ${network === "tron" ? "two hours " : ""}after the restore has its confirmations.`,
  );
