-- A bill whose last deposit went after its end has expired as well, and nobody was told: the worker does so with the others.
update bill b set expiry_told = false
where b.expiry_told and b.standing_deposits = 0 and b.expires_at < business_now()
  and exists (select from deposit d where d.bill_id = b.id and d.status in ('DROPPED', 'DECLINED'))
  and not exists (select from event e where e.object_id = b.id and e.type = 'payment.expired');
