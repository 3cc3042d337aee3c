-- name: findPayouts
-- Of one account, or of every one for the house.
select f.by as "by!", f.value as "value", o.id, null::uuid as "within", o.status as "status",
  amount_of(o.quantity_units, o.asset)::text as "quantity", coalesce(crypto_of(o.asset), o.asset) as "asset", o.reference as "name", o.recorded_at as "at"
from (
  (select 'payoutId' as by, id, id::text as value from payout where id between :first?::uuid and :last?::uuid
    and (:accountId?::uuid is null or account_id = :accountId?::uuid) order by id desc limit :most)
  union all
  (select 'payoutId', id, id::text as value from payout where id_tail(id) = :tail?::text and id::text like :like?::text
    and (:accountId?::uuid is null or account_id = :accountId?::uuid) order by id desc limit :most)
  union all
  (select 'txHash', o.id, o.tx_hash from unnest(:hashes?::text[]) as h(hash) cross join lateral (select id, tx_hash from payout
    where tx_hash ~>=~ h.hash and tx_hash ~<~ (h.hash || chr(1114111)) and tx_hash like :hashEnd?::text
      and (:accountId?::uuid is null or account_id = :accountId?::uuid) limit :most) o)
  union all
  (select 'bankReference', id, bank_reference from payout where bank_reference ~>=~ :words?::text and bank_reference ~<~ (:words?::text || chr(1114111))
    and (:accountId?::uuid is null or account_id = :accountId?::uuid) limit :most)
  union all
  (select 'reference', p.id, p.reference from account a cross join lateral (select id, reference from payout
    where account_id = a.id and reference ~>=~ :words?::text and reference ~<~ (:words?::text || chr(1114111)) limit :most) p
    where :accountId?::uuid is null or a.id = :accountId?::uuid limit :most)
  union all
  (select 'address', p.id, y.address from unnest(:addresses?::text[]) as s(address) join beneficiary y on starts_with(y.compared, s.address) and y.address like :addressEnd?::text
    cross join lateral (select id from payout where beneficiary_id = y.id order by id desc limit :most) p
    where :accountId?::uuid is null or y.account_id = :accountId?::uuid limit :most)
  union all
  (select 'address', p.id, l.address from unnest(:addresses?::text[]) as s(address) cross join account a cross join lateral (
      select id, address from refund_link where account_id = a.id and compared ~>=~ s.address and compared ~<~ (s.address || chr(1114111))
        and address like :addressEnd?::text limit :most) l
    join payout p on p.refund_link_id = l.id where :accountId?::uuid is null or a.id = :accountId?::uuid limit :most)
  union all
  (select 'amount', p.id, null from unnest(:amounts?::numeric[]) as q(amount) cross join account a cross join lateral (
      select id from (select id, asset from payout where account_id = a.id and amount_of(quantity_units, asset) = q.amount
        order by id desc limit :alike) e where :symbol?::text is null or coalesce(crypto_of(e.asset), e.asset) = :symbol?::text limit :most) p
    where :accountId?::uuid is null or a.id = :accountId?::uuid limit :most)
) f join payout o on o.id = f.id

-- name: findBeneficiaries
select f.by as "by!", f.value as "value", y.id, null::uuid as "within", y.status as "status", null::text as "quantity",
  coalesce(crypto_of(y.asset), y.asset) as "asset", y.name as "name", y.made_at as "at"
from beneficiary y cross join lateral (
  select 'beneficiaryId' as by, y.id::text as value where y.id between :first?::uuid and :last?::uuid
    or (id_tail(y.id) = :tail?::text and y.id::text like :like?::text)
  union all
  select 'address', y.address where exists (select from unnest(:addresses?::text[]) as s(address) where starts_with(y.compared, s.address))
    and y.address like :addressEnd?::text
  union all
  select 'account', coalesce(y.iban, y.account_number) where starts_with(y.iban, :account?::text) or starts_with(y.account_number, :account?::text)
  union all
  select 'name', y.name where strpos(lower(y.name), :lower?::text) > 0
) f where :accountId?::uuid is null or y.account_id = :accountId?::uuid order by y.id desc limit :most

-- name: findSettlements
select f.by as "by!", f.value as "value", s.id, null::uuid as "within", settlement_status(s) as "status",
  amount_of(s.due_units, s.currency)::text as "quantity", s.currency as "asset", s.reference as "name", s.made_at as "at"
from settlement s left join fee_invoice i on i.settlement_id = s.id cross join lateral (
  select 'settlementId' as by, s.id::text as value where s.id between :first?::uuid and :last?::uuid
    or (id_tail(s.id) = :tail?::text and s.id::text like :like?::text)
  union all
  select 'reference', s.reference where starts_with(lower(s.reference), :lower?::text)
  union all
  select 'invoiceNumber', i.number where starts_with(lower(i.number), :lower?::text)
  union all
  select 'amount', null where amount_of(s.due_units, s.currency) = any(:amounts?::numeric[]) and (:symbol?::text is null or s.currency = :symbol?::text)
) f where :accountId?::uuid is null or s.account_id = :accountId?::uuid order by s.id desc limit :most

-- name: findMoves
select f.by as "by!", f.value as "value", v.id, null::uuid as "within", v.status as "status", amount_of(v.quantity_units, v.asset)::text as "quantity",
  coalesce(crypto_of(v.asset), v.asset) as "asset", v.reference as "name", v.created_at as "at"
from move v cross join lateral (
  select 'moveId' as by, v.id::text as value where v.id between :first?::uuid and :last?::uuid
    or (id_tail(v.id) = :tail?::text and v.id::text like :like?::text)
  union all
  select 'reference', v.reference where starts_with(lower(v.reference), :lower?::text)
  union all
  select 'txHash', p.proof from move_fact p where p.move_id = v.id
    and exists (select from unnest(:hashes?::text[]) as h(hash) where starts_with(p.proof, h.hash)) and p.proof like :hashEnd?::text
  union all
  select 'amount', null where amount_of(v.quantity_units, v.asset) = any(:amounts?::numeric[])
    and (:symbol?::text is null or coalesce(crypto_of(v.asset), v.asset) = :symbol?::text)
) f order by v.id desc limit :most
