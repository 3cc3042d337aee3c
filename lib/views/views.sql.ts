// Written from views.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type UpdateViewValues = {
  name: string;
  query: string;
  sharedTo?: string | null | undefined;
  id: string;
};
export const updateView = command<UpdateViewValues>({
  text: () => `update saved_view set name = $1, query = $2, shared_to = $3, deleted_at = null,
  updated_at = business_now() where id = $4::uuid`,
  values: ["name", "query", "sharedTo", "id"],
});

type SetDeletedValues = {
  id: string;
};
export const setDeleted = command<SetDeletedValues>({
  text: () => `update saved_view set deleted_at = business_now() where id = $1::uuid`,
  values: ["id"],
});

type ViewsForValues = {
  accountId: string;
  userId: string;
  role: string;
};
type ViewsForRow = {
  id: string;
  userId: string;
  owner: string;
  page: "payments" | "conversions" | "ledger" | "audit";
  name: string;
  query: string;
  sharedTo: string | null;
  createdAt: Date;
  updatedAt: Date;
};
export const viewsFor = query<ViewsForValues, ViewsForRow>({
  text: () => `select v.id, v.user_id as "userId", u.name as owner, v.page, v.name, v.query, v.shared_to as "sharedTo",
v.created_at as "createdAt", v.updated_at as "updatedAt" from saved_view v join staff_user u on u.id = v.user_id
  where v.account_id = $1::uuid and v.deleted_at is null
    and (v.user_id = $2::uuid or v.shared_to = $3)
  order by v.user_id <> $2::uuid, v.created_at, v.id`,
  values: ["accountId", "userId", "role"],
});

type LockViewValues = {
  id: string;
  accountId: string;
  userId: string;
};
export const lockView = query<LockViewValues, ViewsForRow>({
  text: () => `select v.id, v.user_id as "userId", u.name as owner, v.page, v.name, v.query, v.shared_to as "sharedTo",
v.created_at as "createdAt", v.updated_at as "updatedAt" from saved_view v join staff_user u on u.id = v.user_id
  where v.id = $1::uuid and v.account_id = $2::uuid and v.user_id = $3::uuid for update of v`,
  values: ["id", "accountId", "userId"],
});
