import type { Db } from "#lib/kernel/database.ts";
import { type NumberStyle, NUMBER_STYLES, SPOKEN, type Spoken } from "#lib/contract/voice.ts";

/** What a person chose of how they read; absent: they have not. */
export type Reading = { language?: Spoken; numbers?: NumberStyle; zone?: string };

export async function readingOf(db: Db, userId: string): Promise<Reading> {
  const select = { language: true, numbers: true, zone: true };
  const row = await db.staffUser.findUnique({ where: { id: userId }, select });
  const language = SPOKEN.find((one) => one === row?.language);
  const numbers = NUMBER_STYLES.find((one) => one === row?.numbers);
  return { ...(language && { language }), ...(numbers && { numbers }), ...(row?.zone && { zone: row.zone }) };
}

export async function setReading(db: Db, userId: string, reading: Reading): Promise<void> {
  await db.staffUser.update({ where: { id: userId }, data: reading, select: { id: true } });
}
