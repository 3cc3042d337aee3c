-- name: findPayments
-- Whatever names a bill: each branch by its own index, at most so many of it.
select f.by as "by!", f.value as "value", b.id, null::uuid as "within", bill_status(b, m.now) as "status",
  amount_of(b.fiat_units, b.fiat)::text as "quantity", b.fiat as "asset", b.subaccount as "name", b.created_at as "at"
from (
  (select 'paymentId' as by, id, id::text as value from bill
    where account_id = :accountId::uuid and id between :first?::uuid and :last?::uuid order by id desc limit :most)
  union all
  (select 'paymentId', id, id::text as value from bill
    where account_id = :accountId::uuid and id_tail(id) = :tail?::text and id::text like :like?::text order by id desc limit :most)
  union all
  (select 'address', id, address from bill where account_id = :accountId::uuid
    and address_key ~>=~ :addressKey?::text and address_key ~<~ (:addressKey?::text || chr(1114111)) and address like :addressEnd?::text limit :most)
  union all
  (select 'reference', id, reference from bill
    where account_id = :accountId::uuid and reference ~>=~ :words?::text and reference ~<~ (:words?::text || chr(1114111)) limit :most)
  union all
  (select 'amount', id, null from unnest(:amounts?::numeric[]) as a(amount) cross join unnest(:fiats::text[]) as f(fiat) cross join lateral (
    select id from bill where account_id = :accountId::uuid and fiat = f.fiat and amount_of(fiat_units, fiat) = a.amount
      and (:symbol?::text is null or f.fiat = :symbol?::text) order by id desc limit :most) n)
  union all
  (select 'amount', id, null from unnest(:amounts?::numeric[]) as a(amount) cross join unnest(:cryptos::text[]) as c(asset) cross join lateral (
    select id from bill where account_id = :accountId::uuid and asset = c.asset and amount_of(quantity_units, asset) = a.amount
      and (:symbol?::text is null or crypto = :symbol?::text) order by id desc limit :most) n)
  union all
  (select 'amount', id, null from unnest(:amounts?::numeric[]) as a(amount) cross join unnest(:cryptos::text[]) as c(asset) cross join lateral (
    select id from bill where account_id = :accountId::uuid and asset = c.asset and amount_of(received_units, asset) = a.amount and a.amount > 0
      and (:symbol?::text is null or crypto = :symbol?::text) order by id desc limit :most) n)
) f join bill b on b.id = f.id cross join (select business_now() as now) m

-- name: findDeposits
select f.by as "by!", f.value as "value", d.id, d.bill_id as "within", d.status as "status",
  amount_of(d.quantity_units, d.asset)::text as "quantity", crypto_of(d.asset) as "asset", b.subaccount as "name", d.created_at as "at"
from (
  (select 'txId' as by, id, id::text as value from deposit
    where account_id = :accountId::uuid and id between :first?::uuid and :last?::uuid order by id desc limit :most)
  union all
  (select 'txId', id, id::text as value from deposit
    where account_id = :accountId::uuid and id_tail(id) = :tail?::text and id::text like :like?::text order by id desc limit :most)
  union all
  (select 'txHash', d.id, d.tx_hash from unnest(:hashes?::text[]) as h(hash) cross join lateral (select id, tx_hash from deposit
    where account_id = :accountId::uuid and tx_hash ~>=~ h.hash and tx_hash ~<~ (h.hash || chr(1114111)) and tx_hash like :hashEnd?::text limit :most) d)
  union all
  (select 'sourceAddress', d.id, d.source_address from unnest(:addresses?::text[]) as s(address) cross join lateral (select id, source_address from deposit
    where account_id = :accountId::uuid and source_address ~>=~ s.address and source_address ~<~ (s.address || chr(1114111))
      and source_address like :addressEnd?::text limit :most) d)
  union all
  (select 'amount', id, null from unnest(:amounts?::numeric[]) as a(amount) cross join lateral (
    select id from (select id, asset from deposit where account_id = :accountId::uuid and amount_of(quantity_units, asset) = a.amount
      order by id desc limit :alike) e where :symbol?::text is null or crypto_of(e.asset) = :symbol?::text limit :most) n)
) f join deposit d on d.id = f.id join bill b on b.id = d.bill_id

-- name: findSubaccounts
-- Each once, from one to the next, however many bills it has.
with recursive named as (
  (select subaccount from bill where account_id = :accountId::uuid
    and subaccount ~>=~ :words::text and subaccount ~<~ (:words::text || chr(1114111)) order by subaccount using ~<~ limit 1)
  union all
  select (select b.subaccount from bill b where b.account_id = :accountId::uuid and b.subaccount ~>~ named.subaccount
    and b.subaccount ~>=~ :words::text and b.subaccount ~<~ (:words::text || chr(1114111)) order by b.subaccount using ~<~ limit 1)
  from named where named.subaccount is not null
)
select 'subaccount' as "by!", subaccount as "value", subaccount as "id!", null::uuid as "within", null::text as "status",
  null::text as "quantity", null::text as "asset", subaccount as "name", null::timestamptz as "at"
from named where subaccount is not null limit :most

-- name: findConversions
select f.by as "by!", f.value as "value", c.id, null::uuid as "within", c.status as "status",
  amount_of(c.quantity_units, c.base)::text as "quantity", crypto_of(c.base) as "asset", c.fiat as "name", c.created_at as "at"
from (
  (select 'invoiceId' as by, id, id::text as value from conversion
    where account_id = :accountId::uuid and id between :first?::uuid and :last?::uuid order by id desc limit :most)
  union all
  (select 'invoiceId', id, id::text as value from conversion
    where account_id = :accountId::uuid and id_tail(id) = :tail?::text and id::text like :like?::text order by id desc limit :most)
  union all
  (select 'quoteId', c.id, q.id::text from quote q join conversion c on c.id = q.conversion_id
    where c.account_id = :accountId::uuid and q.id between :first?::uuid and :last?::uuid order by q.id desc limit :most)
  union all
  (select 'amount', id, null from unnest(:amounts?::numeric[]) as a(amount) cross join lateral (
    select id from (select id, base from conversion where account_id = :accountId::uuid and amount_of(quantity_units, base) = a.amount
      order by id desc limit :alike) e where :symbol?::text is null or crypto_of(e.base) = :symbol?::text limit :most) n)
  union all
  (select 'amount', id, null from unnest(:amounts?::numeric[]) as a(amount) cross join lateral (
    select id from (select id, fiat from conversion where account_id = :accountId::uuid and fiat_units is not null and amount_of(fiat_units, fiat) = a.amount
      order by id desc limit :alike) e where :symbol?::text is null or e.fiat = :symbol?::text limit :most) n)
) f join conversion c on c.id = f.id

-- name: findRefundLinks
select f.by as "by!", f.value as "value", l.id, l.bill_id as "within", refund_link_status(l, business_now()) as "status", null::text as "quantity",
  crypto_of(l.asset) as "asset", null::text as "name", l.made_at as "at"
from (
  (select 'linkId' as by, id, id::text as value from refund_link
    where account_id = :accountId::uuid and id between :first?::uuid and :last?::uuid order by id desc limit :most)
  union all
  (select 'address', l.id, l.address from unnest(:addresses?::text[]) as s(address) cross join lateral (select id, address from refund_link
    where account_id = :accountId::uuid and compared ~>=~ s.address and compared ~<~ (s.address || chr(1114111)) and address like :addressEnd?::text limit :most) l)
) f join refund_link l on l.id = f.id
