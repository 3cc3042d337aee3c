import type { Db } from "#lib/kernel/database.ts";
import { batchedReads } from "#lib/kernel/batch.ts";
import { NOTHING_SET, type Settings } from "./setting.ts";
import * as sql from "./settings.sql.ts";

export const readSettings = batchedReads(async (db: Db, accountIds: readonly string[]): Promise<Settings[]> => {
  const rows = await sql.readSettings(db, { accountIds: [...new Set(accountIds)] });
  const byAccount = new Map(rows.map((row) => [row.id, row.settings as Settings]));
  return accountIds.map((accountId) => byAccount.get(accountId) ?? NOTHING_SET);
});

export async function readSettingsAtBill(db: Db, billId: string): Promise<Settings> {
  const [row] = await sql.settingsAtBill(db, { billId });
  return (row?.settings as Settings | undefined) ?? NOTHING_SET;
}

/** What the house has set for all. */
export async function readHouseSettings(db: Db): Promise<Settings> {
  const [row] = await sql.readHouseSettings(db);
  return (row?.settings as Settings | undefined) ?? NOTHING_SET;
}

/** Whose value it is: of the house, for all accounts or the one named, or of the account itself. */
export type SettingOwner = { accountId: string | undefined; byHouse: boolean };

/** Of these values, set one after the other, the names of those that loosen what rules anywhere by then. */
export async function loosening(
  db: Db,
  place: SettingOwner,
  values: Readonly<Record<string, string>>,
): Promise<string[]> {
  const rows = await sql.loosening(db, { ...place, names: Object.keys(values), values: Object.values(values) });
  return rows.map(({ name }) => name);
}

/** Nobody else sets a value until the transaction ends: what loosens what rules now still does so when it is written. */
export async function holdSettings(db: Db): Promise<void> {
  await sql.holdSettings(db);
}

export type NewSetting = SettingOwner & {
  id: string;
  name: string;
  value: string;
  validFrom: Date;
  changedBy: string;
  approvalId: string | undefined;
};

/** A value from a moment on, always after the one before it, also when both were set in the same millisecond. */
export async function insertSetting(db: Db, setting: NewSetting): Promise<void> {
  await sql.insertSetting(db, setting);
}
