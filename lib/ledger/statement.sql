-- name: balancesOf
select asset, split_part(code, ':', 3) as "kind!", balance from ledger_account
where account_id = :accountId::uuid order by asset
