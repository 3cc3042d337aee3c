import type { CheckRule } from "./store.ts";

/** What people and their programs are told to look at, held against the record of who has put it aside or was told of it. */
export const WORKED_RULES: readonly CheckRule[] = [
  {
    name: "a case was closed, put aside and opened again by whoever the record says",
    sql: `with worked as (select distinct on (account_id, object_id, kind) account_id, object_id as case_id, kind, action, actor, at, detail
        from audit cross join lateral (select case when action in ('case.mute', 'case.unmute') then 'MUTED' else 'CLOSED' end) k(kind)
        where object_kind = 'case' and action in ('case.mute', 'case.unmute', 'case.close', 'case.reopen')
        order by account_id, object_id, kind, seq desc)
      select f.case_id || coalesce(' closed by ' || f.closed_by, '') || coalesce(' muted until ' || f.muted_until, '') from case_file f
      left join worked c on c.account_id = f.account_id and c.case_id = f.case_id and c.kind = 'CLOSED' and c.action = 'case.close'
      left join worked m on m.account_id = f.account_id and m.case_id = f.case_id and m.kind = 'MUTED' and m.action = 'case.mute'
      where (f.closed_by, f.closed_reason) is distinct from (c.actor, c.detail ->> 'detail')
        or f.closed_at not between c.at - interval '1 minute' and c.at + interval '1 minute'
        or f.muted_until is distinct from (m.detail ->> 'until')::timestamptz`,
  },
  {
    name: "an event that is said to have been delivered was answered, and one that was given up was tried",
    sql: `with answered as (select delivery_id, bool_or(status_code between 200 and 299) as well from webhook_attempt group by 1)
      select 'delivery ' || d.id || ' is ' || d.status || ' after ' || d.tries || ' tries' from webhook_delivery d left join answered a on a.delivery_id = d.id
      where d.status = 'DELIVERED' and a.well is not true or d.status = 'FAILED' and a.delivery_id is null
      union all select 'delivery ' || d.id || ' of an event that is gone' from webhook_delivery d where not exists (select from event e where e.seq = d.event_seq)`,
  },
];
