import { type Db, Prisma, sqlState, UNIQUE_VIOLATION } from "#lib/kernel/database.ts";
import type { ViewRecord } from "./contract.ts";

export type ViewRow = {
  id: string;
  userId: string;
  owner: string;
  page: ViewRecord["page"];
  name: string;
  query: string;
  sharedTo: ViewRecord["sharedTo"] | null;
  createdAt: Date;
  updatedAt: Date;
};

const ROW = Prisma.sql`v.id, v.user_id as "userId", u.name as owner, v.page, v.name, v.query, v.shared_to as "sharedTo",
  v.created_at as "createdAt", v.updated_at as "updatedAt"`;

/** A person's own views and those shared to their role; one's own first, by the order they were made in. */
export function viewsFor(db: Db, who: { accountId: string; userId: string; role: string }): Promise<ViewRow[]> {
  return db.$queryRaw<ViewRow[]>`
    select ${ROW} from saved_view v join staff_user u on u.id = v.user_id
    where v.account_id = ${who.accountId}::uuid and v.deleted_at is null
      and (v.user_id = ${who.userId}::uuid or v.shared_to = ${who.role})
    order by v.user_id <> ${who.userId}::uuid, v.created_at, v.id`;
}

/** A person's own view, deleted or not, locked until the transaction ends. */
export async function lockView(
  db: Db,
  who: { accountId: string; userId: string },
  id: string,
): Promise<ViewRow | undefined> {
  const [row] = await db.$queryRaw<ViewRow[]>`
    select ${ROW} from saved_view v join staff_user u on u.id = v.user_id
    where v.id = ${id}::uuid and v.account_id = ${who.accountId}::uuid and v.user_id = ${who.userId}::uuid for update of v`;
  return row;
}

type Kept = Pick<ViewRow, "id" | "page" | "name" | "query"> & { sharedTo: string | null };

/** False when the person has a view of that name on that page already. */
export function insertView(db: Db, who: { accountId: string; userId: string }, made: Kept): Promise<boolean> {
  return unlessTaken(db.$executeRaw`
    insert into saved_view (id, account_id, user_id, page, name, query, shared_to, created_at, updated_at)
    values (${made.id}::uuid, ${who.accountId}::uuid, ${who.userId}::uuid, ${made.page}, ${made.name}, ${made.query},
      ${made.sharedTo}, business_now(), business_now())`);
}

/** Writes a view anew and brings it back when it was deleted; false as with {@link insertView}. */
export function updateView(db: Db, kept: Kept): Promise<boolean> {
  return unlessTaken(db.$executeRaw`
    update saved_view set name = ${kept.name}, query = ${kept.query}, shared_to = ${kept.sharedTo}, deleted_at = null,
      updated_at = business_now() where id = ${kept.id}::uuid`);
}

export async function setDeleted(db: Db, id: string): Promise<void> {
  await db.$executeRaw`update saved_view set deleted_at = business_now() where id = ${id}::uuid`;
}

async function unlessTaken(write: Promise<number>): Promise<boolean> {
  try {
    return (await write) === 1;
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) return false;
    throw error;
  }
}
