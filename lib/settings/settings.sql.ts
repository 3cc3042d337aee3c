// Written from settings.sql and the database's own description by `node .config/statements.ts`.
import type { JsonValue } from "@prisma/client/runtime/client";
import { command, query } from "#lib/kernel/statement.ts";

type ReadSettingsValues = {
  accountIds: readonly (string | null)[];
};
type ReadSettingsRow = {
  id: string;
  settings: JsonValue;
};
export const readSettings = query<ReadSettingsValues, ReadSettingsRow>({
  text: () => `select id as "id", settings_of(id) as "settings" from unnest($1::uuid[]) id`,
  values: ["accountIds"],
});

type InsertSettingValues = {
  id: string;
  accountId: string;
  name: string;
  value: string;
  validFrom: Date;
  changedBy: string;
};
export const insertSetting = command<InsertSettingValues>({
  text: () => `insert into setting (id, account_id, name, value, valid_from, changed_by)
values ($1::uuid, $2::uuid, $3, $4,
  greatest($5::timestamptz, (select max(valid_from) + interval '1 microsecond' from setting
    where account_id = $2::uuid and name = $3)), $6)`,
  values: ["id", "accountId", "name", "value", "validFrom", "changedBy"],
});
