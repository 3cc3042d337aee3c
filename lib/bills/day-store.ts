import type { Db } from "#lib/kernel/database.ts";
import * as sql from "./days.sql.ts";

/** Sums up the bills of at most so many days that are over; answers of how many. */
export async function closeDays(db: Db, most: number): Promise<number> {
  const [row] = await sql.closeDays(db, { most });
  return row?.closed ?? 0;
}
