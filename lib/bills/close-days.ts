import type { Ctx } from "#lib/kernel/context.ts";
import * as sql from "./days.sql.ts";

/** Days of one round: an account that has none summed up yet gets them within minutes. */
const MOST = 30;

/** Sums up days that are over, so that what a period's bills came to is found soon. Answers how many. */
export async function closeBillDays({ db }: Ctx): Promise<number> {
  const [row] = await sql.closeDays(db, { most: MOST });
  return row?.closed ?? 0;
}
