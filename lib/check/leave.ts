import type { CheckRule } from "./store.ts";

/** Where money may come to and go, held against the record of who allowed it. */
export const LEAVE_RULES: readonly CheckRule[] = [
  {
    name: "a beneficiary is where somebody has put it, and is paid since it was agreed to",
    sql: `select b.id::text from beneficiary b
      left join audit m on m.object_kind = 'beneficiary' and m.object_id = b.id::text and m.action = 'beneficiary.make'
      left join audit g on g.object_kind = 'beneficiary' and g.object_id = b.id::text and g.action = 'beneficiary.activate'
      left join audit e on e.object_kind = 'beneficiary' and e.object_id = b.id::text and e.action in ('beneficiary.reject', 'beneficiary.retire')
      where (m.account_id, m.detail ->> 'asset', m.detail ->> 'place', m.detail ->> 'name') is distinct from (b.account_id, b.asset, place_of(b), b.name)
        or m.detail ->> 'bic' <> coalesce(b.bic, '')
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
          or a.detail ->> 'digest' <> encode(sha256(convert_to(w.xpub, 'UTF8')), 'hex')
          or w.active and (select t.action from audit t where t.object_kind = 'wallet' and t.object_id = w.id::text
            and t.action in ('wallet.activate', 'wallet.retire') order by t.seq desc limit 1) is distinct from 'wallet.activate')`,
  },
  {
    name: "settlements are paid by the terms that were set",
    sql: `select 'terms ' || coalesce(t.id::text, a.object_id) from (
        select *, row_number() over (partition by account_id, detail ->> 'currency' order by seq) as nth from audit
          where object_kind = 'settlement-terms' and action = 'settlement-terms.set' and account_id <> house_account()) a
      full join settlement_terms t on t.id::text = a.object_id
      where (a.account_id, a.nth, a.detail ->> 'currency', a.detail ->> 'schedule', a.detail ->> 'weekday', a.detail ->> 'businessDays',
          a.detail ->> 'delayDays', a.detail ->> 'beneficiaryId', a.detail ->> 'reserveBps', a.detail ->> 'reserveDays')
        is distinct from (t.account_id, t.version::bigint, t.currency, t.schedule, t.weekday::text, t.business_days::text,
          t.delay_days::text, t.beneficiary_id::text, t.reserve_bps::text, t.reserve_days::text)
        or ((a.detail ->> 'minimum')::numeric, (a.detail ->> 'reserve')::numeric)
          is distinct from (amount_of(t.minimum_units, t.currency), amount_of(t.reserve_units, t.currency))`,
  },
  {
    name: "a payout that may leave was approved",
    sql: `select o.id || ' is ' || o.status from payout o where (o.status in ('APPROVED', 'PREPARED', 'SIGNED', 'BROADCAST', 'CONFIRMED')
        or o.approved_at is not null) and not exists (select from audit a where a.object_kind = 'payout'
          and a.object_id = o.id::text and a.action = 'payout.approve')`,
  },
  {
    name: "a payout names the transaction that carries it out",
    sql: `select o.id || ': ' || coalesce(o.tx_hash, 'none') || ' against ' || coalesce(a.tx_hash, 'none') from payout o
      left join lateral (select a.detail ->> 'txHash' as tx_hash from audit a where a.object_kind = 'payout' and a.object_id = o.id::text
        and a.action in ('payout.broadcast', 'payout.leave', 'payout.record') and a.detail ? 'txHash' order by a.seq desc limit 1) a on true
      where not is_fiat(o.asset) and case o.status when 'RECORDED' then o.tx_hash <> a.tx_hash
        else o.tx_hash is distinct from a.tx_hash and (o.tx_hash is not null or o.status in ('BROADCAST', 'CONFIRMED')) end`,
  },
  {
    name: "no balance may go below zero where the chart says no",
    sql: `select code || ' ' || asset from ledger_account where may_be_negative
      and (code ~ '^(acc|custody):' or code in ('house:unassigned', 'house:missing', 'transit'))`,
  },
];
