import type { CheckRule } from "./store.ts";

/** What facts have said of moves is in the books, on its way or arrived, and each stands where they have brought it. */
export const MOVE_RULES: readonly CheckRule[] = [
  {
    name: "what is on its way is the open moves",
    sql: `with held as (select asset, balance as units from ledger_account where code = 'transit'),
      open as (select m.asset, sum(f.units) as units from move m join move_fact f on f.move_id = m.id and f.side = 'LEFT' and f.status = 'POSTED'
        where m.status = 'SENT' group by 1)
      select coalesce(h.asset, o.asset) || ': ' || coalesce(h.units, 0) || ' against ' || coalesce(o.units, 0)
      from held h full join open o using (asset) where coalesce(h.units, 0) <> coalesce(o.units, 0)`,
  },
  {
    name: "a move has posted what its facts say, and no more",
    sql: `with booked as (select split_part(t.effect_key, ':', 2) as id, l.code, p.asset, sum(p.debit) as units from ledger_transaction t
        join ledger_event e on e.event = t.event and e.object = 'move' join posting p on p.transaction_id = t.id
        join ledger_account l on l.id = p.ledger_account_id group by 1, 2, 3),
      told as (select f.move_id::text as id, p.code, p.asset, sum(p.debit) as units from move_fact f cross join lateral move_postings(f) p
        where f.status = 'POSTED' group by 1, 2, 3)
      select coalesce(b.id, t.id) || ' ' || coalesce(b.code, t.code) || ': ' || coalesce(b.units, 0) || ' against ' || coalesce(t.units, 0)
      from booked b full join told t using (id, code, asset) where coalesce(b.units, 0) <> coalesce(t.units, 0)`,
  },
  {
    name: "a move stands where its facts have brought it",
    sql: `select m.id || ' is ' || m.status from move m
      left join move_fact l on l.move_id = m.id and l.side = 'LEFT' and l.status = 'POSTED'
      left join move_fact a on a.move_id = m.id and a.side = 'ARRIVED' and a.status = 'POSTED'
      where (m.status = 'ARRIVED') <> (case when m.to_place is null then l.id is not null else a.id is not null end)
        or (m.status in ('SENT', 'FAILED')) <> (l.id is not null and m.to_place is not null and a.id is null)
        or (m.status = 'FAILED') <> exists (select from resolution r where r.reversed_at is null
          and ((r.kind = 'RETURN' and r.move_id = m.id) or (r.subject = 'MOVE' and r.kind = 'WRITE_OFF' and r.subject_id = m.id)))`,
  },
];
