import type { CheckRule } from "./store.ts";

/** Rows of an edition that did not tell as much yet are let be: migrations of then had moved them about. */
const BEFORE = `coalesce((select max(finished_at) from _prisma_migrations where migration_name = '20261129010300_execution_limit'), '-infinity')`;

/** Two facts that one transaction has written. */
const within = (one: string, other: string) =>
  `${one} between ${other} - interval '1 minute' and ${other} + interval '1 minute'`;

const TENANT = "coalesce(s.account_id, house_account())";
const RECORDED = `a.object_kind = 'setting' and a.action = 'setting.change' and a.object_id = s.name
  and coalesce(a.detail ->> 'after', '') = s.value and ${within("a.at", "s.valid_from")}`;

/** Every row that names the request by which it was agreed to, and whether it may still wait. */
const AGREED = [
  ["wallet", "false"],
  ["api_key", "true"],
  ["membership", "false"],
  ["invitation", "false"],
  ["payout", "r.approved_at is null and r.status <> 'RECORDED'"],
  ["beneficiary", "r.active_at is null"],
  ["settlement_terms", "false"],
  ["destination", "false"],
  ["move", "r.status in ('REQUESTED', 'REJECTED', 'CANCELLED')"],
  ["resolution", "false"],
  ["lost_hours", "false"],
  ["bank_mapping", "false"],
  ["bank_statement", "false"],
  ["setting", "false"],
] as const;
const ID = { membership: "r.user_id" } as Readonly<Record<string, string>>;
const KIND = { api_key: "key", membership: "person", invitation: "person" } as Readonly<Record<string, string>>;

/** Who may do what, and what two persons have agreed to, held against the record of who gave it. */
export const RIGHTS_RULES: readonly CheckRule[] = [
  {
    name: "who has a role was given it",
    sql: `select m.user_id || ' is ' || m.role || ' of ' || m.account_id || coalesce(', not ' || g.role, '') from membership m
      left join lateral (select a.action, coalesce(a.detail ->> 'after', a.detail ->> 'role') as role from audit a
        where a.object_id = m.user_id::text and a.object_kind = 'user' and (a.account_id = m.account_id
          or a.action = 'user.create' and not a.detail ? 'role')
        and a.action in ('user.create', 'user.join', 'user.role', 'user.remove', 'user.leave') order by a.seq desc limit 1) g on true
      left join lateral (select a.action from audit a where a.object_id = m.user_id::text and a.object_kind = 'user' and a.account_id = m.account_id
        and a.action in ('user.disable', 'user.enable', 'user.join', 'user.create') order by a.seq desc limit 1) o on true
      where g.action is null or g.action in ('user.remove', 'user.leave') or g.role <> m.role
        or (o.action = 'user.disable' and m.disabled_at is null)`,
  },
  {
    name: "a setting is what somebody set",
    sql: `select s.name || ' ' || s.value || ' of ' || ${TENANT} from setting s where not (s.changed_by = 'migration' and s.valid_from <= ${BEFORE})
        and s.valid_from > ${BEFORE} and not exists (select from audit a where a.account_id = ${TENANT} and ${RECORDED})
      union all select a.object_id || ' ' || coalesce(a.detail ->> 'after', '') || ' of ' || a.account_id from audit a
        where a.object_kind = 'setting' and a.action = 'setting.change' and a.at > ${BEFORE}
        and not exists (select from setting s where ${RECORDED} and (a.account_id = ${TENANT} or (s.by_house and a.account_id = house_account())))`,
  },
  {
    name: "what was agreed to has its request, and a request is what was asked and decided",
    sql: `${AGREED.map(
      ([table, waits]) =>
        `select '${table} ' || ${ID[table] ?? "r.id"} from ${table} r left join approval p on p.id = r.approval_id
          where r.approval_id is not null and (p.id is null or p.what <> '${KIND[table] ?? table.replaceAll("_", "-")}' or (p.status <> 'APPROVED' and not (${waits})))`,
    ).join(" union all ")}
      union all select 'request ' || p.id || ' is ' || p.status from approval p
        left join audit a on a.object_kind = 'approval' and a.object_id = p.id::text and a.account_id = p.account_id
          and a.action = case p.status when 'APPROVED' then 'approval.approve' when 'DECLINED' then 'approval.decline' else 'approval.withdraw' end
        where p.status in ('APPROVED', 'DECLINED', 'WITHDRAWN')
          and ((a.actor, a.detail ->> 'what', a.detail -> 'request') is distinct from (p.decided_by, p.what, p.request)
            or p.decided_at not between a.at - interval '1 minute' and a.at + interval '1 minute')
      union all select 'request ' || a.object_id || ' is gone' from audit a where a.object_kind = 'approval' and a.action = 'approval.approve'
        and not exists (select from approval p where p.id::text = a.object_id)`,
  },
  {
    name: "events are sent where somebody has said",
    sql: `select 'endpoint ' || w.id || ' of ' || w.account_id from webhook_endpoint w left join lateral (select a.detail ->> 'url' as url from audit a
        where a.object_kind = 'webhook-endpoint' and a.object_id = w.id::text and a.account_id = w.account_id
        and a.action in ('webhook-endpoint.create', 'webhook-endpoint.change') and a.detail ->> 'url' is not null
        order by a.seq desc limit 1) a on true where a.url is distinct from w.url or w.deleted_at is null and exists (select from audit e
        where e.object_kind = 'webhook-endpoint' and e.object_id = w.id::text and e.action = 'webhook-endpoint.delete')`,
  },
  {
    name: "there is one house, and it is no account that was made",
    sql: `select count(*) || ' houses' from account where is_house having count(*) <> 1
      union all select 'account ' || c.id from account c where c.is_house and (exists (select from bill b where b.account_id = c.id)
        or exists (select from audit a where a.object_id = c.id::text and a.action = 'account.create'))`,
  },
];
