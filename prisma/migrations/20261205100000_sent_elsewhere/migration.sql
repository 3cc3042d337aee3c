-- Whoever has the file of a prepared transaction may have it signed and send it without a word here. What a token then moves in
-- another quantity than it was told carries out no payout, and is the payout's own all the same: on tron by the hash of what was
-- prepared, on eth by the number that it was prepared for, where it pays the same place.
drop function paid_instead(payout);
drop function sent_for(uuid);
create function sent_for(of_object uuid) returns table (outgoing_id uuid, tx_hash text, script text, is_own boolean) language sql stable as $$
  select g.id, g.tx_hash, p.script, true from prepared_output p
  join prepared_transaction t on t.family_id = p.prepared_id and t.status in ('CONFIRMED', 'FAILED', 'CANCELLED') and t.network in ('eth', 'tron')
  join outgoing g on g.network = t.network and g.tx_hash = prepared_hash(t) and g.status = 'FINAL'
  where p.object_id = of_object
  union
  select g.id, g.tx_hash, p.script, false from prepared_output p
  join prepared_transaction t on t.id = p.prepared_id and t.status in ('FAILED', 'CANCELLED') and t.network = 'eth' and t.safe_tx_hash is null
  join prepared_input i on i.prepared_id = t.id
  join outgoing g on g.network = 'eth' and g.status = 'FINAL' and g.spends && array['0x' || i.source_hash || ':' || i.source_index]
  where p.object_id = of_object
    and not exists (select from prepared_transaction s where s.family_id = t.family_id and s.tx_hash = g.tx_hash)
    and exists (select from outgoing_output x where x.outgoing_id = g.id and x.asset = t.asset and x.script = p.script and not x.own)
$$;
create function paid_instead(o payout) returns table (outgoing_id uuid, tx_hash text, script text, units numeric) language sql stable as $$
  select s.outgoing_id, s.tx_hash, s.script, x.units from sent_for(o.id) s
  join outgoing_output x on x.outgoing_id = s.outgoing_id and x.asset = o.asset and x.script = s.script and not x.own
  where o.status in ('SIGNED', 'BROADCAST') and not o.is_out and pays_exactly(s.outgoing_id, x.asset, x.units, x.script)
    and not exists (select from prepared_output h where h.object_id = o.id and h.held)
  order by x.units > o.quantity_units, abs(x.units - o.quantity_units), x.output_index limit 1
$$;

-- What was paid before it was agreed to, or prepared, is looked for by where it went.
create index outgoing_output_paid on outgoing_output (script) where not own;
