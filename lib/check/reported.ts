import type { CheckRule } from "./store.ts";

/** What banks and venues have told, each of it by itself: sums over a place would hide two that were changed against each other. */
export const REPORTED_RULES: readonly CheckRule[] = [
  {
    name: "what is booked as nobody's is what a bank's line or a venue's transfer says, and was taken back where it belongs to somebody",
    sql: `with told as (select 'bank:' || id || case when n > 0 then ':' || n else '' end as key, c.code, asset, c.sign * case side when 'CREDIT' then units else -units end as units,
            n < voided or not stands as is_back, ':linked' as back
          from (select id, place, asset, side, units, voided, belongs_to = 'NOBODY' as stands from bank_line where was_nobodys
            union all select p.id, l.place, l.asset, l.side, p.units, p.voided - 1, is_nobodys(p) from bank_part p join bank_line l on l.id = p.line_id where p.voided > 0) l
          cross join generate_series(0, voided) n
          cross join lateral (values (code_of_place(place), 1), (case side when 'CREDIT' then 'house:unassigned' else 'house:missing' end, -1)) c(code, sign)
        union all select 'transfer:' || t.id || case when n > 0 then ':' || n else '' end, p.code, p.asset, p.debit, n < t.voided or t.belongs_to = 'MOVE' or t.status = 'FAILED', ':mirrored'
          from venue_transfer t cross join generate_series(0, t.voided) n cross join lateral transfer_postings(t) p where t.was_nobodys),
      wanted as (select key, code, asset, units from told union all select key || back, code, asset, -units from told where is_back),
      booked as (select t.effect_key as key, l.code, p.asset, sum(p.debit) as units from ledger_transaction t
        join ledger_event e on e.event = t.event and e.object in ('bank', 'transfer') join posting p on p.transaction_id = t.id
        join ledger_account l on l.id = p.ledger_account_id group by 1, 2, 3)
      select key || ' ' || code || ' ' || asset || ': ' || coalesce(b.units, 0) || ' against ' || coalesce(w.units, 0)
      from booked b full join wanted w using (key, code, asset) where coalesce(b.units, 0) <> coalesce(w.units, 0)`,
  },
  {
    name: "a venue's transfer that belongs to a move is what the move says of it",
    sql: `select t.venue || ' ' || t.venue_ref || ': ' || t.units || ' and ' || t.fee_units || ' against '
        || coalesce(f.units || ' and ' || f.fee_units, 'nothing') from venue_transfer t join move m on m.id = t.move_id
      left join move_fact f on f.move_id = m.id and f.source = 'VENUE' and f.proof = t.venue_ref
        and f.side = case t.kind when 'DEPOSIT' then 'ARRIVED' else 'LEFT' end
      where t.status = 'DONE' and (f.id is null or f.units <> t.units or f.side = 'LEFT' and f.fee_units <> t.fee_units
        or t.asset <> m.asset or 'venue:' || t.venue is distinct from case f.side when 'LEFT' then m.from_place else m.to_place end)`,
  },
  {
    name: "what somebody has linked to a move or payout stands in the record as linked by them",
    sql: `select 'line ' || l.id || ' by ' || l.linked_by from bank_line l where l.linked_by is not null and not exists (select from audit a
        where a.object_id = l.id::text and a.action = 'bank.link' and l.linked_by in (a.actor, a.detail ->> 'askedBy'))
      union all select 'transfer ' || t.id || ' by ' || t.linked_by from venue_transfer t where t.linked_by is not null and not exists (select from audit a
        where a.object_id = t.id::text and a.action = 'venue.link' and t.linked_by in (a.actor, a.detail ->> 'askedBy'))`,
  },
  {
    name: "a bank's statement and a list of sanctioned addresses are as they were taken in",
    sql: `select 'statement ' || a.object_id from audit a left join bank_statement s on s.id::text = a.object_id
        where a.object_kind = 'bank-statement' and a.action = 'bank.take' and (s.id is null or a.detail ->> 'linesDigest' <> digest_of_lines(s.id))
      union all select 'list ' || coalesce(a.object_id, l.id::text) from (select * from audit where object_kind = 'sanctions_list' and action = 'screening.import') a
        full join sanctions_list l on l.id::text = a.object_id
        where (a.detail ->> 'publishedOn', a.detail ->> 'sha256', (a.detail ->> 'entries')::integer, (a.detail ->> 'addresses')::bigint) is distinct from
            (l.published_on, l.sha256, l.entries, (select count(*) from sanctioned_address x where x.list_id = l.id))
          or a.detail ->> 'digest' <> digest_of_list(l.id)`,
  },
  {
    name: "files of banks and for banks are as they were when their digests were made",
    sql: `select 'upload ' || u.id from bank_upload u where u.digest <> encode(sha256(u.content), 'hex')
      union all select 'file ' || f.id from payout_file f where f.sha256 <> encode(sha256(convert_to(f.content, 'UTF8')), 'hex')
        or not exists (select from audit a where a.object_id = f.id::text and a.action = 'payout.file' and a.detail ->> 'sha256' = f.sha256)
      union all select 'file ' || f.id || ' says ' || f.total_units || ', its payouts ' || sum(o.quantity_units)
        from payout_file f join payout o on o.file_id = f.id group by f.id having sum(o.quantity_units) > f.total_units`,
  },
];
