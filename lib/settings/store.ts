import type { Db } from "#lib/kernel/database.ts";
import { inSets } from "#lib/kernel/together.ts";
import type { Settings } from "./setting.ts";

export const readSettings = inSets(async (db: Db, accountIds: readonly string[]): Promise<Settings[]> => {
  const rows = await db.$queryRaw<{ id: string; settings: Settings }[]>`
    select id, settings_of(id) as settings from unnest(${[...new Set(accountIds)]}::uuid[]) id`;
  const byAccount = new Map(rows.map((row) => [row.id, row.settings]));
  return accountIds.map((accountId) => byAccount.get(accountId) ?? {});
});

/** A value from a moment on, always after the one before it, also when both were set in the same millisecond. */
export async function insertSetting(
  db: Db,
  setting: { id: string; accountId: string; name: string; value: string; validFrom: Date; changedBy: string },
): Promise<void> {
  await db.$executeRaw`
    insert into setting (id, account_id, name, value, valid_from, changed_by)
    values (${setting.id}::uuid, ${setting.accountId}::uuid, ${setting.name}, ${setting.value},
      greatest(${setting.validFrom}::timestamptz, (select max(valid_from) + interval '1 microsecond' from setting
        where account_id = ${setting.accountId}::uuid and name = ${setting.name})), ${setting.changedBy})`;
}
