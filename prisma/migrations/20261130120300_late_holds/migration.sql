-- A hold changes nothing of when a deposit came: what is held or declined says so as well.
update deposit d set late = true from bill b
where b.id = d.bill_id and not d.late and d.status in ('HELD', 'DECLINED') and d.treated_at is not null
  and (d.first_seen > b.expires_at or d.reason_code = 'BEFORE_BILL' or exists (
    select from chain_block k where k.network = d.network and k.height = d.block_height + d.confirmations_required - 1 and not k.orphaned
      and k.block_time > b.expires_at + b.guarantee_ms * interval '1 millisecond'));
