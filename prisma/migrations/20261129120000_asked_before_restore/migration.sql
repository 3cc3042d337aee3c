-- What was asked for before the database was restored may have left since: nothing pays it anew before that is known
-- (rulebook 13.35).

-- When it was restored by the machine's clock, as blocks tell their time; restored_at is the business clock's.
alter table deployment add column restored_clock timestamptz;

-- Whether what was asked for at a time may have left a place since, as far as the place has told: a network by a block that
-- was made after the restore and has the network's confirmations, a venue by an answer, a bank by a statement.
create function may_have_left(from_place text, of_asset text, asked_at timestamptz) returns boolean language sql stable as $$
  select exists (select from deployment d where asked_at < d.restored_at and case split_part(from_place, ':', 1)
    when 'custody' then not exists (select from chain_cursor c join chain_block b on b.network = c.network and not b.orphaned
        and b.height = least(c.height, coalesce(c.agreed_height, c.height))
          - case c.network when 'bitcoin' then 2 when 'bitcoincash' then 6 when 'eth' then 12 else 20 end + 1
      where c.network = split_part(from_place, ':', 2) and b.block_time >= coalesce(d.restored_clock, d.restored_at))
    when 'venue' then not exists (select from venue_watch w
      where w.venue = split_part(from_place, ':', 2) and w.answered_at >= d.restored_at)
    when 'bank' then not exists (select from bank_statement s
      where s.place = from_place and s.asset = of_asset and s.closed_at >= d.restored_at)
    else false end)
$$;

-- Of a payout: crypto by its network, fiat by whichever bank account of ours has told last.
create function payout_may_have_left(o payout) returns boolean language sql stable as $$
  select o.status in ('REQUESTED', 'APPROVED', 'PREPARED', 'SIGNED') and case when is_fiat(o.asset)
    then exists (select from deployment d where o.recorded_at < d.restored_at and not exists (
      select from bank_statement s where s.asset = o.asset and s.closed_at >= d.restored_at))
    else may_have_left('custody:' || (select p.network from place_of_payout(o) p), o.asset, o.recorded_at) end
$$;

create function move_may_have_left(m move) returns boolean language sql stable as $$
  select m.status in ('REQUESTED', 'APPROVED') and m.from_place is not null
    and may_have_left(m.from_place, m.asset, m.created_at)
$$;

create or replace function payout_json(o payout) returns text language sql stable as $$
  select json_strip_nulls(row_to_json(r))::text from (
    select o.id as "payoutId", o.kind as "kind", o.status as "status", (select name from account where id = o.account_id) as "username",
      split_part(o.asset, '@', 1) as "asset", network_type_of(o.asset) as "networkType", amount_of(o.quantity_units, o.asset) as "quantity",
      o.bill_id as "paymentId", o.deposit_id as "txId", o.reference as "reference", o.beneficiary_id as "beneficiaryId",
      (select b.name from beneficiary b where b.id = o.beneficiary_id) as "beneficiary", o.refund_link_id as "refundLinkId",
      (select p.place from place_of_payout(o) p) as "place",
      o.approval_id as "approvalId", case when payout_may_have_left(o) then true end as "mayHaveLeft",
      o.tx_hash as "txHash", o.bank_reference as "bankReference",
      case when o.file_id is not null then replace(o.id::text, '-', '') end as "endToEndId", o.file_id as "fileId",
      o.recorded_by as "askedBy", o.reason as "reason", epoch_ms(o.recorded_at) as "at", epoch_ms(o.approved_at) as "approvedAt",
      epoch_ms(o.ended_at) as "endedAt"
  ) r
$$;

-- What a second person has agreed to is held against the request as it is agreed to. Taken back from the signer, it is
-- approved as before, of which the request says nothing new: until now that was refused.
drop trigger payout_approved on payout;
create constraint trigger payout_approved after update of status on payout deferrable initially deferred
  for each row when (new.status = 'APPROVED' and old.status = 'REQUESTED' and new.approval_id is not null)
  execute function payout_approved();
