-- name: alteredMove
-- A move that the record, or what two persons have agreed to, does not have as it is: how much, of what, from where and where to.
select m.id from move m left join destination d on d.id = m.destination_id left join approval p on p.id = m.approval_id
left join lateral (select detail from audit where object_kind = 'move' and object_id = m.id::text and action in ('move.draft', 'move.request') order by seq limit 1) a on true
left join lateral (select detail from audit where object_kind = 'destination' and object_id = d.id::text and action = 'destination.add' limit 1) t on true
where m.id = :id::uuid and ((a.detail ->> 'quantity')::numeric is distinct from amount_of(m.quantity_units, m.asset)
  or (a.detail ->> 'kind', a.detail ->> 'from', a.detail ->> 'to', a.detail ->> 'asset') is distinct from (m.kind, m.from_place, m.to_place, m.asset)
  or p.id is not null and (p.request ->> 'destinationId', p.request ->> 'address') is distinct from (m.destination_id::text, coalesce(m.address, d.address))
  or d.id is not null and (t.detail ->> 'place', t.detail ->> 'asset', t.detail ->> 'address') is distinct from (d.place, d.asset, d.address))
