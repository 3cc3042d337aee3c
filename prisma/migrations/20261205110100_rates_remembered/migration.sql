-- A pair that is priced over others needs the rate of two fiats, which is a price by the same rules: its last good one is kept
-- as well. Until now the database refused it, and with it those of all pairs that were to be kept after it.
alter table price_reference drop constraint price_reference_base_check;
alter table price_reference add constraint price_reference_base_check
  check (base in ('BTC', 'BCH', 'USDT', 'USDC', 'EUR', 'USD', 'GBP', 'CAD', 'JPY') and base <> fiat);
