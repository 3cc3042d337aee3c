import type { Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import * as sql from "./altered.sql.ts";

/**
 * Refuses with INVALID_STATE payouts that are not what was asked for by the record, or go elsewhere than it says: their rows
 * were changed past the guards, and money would leave before anybody checks the books.
 */
export async function refuseAltered({ db, app }: Ctx, ids: readonly string[]): Promise<void> {
  const [altered] = await sql.alteredPayouts(db, { ids });
  if (!altered) return;
  app.log.error("a payout is not what was asked for", { payoutId: altered.id });
  throw new Refusal(
    "INVALID_STATE",
    `The payout ${altered.id} is not what was asked for, or goes elsewhere than its record says: nothing of it leaves. Run desk check.`,
  );
}
