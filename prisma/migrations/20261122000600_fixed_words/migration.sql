-- Columns whose words are fixed by the program: the database refuses any other, and statements that read them are typed
-- by these checks.
alter table bill
  add check (crypto in ('BTC', 'BCH', 'USDT', 'USDC')),
  add check (network_type in ('eth', 'tron')),
  add check (fiat in ('EUR', 'USD', 'GBP', 'CAD', 'JPY'));
alter table conversion
  add check (base in ('BTC', 'BCH', 'USDT', 'USDC')),
  add check (fiat in ('EUR', 'USD', 'GBP', 'CAD', 'JPY'));
alter table quote add check (fee_model in ('SPREAD', 'EXPLICIT'));
alter table deposit add check (network in ('bitcoin', 'bitcoincash', 'eth', 'tron'));
alter table deposit_address add check (network in ('bitcoin', 'bitcoincash', 'eth', 'tron'));
alter table chain_cursor add check (network in ('bitcoin', 'bitcoincash', 'eth', 'tron'));
alter table chain_block add check (network in ('bitcoin', 'bitcoincash', 'eth', 'tron'));
alter table chain_range add check (network in ('bitcoin', 'bitcoincash', 'eth', 'tron'));
alter table chain_state add check (network in ('bitcoin', 'bitcoincash', 'eth', 'tron'));
alter table ledger_account add check (asset in
  ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth', 'EUR', 'USD', 'GBP', 'CAD', 'JPY'));
alter table book_position
  add check (asset in ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth')),
  add check (fiat in ('EUR', 'USD', 'GBP', 'CAD', 'JPY'));
alter table venue_order
  add check (asset in ('BTC', 'BCH', 'USDT', 'USDC')),
  add check (fiat in ('EUR', 'USD', 'GBP', 'CAD', 'JPY'));
alter table sandbox_order
  add check (base in ('BTC', 'BCH', 'USDT', 'USDC')),
  add check (fiat in ('EUR', 'USD', 'GBP', 'CAD', 'JPY'));
alter table price_reference
  add check (base in ('BTC', 'BCH', 'USDT', 'USDC')),
  add check (fiat in ('EUR', 'USD', 'GBP', 'CAD', 'JPY'));
alter table sandbox_price
  add check (base in ('BTC', 'BCH', 'USDT', 'USDC')),
  add check (fiat in ('EUR', 'USD', 'GBP', 'CAD', 'JPY'));
