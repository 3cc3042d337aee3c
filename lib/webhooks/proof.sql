-- name: holdEndpoint
update webhook_endpoint set held_until = clock_timestamp() + :forMs::double precision * interval '1 millisecond'
where id = :endpointId::uuid and (held_until is null or held_until <= clock_timestamp())

-- name: eventsAbout
select e.id, e.type, e.object_id, e.sequence, e.data, e.at
from event e join webhook_endpoint w on w.account_id = e.account_id
where w.id = :endpointId::uuid and e.object_id = any(:objectIds::uuid[])
  and (w.event_types = '{}' or e.type = any(w.event_types))
order by e.seq
