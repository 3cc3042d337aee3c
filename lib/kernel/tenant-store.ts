import type { Db } from "./database.ts";

const REF = { id: true, name: true } as const;

/** The house's own account; a migration made it. */
export const houseAccount = (db: Db) => db.account.findFirst({ where: { isHouse: true }, select: REF });

/** An account by its name, and by its id; the house is none of them. */
export const accountOfName = (db: Db, name: string) =>
  db.account.findUnique({ where: { name, isHouse: false }, select: REF });
export const accountOfId = (db: Db, id: string) =>
  db.account.findUnique({ where: { id, isHouse: false }, select: REF });
