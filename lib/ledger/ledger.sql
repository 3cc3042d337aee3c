-- name: missingAccounts
select w.code as "code!", w.asset as "asset!" from unnest(:codes::text[], :assets::text[]) w(code, asset)
where not exists (select from ledger_account l where l.code = w.code and l.asset = w.asset)

-- name: openAccount
insert into ledger_account (id, code, asset, account_id, normal, may_be_negative)
values (:id::uuid, :code, :asset, :owner?::uuid, :normal, :mayBeNegative)
on conflict (code, asset) do nothing

-- name: insertTransactions
insert into ledger_transaction (id, effect_key, event, account_id, bill_id, deposit_id, conversion_id, at)
select t.*, business_now() from unnest(:ids::uuid[], :effectKeys::text[],
  :events::text[], :accountIds::uuid[], :billIds::uuid[],
  :depositIds::uuid[], :conversionIds::uuid[]) t

-- name: enterPostings
select enter_postings(:ids::uuid[], :codes::text[], :assets::text[], :debits::numeric[]) as "entered!"

-- name: readOwed
select coalesce(sum(p.amount), 0) as "owed!" from ledger_transaction t
join posting p on p.transaction_id = t.id join ledger_account l on l.id = p.ledger_account_id
where t.deposit_id = :depositId::uuid and l.code = :code and l.asset = :asset

-- name: readCovered
select coalesce(sum(p.amount), 0) as "covered!" from ledger_transaction t
join posting p on p.transaction_id = t.id join ledger_account l on l.id = p.ledger_account_id
where t.deposit_id = :depositId::uuid and t.event in ('custody.covered', 'custody.uncovered') and l.code = :code and l.asset = :asset
