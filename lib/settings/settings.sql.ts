// Written from settings.sql and the database's own description by `node .config/statements.ts`.
import type { JsonValue } from "@prisma/client/runtime/client";
import { type NoValues, command, query } from "#lib/kernel/statement.ts";

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

type SettingsAtBillValues = {
  billId: string;
};
type SettingsAtBillRow = {
  settings: JsonValue;
};
export const settingsAtBill = query<SettingsAtBillValues, SettingsAtBillRow>({
  text: () => `select settings_at(account_id, created_at) as "settings" from bill where id = $1::uuid`,
  values: ["billId"],
});

export const readHouseSettings = query<NoValues, SettingsAtBillRow>({
  text: () => `select settings_of(null) as "settings"`,
  values: [],
});

type LooseningValues = {
  names: readonly (string | null)[];
  values: readonly (string | null)[];
  accountId?: string | null | undefined;
  byHouse: boolean;
};
type LooseningRow = {
  name: string;
};
export const loosening = query<LooseningValues, LooseningRow>({
  text: () => `with change as (select * from unnest($1::text[], $2::text[]) with ordinality n (name, value, nth))
select n.name as "name" from change n
where setting_loosens($3::uuid, $4, n.name, n.value,
  (select coalesce(jsonb_object_agg(e.name, nullif(e.value, '')), '{}') from change e where e.nth < n.nth))`,
  values: ["names", "values", "accountId", "byHouse"],
});

type InsertSettingValues = {
  id: string;
  accountId?: string | null | undefined;
  byHouse: boolean;
  name: string;
  value: string;
  validFrom: Date;
  changedBy: string;
  approvalId?: string | null | undefined;
};
export const insertSetting = command<InsertSettingValues>({
  text: () => `insert into setting (id, account_id, by_house, name, value, valid_from, changed_by, approval_id)
values ($1::uuid, $2::uuid, $3, $4, $5,
  greatest($6::timestamptz, (select max(valid_from) + interval '1 microsecond' from setting
    where account_id is not distinct from $2::uuid and name = $4)), $7, $8::uuid)`,
  values: ["id", "accountId", "byHouse", "name", "value", "validFrom", "changedBy", "approvalId"],
});

type HoldSettingsRow = {
  locked: string | null;
};
export const holdSettings = query<NoValues, HoldSettingsRow>({
  text: () => `select pg_advisory_xact_lock(hashtextextended('settings', 0))::text as locked`,
  values: [],
});
