-- name: ownCoins
select t.tx_hash as "txHash", t.output_index as "outputIndex", t.script, t.quantity_units as units from sandbox_transfer t
where t.network = :network and t.asset = :asset and t.state in ('MEMPOOL', 'MINED')
  and (exists (select from deposit_address a where a.script = t.script) or exists (select from change_address c where c.script = t.script))
  and not exists (select from sandbox_transfer s where s.network = t.network and s.state in ('MEMPOOL', 'MINED')
    and s.spends @> array[t.tx_hash || ':' || t.output_index])
order by t.sent_at, t.tx_hash, t.output_index

-- name: ownTokens
select m.script as "script!", sum(m.units) as "units!" from (
  select script, quantity_units as units from sandbox_transfer where network = :network and asset = :asset and state in ('MEMPOOL', 'MINED')
  union all
  select source_script, -quantity_units from sandbox_transfer
  where network = :network and asset = :asset and state in ('MEMPOOL', 'MINED') and source_script is not null
) m where exists (select from deposit_address a where a.script = m.script)
group by m.script having sum(m.units) > 0 order by sum(m.units) desc, m.script

-- name: ownAddress
select script from deposit_address
where address = :address or cash_address in (:address, 'bitcoincash:' || :address) or lower(address) = lower(:address)
union all select script from change_address where address = :address limit 1

-- name: nextChange
select c.script, c.address from change_address c join (
  select wallet_id from deposit_address where script = :script
  union all select wallet_id from change_address where script = :script limit 1
) w using (wallet_id)
where not exists (select from sandbox_transfer t where t.script = c.script) order by c.index limit 1
