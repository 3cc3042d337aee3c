import type { Db } from "#lib/kernel/database.ts";
import * as sql from "./overview.sql.ts";
import { FIATS } from "#lib/kernel/assets.ts";
import { Raw } from "#lib/kernel/json.ts";
import type { OverviewRecord } from "./contract.ts";

/** How far back the counts and sums look: as far as one search of Get Payment may. */
const LOOK_BACK_DAYS = 90;
const VOLUME_DAYS = 30;
const ACTIVITY = 12;

/**
 * What an account's overview counts and sums, as JSON text in one statement: live promises by fiat,
 * received and not converted by asset, volume by day (UTC), asset and fiat, and the latest events. Amounts kept as
 * crypto are valued at their bill's price.
 */
export async function overviewJson(db: Db, accountId: string, now: Date): Promise<Raw<OverviewRecord["facts"]>> {
  const [row] = await sql.overviewJson(db, {
    accountId,
    now,
    fiats: FIATS,
    lookBackDays: LOOK_BACK_DAYS,
    activity: ACTIVITY,
    volumeDays: VOLUME_DAYS - 1,
  });
  return new Raw(row?.overview ?? "{}");
}

/** Which of these references an account's bills have. */
export async function referencesAmong(
  db: Db,
  accountId: string,
  references: readonly string[],
): Promise<ReadonlySet<string | null>> {
  const where = { accountId, reference: { in: [...references] } };
  const rows = await db.bill.findMany({ select: { reference: true }, where });
  return new Set(rows.map(({ reference }) => reference));
}
