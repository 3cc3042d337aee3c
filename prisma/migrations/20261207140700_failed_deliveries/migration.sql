-- The few deliveries of an endpoint that were given up, among all that were ever made. One that is made or arrives is not in it.
create index webhook_delivery_failed on webhook_delivery (endpoint_id, event_seq desc) where status = 'FAILED';
