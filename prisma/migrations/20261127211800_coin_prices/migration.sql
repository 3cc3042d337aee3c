-- What the coin that pays for a network's transactions cost in USD then, where somebody told it: what collecting a token costs is
-- held against what it collects (rulebook 13.33).
alter table fee_history add column coin_usd price_decimal check (coin_usd is null or (coin_usd > 0 and network in ('eth', 'tron')));
