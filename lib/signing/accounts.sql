-- name: gasAccounts
select a.script, a.wallet_id as "walletId", a.index as "keyIndex" from deposit_address a join wallet w on w.id = a.wallet_id
where a.network = :network and a.script = any(:scripts::text[]) and (w.id = :walletId?::uuid or (:walletId?::uuid is null and w.account_id is null))
  and w.kind <> 'ETH_SAFE'
  and not exists (select from prepared_input h where h.held and h.network = :network and h.source_hash = a.script)

-- name: tokenAccounts
-- What came to an account less what it has sent, also what no block has yet: an emptied one is no candidate.
with held as (
  select m.script, sum(m.units) as units from (
    select a.script, d.quantity_units::numeric as units from deposit d join deposit_address a on a.bill_id = d.bill_id and a.network = d.network
    where d.network = :network and d.asset = :asset and d.stray_id is null and d.times_confirmed > d.times_reversed
    union all select a.script, s.quantity_units::numeric from stray_deposit s join deposit_address a on a.id = s.address_id
      where s.network = :network and s.asset = :asset and s.status = 'CONFIRMED'
    union all select r.script, r.units::numeric from move_arrival r
      where r.network = :network and r.asset = :asset and r.block_hash is not null and is_arrived(r)
    union all select p.script, p.units::numeric from outgoing_output p join outgoing o on o.id = p.outgoing_id
      where o.network = :network and p.own and p.asset = :asset and o.times_posted > o.times_reversed
    union all select i.script, -i.units::numeric from outgoing_input i join outgoing o on o.id = i.outgoing_id
      where o.network = :network and i.asset = :asset and i.script is not null and o.status <> 'GONE') m
  group by m.script having sum(m.units) >= :units::numeric)
select a.script, a.wallet_id as "walletId", a.index as "keyIndex" from held r
join deposit_address a on a.network = :network and a.script = r.script join wallet w on w.id = a.wallet_id
where (w.id = :walletId?::uuid or (:walletId?::uuid is null and w.account_id is null)) and (:only?::text is null or a.script = :only?)
  and (w.kind = 'ETH_SAFE') = :isSafe::boolean
  and not exists (select from deposit d where d.bill_id = a.bill_id and d.asset = :asset and d.status in ('HELD', 'DECLINED')
    and not exists (select from payout_part p where p.deposit_id = d.id and p.payout_id = any(:payoutIds::uuid[])))
  and not exists (select from prepared_input h where h.held and h.network = :network and h.source_hash = a.script)
order by r.units, a.script limit :limit
