-- name: readInventory
select venue as "venue!", symbol as "symbol!", balance as "balance!", promised as "promised!", coming as "coming!", per_day as "per_day!",
  floor::text as floor, target::text as target, short::text as short
from venue_inventory(:now, false) order by 1, array_position(:symbols::text[], symbol)

-- name: sources
select code as "code!", asset as "asset!", balance as "balance!" from ledger_account
where (code like 'custody:%' or code = 'bank' or code like 'bank:%') and balance > 0 order by balance desc, code
