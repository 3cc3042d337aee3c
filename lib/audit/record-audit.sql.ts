// Written from record-audit.sql and the database's own description by `node .config/statements.ts`.
import { command } from "#lib/kernel/statement.ts";

type RecordAuditValues = {
  actorName: string;
  action: string;
  accountId?: string | null | undefined;
  objectKind: string;
  objectId: string;
  detail: string;
  requestId: string;
  clientAddress?: string | null | undefined;
};
export const recordAudit = command<RecordAuditValues>({
  text: () => `insert into audit (at, actor, action, account_id, object_kind, object_id, detail, request_id, client_address)
values (business_now(), $1, $2, $3::uuid, $4,
  $5, $6::jsonb, $7, $8)`,
  values: ["actorName", "action", "accountId", "objectKind", "objectId", "detail", "requestId", "clientAddress"],
});
