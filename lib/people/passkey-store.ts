import type { Db, Prisma } from "#lib/kernel/database.ts";

export type PasskeyRow = Prisma.StaffPasskeyGetPayload<Record<never, never>>;

/** A person's passkeys, oldest first. */
export function passkeysOf(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.staffPasskey.findMany({ where: { userId, endedAt: null }, orderBy: { createdAt: "asc" } });
}

/** The passkey of a credential's id, of whichever person. */
export async function passkeyById(db: Db, id: string): Promise<PasskeyRow | undefined> {
  return (await db.staffPasskey.findFirst({ where: { id, endedAt: null } })) ?? undefined;
}

export async function insertPasskey(
  db: Db,
  row: Pick<PasskeyRow, "id" | "userId" | "name" | "publicKey" | "counter" | "transports">,
): Promise<void> {
  await db.staffPasskey.create({ data: row, select: { id: true } });
}

/**
 * Notes a use and the counter that came with it; false when another use has left a higher one since it was read, or the
 * passkey ended. Authenticators that do not count always say 0.
 */
export async function noteUse(db: Db, id: string, before: bigint, counter: number): Promise<boolean> {
  const { count } = await db.staffPasskey.updateMany({
    where: { id, counter: before, endedAt: null },
    data: { counter: BigInt(counter), lastUsedAt: new Date() },
  });
  return count === 1;
}

export async function renamePasskeyRow(db: Db, userId: string, id: string, name: string): Promise<boolean> {
  const { count } = await db.staffPasskey.updateMany({ where: { id, userId, endedAt: null }, data: { name } });
  return count === 1;
}

/** Ends one passkey of a person; false when there is none. */
export async function endPasskeyRow(db: Db, userId: string, id: string): Promise<boolean> {
  const { count } = await db.staffPasskey.updateMany({
    where: { id, userId, endedAt: null },
    data: { endedAt: new Date() },
  });
  return count === 1;
}

export async function endPasskeysOf(db: Db, userId: string): Promise<void> {
  await db.staffPasskey.updateMany({ where: { userId, endedAt: null }, data: { endedAt: new Date() } });
}
