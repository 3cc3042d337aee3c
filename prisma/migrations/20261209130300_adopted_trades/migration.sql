-- Whether a trade that a venue reports is of an adopted order: one that holds it is found by an index, not among all.
create index adopted_order_trades on adopted_order using gin (trades jsonb_path_ops);
