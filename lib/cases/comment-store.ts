import type { Db } from "#lib/kernel/database.ts";
import { DECIDING_ROLES } from "#lib/contract/deciding-roles.ts";
import { isId } from "#lib/kernel/ids.ts";
import type { Commented } from "./comment-kinds.ts";
import * as sql from "./comments.sql.ts";
import type { CasePerson } from "./contract.ts";

/** Whether an account has it. */
export async function isObject(db: Db, accountId: string, { kind, objectId }: Commented): Promise<boolean> {
  const id = isId(objectId) ? objectId : undefined;
  const [row] = await sql.isObject(db, { kind, accountId, id, name: objectId });
  return row?.known ?? false;
}

/** Whether the house has it, or any account. */
export async function isHouseObject(db: Db, { kind, objectId }: Commented): Promise<boolean> {
  if (!isId(objectId)) return false;
  const [row] = await sql.isHouseObject(db, { kind, id: objectId, deciders: DECIDING_ROLES });
  return row?.known ?? false;
}

/** Of deliveries that the account has, the endpoint of each. */
export async function endpointsOf(
  db: Db,
  accountId: string,
  of: readonly Commented[],
): Promise<ReadonlyMap<string, string>> {
  const deliveryIds = of.filter(({ kind }) => kind === "DELIVERY").map(({ objectId }) => objectId);
  if (deliveryIds.length === 0) return new Map();
  const rows = await sql.endpointsOf(db, { accountId, deliveryIds });
  return new Map(rows.map(({ deliveryId, endpointId }) => [deliveryId, endpointId]));
}

/** Which file of the account holds a line. */
export async function fileOfEntry(db: Db, accountId: string, id: string): Promise<string | undefined> {
  const row = await db.caseEntry.findFirst({ select: { caseId: true }, where: { accountId, id } });
  return row?.caseId;
}

/** Members of the account who may sign in, with their roles there. */
export async function rolesOf(db: Db, accountId: string): Promise<(CasePerson & { role: string })[]> {
  const rows = await db.membership.findMany({
    select: { role: true, user: { select: { id: true, name: true } } },
    where: { accountId, disabledAt: null, user: { disabledAt: null } },
    orderBy: [{ user: { name: "asc" } }, { user: { id: "asc" } }],
  });
  return rows.map(({ role, user }) => ({ userId: user.id, name: user.name, role }));
}
