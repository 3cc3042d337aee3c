-- The simulated venue is asked for its newest trades in each of the worker's rounds, whatever it has traded so far.
create index sandbox_order_time on sandbox_order (created_at);
