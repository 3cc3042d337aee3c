-- A deposit has the address of its bill, however the node writes it: what came to the same key on the sibling of the bill's network
-- had the address that its node wrote.
update deposit d set address = b.address from bill b, deposit_address a
where b.id = d.bill_id and a.bill_id = d.bill_id and d.stray_id is null
  and d.address is distinct from a.address and d.address is distinct from a.cash_address;
