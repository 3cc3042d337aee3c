import type { Db } from "#lib/kernel/database.ts";
import type { Settings } from "./setting.ts";

export async function readSettings(db: Db, accountId: string): Promise<Settings> {
  const [row] = await db.$queryRaw<{ settings: Settings }[]>`select settings_of(${accountId}::uuid) as settings`;
  return row?.settings ?? {};
}

export async function insertSetting(
  db: Db,
  setting: { id: string; accountId: string; name: string; value: string; validFrom: Date; changedBy: string },
): Promise<void> {
  await db.$executeRaw`
    insert into setting (id, account_id, name, value, valid_from, changed_by)
    values (${setting.id}::uuid, ${setting.accountId}::uuid, ${setting.name}, ${setting.value}, ${setting.validFrom}, ${setting.changedBy})`;
}
