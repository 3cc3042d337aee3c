-- A venue may tell no IBAN of a withdrawal of fiat, and only the name that it has for the account itself, which whoever signs in
-- there gives: it leads to a destination that two persons named alike, or that one by the same name has reached before.
create function leads_to(m move, names text[]) returns boolean language sql stable as $$
  select exists (select from destination d where d.id = m.destination_id and exists (select from unnest(names) n(name)
    where lower(btrim(n.name)) = lower(btrim(d.label))
      or exists (select from move b join destination e on e.id = b.destination_id and e.address = d.address
        join venue_transfer t on t.move_id = b.id and t.kind = 'WITHDRAWAL' and t.status = 'DONE'
        where b.id <> m.id and b.from_place = m.from_place and b.asset = m.asset and b.status = 'ARRIVED' and n.name in (t.address, t.label))))
$$;

create or replace function link_departs(of_move uuid, of_side text, of_units numeric, told text[]) returns boolean language sql stable as $$
  with named as (select p.plain, p.plain ~ '^[a-z]{2}[0-9]{2}[a-z0-9]{11,30}$' as is_iban from unnest(told) t(place)
    cross join lateral (select lower(regexp_replace(t.place, '\s|^(bitcoincash:|0x)', '', 'gi')) as plain) p where t.place is not null)
  select case of_side
    when 'ARRIVED' then m.from_place is not null and (due.units - of_units) * 100 > due.units
    else exists (select from named n where (not is_fiat(m.asset) or n.is_iban)
        and n.plain <> lower(regexp_replace(d.address, '^(bitcoincash:|0x)', '', 'i')))
      or (is_fiat(m.asset) and starts_with(m.from_place, 'venue:') and exists (select from named) and not exists (select from named n where n.is_iban)
        and not leads_to(m, told)) end
  from move m left join destination d on d.id = m.destination_id
  cross join lateral (select coalesce((select f.units from move_fact f where f.move_id = m.id and f.side = 'LEFT' and f.status <> 'GONE'),
    m.quantity_units) as units) due
  where m.id = of_move
$$;
