// Written from values.sql and the database's own description by `node .config/statements.ts`.
import { query } from "#lib/kernel/statement.ts";

type AuditKindsValues = {
  accountId: string;
};
type AuditKindsRow = {
  action: string;
  objectKind: string;
  actor: string;
};
export const auditKinds = query<AuditKindsValues, AuditKindsRow>({
  text: () => `with recursive kind(action, object_kind, actor) as (
  (select a.action, a.object_kind, a.actor from audit a where a.account_id = $1::uuid
    order by a.action, a.object_kind, a.actor limit 1)
  union all
  select n.action, n.object_kind, n.actor from kind k cross join lateral (
    select a.action, a.object_kind, a.actor from audit a
    where a.account_id = $1::uuid and (a.action, a.object_kind, a.actor) > (k.action, k.object_kind, k.actor)
    order by a.action, a.object_kind, a.actor limit 1
  ) n
)
select action as "action", object_kind as "objectKind", actor as "actor" from kind`,
  values: ["accountId"],
});
