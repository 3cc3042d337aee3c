-- name: openLink
select l.id, l.account_id, a.name as account_name, l.bill_id, l.deposit_id, l.asset, l.made_by, l.made_user_id, l.expires_at
from refund_link l join account a on a.id = l.account_id
where l.digest = :digest and refund_link_status(l, business_now()) = 'OPEN'

-- name: takeLink
select take_refund_link(:token::text, :network::text, :address::text, :compared::text, :script::text) as "id"

-- name: endLink
update refund_link l set ended_at = business_now(), ended_by = :endedBy, ended_why = :why
where l.account_id = :accountId::uuid and (l.id = :id?::uuid or l.deposit_id = :depositId?::uuid) and used_at is null and ended_at is null
returning id

-- name: linkRecord
select refund_link_json(l, business_now()) as "record!" from refund_link l where l.id = :id::uuid and l.account_id = :accountId::uuid

-- name: linksOf
select refund_link_json(l, business_now()) as "record!" from refund_link l
where l.bill_id = :billId::uuid and l.account_id = :accountId::uuid order by l.id desc

-- name: placeFaults
select is_our_script(:script::text) as "ours!", is_sanctioned(:network::text, :compared::text) as "listed!"

-- name: isLinkListed
select is_sanctioned(l.network, l.compared) as "listed!" from refund_link l where l.id = :id::uuid and l.account_id = :accountId::uuid
