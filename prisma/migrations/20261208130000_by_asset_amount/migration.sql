-- Bills by what is due, what was received and the difference, asset by asset: a list of one crypto by quantity read every bill of
-- the others up to its own. As many indexes as before.
drop index bill_by_due;
drop index bill_by_received;
drop index bill_by_difference;
create index bill_by_due on bill (account_id, asset, amount_of(quantity_units, asset) desc, id desc);
create index bill_by_received on bill (account_id, asset, amount_of(received_units, asset) desc, id desc);
create index bill_by_difference on bill (
  account_id,
  asset,
  amount_of(case when amount_units > 0 then amount_units - quantity_units else 0 end, asset) desc,
  id desc
);
