import { ALL_ROLES } from "#lib/contract/permissions.ts";
import { type Db, wordFrom } from "#lib/kernel/database.ts";
import { sqlState, UNIQUE_VIOLATION } from "#lib/kernel/sql-state.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./views.sql.ts";

/** The role is the one held where the list is: in the account, or in the house. */
export type ViewReader = { accountId: string; userId: string; role: string };

/** A person's own views and those shared to their role; one's own first, by the order they were made in. */
export async function viewsFor(db: Db, who: ViewReader): Promise<ViewRow[]> {
  const rows = await sql.viewsFor(db, { accountId: who.accountId, userId: who.userId, role: who.role });
  return rows.map(viewOf);
}

/** A person's own view, deleted or not, locked until the transaction ends. */
export async function lockView(
  db: Db,
  who: Pick<ViewReader, "accountId" | "userId">,
  id: string,
): Promise<ViewRow | undefined> {
  const [row] = await sql.lockView(db, { id, accountId: who.accountId, userId: who.userId });
  return row && viewOf(row);
}

export type ViewRow = ReturnType<typeof viewOf>;

const viewOf = (row: RowOf<typeof sql.viewsFor>) => ({
  ...row,
  sharedTo: row.sharedTo === null ? null : wordFrom(ALL_ROLES, row.sharedTo),
});

type StoredView = Pick<ViewRow, "id" | "page" | "name" | "query"> & { sharedTo: string | null };

/** False when the person has a view of that name on that page already. */
export function insertView(
  db: Db,
  { accountId, userId }: { accountId: string; userId: string },
  made: StoredView,
): Promise<boolean> {
  return unlessTaken(db.savedView.createMany({ data: { ...made, accountId, userId } }).then(({ count }) => count));
}

/** Writes a view anew and brings it back when it was deleted; false as with {@link insertView}. */
export function updateView(db: Db, view: StoredView): Promise<boolean> {
  return unlessTaken(sql.updateView(db, { name: view.name, query: view.query, sharedTo: view.sharedTo, id: view.id }));
}

export async function setDeleted(db: Db, id: string): Promise<void> {
  await sql.setDeleted(db, { id });
}

async function unlessTaken(write: Promise<number>): Promise<boolean> {
  try {
    return (await write) === 1;
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) return false;
    throw error;
  }
}
