-- An effect may be written before its request is answered, as of a conversion that waits for its venue: until then, or until
-- this moment where the process is gone, the key is in flight.
alter table idempotency add column in_flight_until timestamptz;
