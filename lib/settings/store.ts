import type { Db } from "#lib/kernel/database.ts";
import { batchedReads } from "#lib/kernel/batch.ts";
import type { Settings } from "./setting.ts";
import * as sql from "./settings.sql.ts";

export const readSettings = batchedReads(async (db: Db, accountIds: readonly string[]): Promise<Settings[]> => {
  const rows = await sql.readSettings(db, { accountIds: [...new Set(accountIds)] });
  const byAccount = new Map(rows.map((row) => [row.id, row.settings as Settings]));
  return accountIds.map((accountId) => byAccount.get(accountId) ?? {});
});

/** A value from a moment on, always after the one before it, also when both were set in the same millisecond. */
export async function insertSetting(
  db: Db,
  setting: { id: string; accountId: string; name: string; value: string; validFrom: Date; changedBy: string },
): Promise<void> {
  await sql.insertSetting(db, {
    id: setting.id,
    accountId: setting.accountId,
    name: setting.name,
    value: setting.value,
    validFrom: setting.validFrom,
    changedBy: setting.changedBy,
  });
}
