-- While the sums of deliveries and amounts were made of the days that there were, a worker of the edition before may have been about
-- to sum up the next: with the function of before, which writes neither. Whoever still does is waited for, and so is whoever changes
-- a bill or a sale of such a day; what then is missing is counted. A day's bills are as many in both sums. A day of deliveries is
-- counted whole by whoever writes it: one that is there is right.
select from bill_day_reach for update;

delete from bill_amount_day d using (select account_id, day, sum(bills) as bills from bill_day group by 1, 2) n
where (d.account_id, d.day) = (n.account_id, n.day)
  and n.bills <> (select sum(o.bills) from bill_amount_day o where (o.account_id, o.day) = (d.account_id, d.day));
insert into bill_amount_day (account_id, day, asset, fiat, bills, quantity_units, fiat_units, received_units, unconverted_units,
  fiat_received_units, paid, sold_units, kept, pending)
select t.account_id, t.day, t.asset, t.fiat, sum(t.bills), sum(t.quantity_units), sum(t.fiat_units), sum(t.received_units),
  sum(t.unconverted_units), sum(t.fiat_received_units), sum(t.paid), sum(t.sold_units), sum(t.kept), sum(t.pending)
from (select distinct account_id, day from bill_day except select account_id, day from bill_amount_day) m
join bill b on b.account_id = m.account_id and b.created_at >= day_begins(m.day) and b.created_at < day_begins(m.day + 1)
cross join lateral bill_amounts(b, 1) t group by 1, 2, 3, 4;

insert into delivery_day (account_id, day, sales, median_ms, high_ms)
select c.* from bill_day_reach r cross join lateral counted_deliveries(null, '-infinity', r.closed) c on conflict do nothing;
