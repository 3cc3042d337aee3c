-- name: isSubject
with asked as (select :subject::uuid as id, a.id as account, a.is_house as house from account a where a.id = :accountId::uuid)
select exists (select from bill b where b.id = asked.id and b.account_id = account)
  or exists (select from deposit d where d.id = asked.id and (d.account_id = account or house))
  or exists (select from stray_deposit s where s.id = asked.id and house)
  or exists (select from bank_line l where l.id = asked.id and house)
  or exists (select from bank_part p where p.id = asked.id and house)
  or exists (select from venue_transfer t where t.id = asked.id and house)
  or exists (select from bank_statement s where s.id = asked.id and house)
  or exists (select from bank_refusal r where r.id = asked.id and house)
  or exists (select from outgoing_amount m where m.id = asked.id and house)
  or exists (select from gas_payment g where g.id = asked.id and house)
  or exists (select from payout o where o.id = asked.id and house)
  or exists (select from move v where v.id = asked.id and house)
  or exists (select from settlement t where t.id = asked.id and house)
  or exists (select from refund_link l where l.id = asked.id and house)
  or exists (select from approval p where p.id = asked.id and (p.account_id = account or house)
    and not (p.status = 'PENDING' and p.expires_at > business_now()))
  or exists (select from notification_rule n where n.id = asked.id and n.account_id = account)
  or exists (select from export_job e where e.id = asked.id and e.account_id = account)
  or exists (select from conversion v where v.id = asked.id and v.account_id = account)
  or exists (select from webhook_endpoint w where w.id = asked.id and w.account_id = account)
  or exists (select from venue_order o left join deposit d on d.id = o.deposit_id left join conversion v on v.id = o.conversion_id
    where o.id = asked.id and (coalesce(d.account_id, v.account_id) = account or (house and (o.purpose = 'HEDGE' or o.status = 'OPEN')))) as "known!"
from asked

-- name: lastSettled
select greatest(
  (select max(at) from case_entry where account_id = :accountId::uuid and action in ('CLOSED', 'MUTED')),
  (select max(updated_at) from deposit where account_id = :accountId::uuid and reason_code is not null and status <> 'UNCONFIRMED'),
  (select max(at) from audit where account_id = :accountId::uuid and action in ('deposit.release', 'deposit.decline', 'payout.record',
    'webhook-endpoint.resend', 'webhook-endpoint.change'))
) as at

-- name: bellTopics
select distinct t.topic as "topic!" from notification_rule r cross join unnest(r.topics) t(topic)
where r.account_id = :accountId::uuid and r.ended_at is null and r.channel = 'BELL' and (r.user_id = :userId::uuid or r.role = :role)

-- name: isHouseSubject
select a.is_house and (exists (select from ledger_account l where (l.code = 'bank' or starts_with(l.code, 'bank:') or starts_with(l.code, 'venue:'))
    and replace(case l.code when 'bank' then 'bank:main' else l.code end, ':', '-') || '-' || crypto_of(l.asset) = :subject)
  or exists (select from venue_stock s where s.venue || '-' || s.symbol = :subject)
  or exists (select from venue_watch w where w.venue = :subject)) as "known!"
from account a where a.id = :accountId::uuid
