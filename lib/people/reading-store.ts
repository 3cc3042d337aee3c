import type { Db, Prisma } from "#lib/kernel/database.ts";
import { NUMBER_STYLES, SPOKEN } from "#lib/contract/voice.ts";

/** What a person chose of how they read; absent: they have not. */
export type Reading = ReturnType<typeof chosenOf>;

const CHOICES = { language: true, numbers: true, zone: true } as const;

export async function readingOf(db: Db, userId: string): Promise<Reading> {
  return chosenOf(await db.staffUser.findUnique({ where: { id: userId }, select: CHOICES }));
}

function chosenOf(row: Prisma.StaffUserGetPayload<{ select: typeof CHOICES }> | null) {
  const language = SPOKEN.find((one) => one === row?.language);
  const numbers = NUMBER_STYLES.find((one) => one === row?.numbers);
  return { ...(language && { language }), ...(numbers && { numbers }), ...(row?.zone && { zone: row.zone }) };
}

export async function setReading(db: Db, userId: string, reading: Reading): Promise<void> {
  await db.staffUser.update({ where: { id: userId }, data: reading, select: { id: true } });
}
