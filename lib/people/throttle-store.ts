import type { App } from "#lib/kernel/app.ts";
import type { Db } from "#lib/kernel/database.ts";
import * as sql from "./throttle.sql.ts";

type Digest = Uint8Array<ArrayBuffer>;

/** Whether a session is of a browser that has never shown the second factor; undefined where there is no such session. */
export async function isNewPlace({ database }: App, sessionId: string): Promise<boolean | undefined> {
  const [place] = await sql.isNewPlace(database.prisma, { sessionId });
  return place?.isNew ?? undefined;
}

/** Counts one more of this name, within its window; answers how many there are by now. */
export async function countTry({ database }: App, name: Digest, seconds: number): Promise<number> {
  const [row] = await sql.countTry(database.prisma, { name, seconds });
  return row?.tries ?? 1;
}

export async function deleteTries({ database }: App, name: Digest): Promise<void> {
  await database.prisma.signInTry.deleteMany({ where: { name } });
}

export function deleteOldAttempts(db: Db, olderThanSeconds: number): Promise<number> {
  return sql.deleteOldAttempts(db, { olderThanSeconds });
}
