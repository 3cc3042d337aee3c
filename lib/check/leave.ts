import type { CheckRule } from "./store.ts";

/** Where money may come to and go, held against the record of who allowed it. */
export const LEAVE_RULES: readonly CheckRule[] = [
  {
    name: "a beneficiary is where somebody has put it, and is paid since it was agreed to",
    sql: `select b.id::text from beneficiary b
      left join audit m on m.object_kind = 'beneficiary' and m.object_id = b.id::text and m.action = 'beneficiary.make'
      left join audit g on g.object_kind = 'beneficiary' and g.object_id = b.id::text and g.action = 'beneficiary.activate'
      left join audit e on e.object_kind = 'beneficiary' and e.object_id = b.id::text and e.action in ('beneficiary.reject', 'beneficiary.retire')
      where (m.account_id, m.detail ->> 'asset', m.detail ->> 'place') is distinct from (b.account_id, b.asset, place_of(b))
        or (b.active_at is not null or b.status = 'ACTIVE') and (g.at is null or b.active_at is null or b.active_at < g.at - interval '1 minute')
        or (e.at is not null and b.ended_at is null)`,
  },
  {
    name: "what was taken off the operator's list stays off it",
    sql: `select d.id::text from destination d join audit e on e.object_kind = 'destination' and e.object_id = d.id::text
      and e.action = 'destination.end' where d.ended_at is null`,
  },
  {
    name: "a wallet is the one that was added, and receives since somebody said so",
    sql: `select w.id::text from wallet w
      left join lateral (select detail from audit where object_kind = 'wallet' and object_id = w.id::text and action = 'wallet.add' limit 1) a on true
      left join account c on c.id = w.account_id
      where (a.detail is null and is_live())
        or a.detail is not null and ((a.detail ->> 'kind', a.detail ->> 'fingerprint', a.detail ->> 'path', a.detail ->> 'account')
          is distinct from (w.kind, w.fingerprint, w.path, c.name)
          or w.active and (select t.action from audit t where t.object_kind = 'wallet' and t.object_id = w.id::text
            and t.action in ('wallet.activate', 'wallet.retire') order by t.seq desc limit 1) is distinct from 'wallet.activate')`,
  },
  {
    name: "a payout that may leave was approved",
    sql: `select o.id || ' is ' || o.status from payout o where (o.status in ('APPROVED', 'PREPARED', 'SIGNED', 'BROADCAST', 'CONFIRMED')
        or o.approved_at is not null) and not exists (select from audit a where a.object_kind = 'payout'
          and a.object_id = o.id::text and a.action = 'payout.approve')`,
  },
  {
    name: "no balance may go below zero where the chart says no",
    sql: `select code || ' ' || asset from ledger_account where may_be_negative
      and (code ~ '^(acc|custody):' or code in ('house:unassigned', 'house:missing', 'transit'))`,
  },
];
