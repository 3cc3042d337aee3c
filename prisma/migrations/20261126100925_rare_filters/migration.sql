-- Lists of many bills, where few of them are wanted: what an invoice can take, and what came and was worth nothing.
create index bill_convertible on bill (account_id, created_at desc, id desc)
  where unconverted_units > locked_units + reserved_units;
create index bill_came_to_nothing on bill (account_id, created_at desc, id desc)
  where standing_deposits > 0 and amount_units = 0;
-- The order by what was paid too much or too little; of an unpaid bill there is none.
create index bill_by_difference on bill (
  account_id,
  amount_of(case when amount_units > 0 then amount_units - quantity_units else 0 end, asset) desc,
  id desc
);
