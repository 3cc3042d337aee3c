-- Which blocks of bills may hold a value at all, so that a list filtered by one that few bills have, or none, does not walk
-- them all. A value that many have is found by time as before. A summary of blocks costs a new bill next to nothing, and
-- an update of one nothing.
create index bill_rare_values on bill using brin (fiat text_bloom_ops, strategy text_bloom_ops, crypto text_bloom_ops,
  network_type text_bloom_ops, fee_model text_bloom_ops, created_by text_bloom_ops) with (pages_per_range = 64, autosummarize = on);

-- Orders that were filled after all: none of nearly all.
create index venue_order_late on venue_order (updated_at) where status in ('LATE', 'FOREIGN');
