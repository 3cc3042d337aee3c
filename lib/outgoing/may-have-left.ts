import type { CryptoAsset, Network } from "#lib/kernel/assets.ts";
import type { Db } from "#lib/kernel/database.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { spentSinceRestore } from "./lost-hours-store.ts";

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

/** Refuses what was requested anew after a restore, and may be what has left in the hours that it has lost (rulebook 13.35). */
export async function refuseSpent(
  db: Db,
  { network, asset, units, script }: { network: Network; asset: CryptoAsset; units: bigint; script: string },
): Promise<void> {
  const txHash = await spentSinceRestore(db, { network, asset, units, script });
  if (txHash !== undefined)
    throw new Refusal(
      "INVALID_STATE",
      `Since the database was restored a transaction was seen that pays exactly this and that nothing explains: ${txHash}. Decide its case first.`,
    );
}
