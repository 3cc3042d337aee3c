-- While a receiver is proven, the proof itself tells it what it plays; ordinary deliveries wait until this wall-clock
-- time at most, so that a proof that dies holds nothing up for long.
alter table webhook_endpoint add column held_until timestamptz;
