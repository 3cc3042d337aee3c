-- One search over what the desk shows: ids are shown by their last six digits, amounts as people write them.

-- How many hexadecimal digits of an id a page shows; the head of ours is mere time.
create function id_tail(id uuid) returns text language sql immutable strict parallel safe as $$ select right(id::text, 6) $$;

-- A tail is one of 16.7 million: with so few that share it, whose it is needs no place in the index.
create index bill_tail on bill (id_tail(id));
create index deposit_tail on deposit (id_tail(id));
create index conversion_tail on conversion (id_tail(id));
create index payout_tail on payout (id_tail(id));
create index request_log_tail on request_log (id_tail(id));

-- Equal amounts newest first; the lists sort by the first two as well.
create index bill_by_due on bill (account_id, amount_of(quantity_units, asset) desc, id desc);
create index deposit_by_amount on deposit (account_id, amount_of(quantity_units, asset) desc, id desc);
create index conversion_by_quantity on conversion (account_id, amount_of(quantity_units, base) desc, id desc);
create index conversion_by_fiat on conversion (account_id, amount_of(fiat_units, fiat) desc, id desc) where fiat_units is not null;
create index payout_by_amount on payout (account_id, amount_of(quantity_units, asset) desc, id desc);

create index deposit_by_source on deposit (account_id, source_address text_pattern_ops) where source_address is not null;
create index payout_by_reference on payout (account_id, reference text_pattern_ops);
create index payout_by_hash on payout (tx_hash text_pattern_ops) where tx_hash is not null;
create index payout_by_bank on payout (bank_reference text_pattern_ops) where bank_reference is not null;
create index payout_of_beneficiary on payout (beneficiary_id, id desc) where beneficiary_id is not null;
create index refund_link_by_address on refund_link (account_id, compared text_pattern_ops) where compared is not null;
