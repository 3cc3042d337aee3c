-- name: lockNetwork
select pg_advisory_xact_lock(hashtextextended('prepare ' || :network, 0))::text as locked

-- name: spendableCoins
select c.tx_hash as "sourceHash!", c.output_index as "sourceIndex!", c.units as "units!", c.script as "script!",
  c.wallet_id as "walletId!", c.branch as "branch!", c.key_index as "keyIndex!", c.block_hash as "blockHash!"
from (
  select d.tx_hash, d.output_index, d.quantity_units as units, a.script, a.wallet_id, 0 as branch, a.index as key_index, d.block_hash
  from deposit d join deposit_address a on a.bill_id = d.bill_id
  where d.network = :network and d.asset = :asset and d.times_confirmed > d.times_reversed and d.block_hash is not null
    and (d.status not in ('HELD', 'DECLINED') or exists (select from payout_part p where p.deposit_id = d.id and p.payout_id = any(:payoutIds::uuid[])))
  union all
  select s.tx_hash, s.output_index, s.quantity_units, a.script, a.wallet_id, a.branch, a.key_index, s.block_hash
  from stray_deposit s cross join lateral place_of_stray(s) a
  where s.network = :network and s.asset = :asset and s.status = 'CONFIRMED' and s.block_hash is not null
  union all
  select o.tx_hash, p.output_index, p.units, p.script, k.wallet_id, k.branch, k.key_index, o.block_hash
  from outgoing o join outgoing_output p on p.outgoing_id = o.id and p.own and p.asset = :asset
  join lateral (select wallet_id, 1 as branch, index as key_index from change_address where script = p.script and network = o.network
    union all select wallet_id, 0, index from deposit_address where script = p.script and network = o.network limit 1) k on true
  where o.network = :network and o.times_posted > o.times_reversed and o.block_hash is not null
  union all
  select r.tx_hash, r.output_index, r.units, r.script, k.wallet_id, k.branch, k.key_index, r.block_hash
  from move_arrival r
  join lateral (select wallet_id, 1 as branch, index as key_index from change_address where script = r.script and network = r.network
    union all select wallet_id, 0, index from deposit_address where script = r.script and network = r.network limit 1) k on true
  where r.network = :network and r.asset = :asset and r.block_hash is not null and is_arrived(r)
    and (r.maturity is null or exists (select from chain_cursor h where h.network = r.network and h.height - r.block_height + 1 >= r.maturity))
) c
where not exists (select from outgoing_input i join outgoing o on o.id = i.outgoing_id
    where i.source_hash = c.tx_hash and i.source_index = c.output_index and o.network = :network and o.status <> 'GONE')
  and not exists (select from prepared_input h
    where h.held and h.network = :network and h.source_hash = c.tx_hash and h.source_index = c.output_index)
order by c.units desc, c.tx_hash, c.output_index

-- name: cancelledInputs
-- What was prepared for these before and cancelled unsigned: who has its file may sign and send it until a block has one of
-- its inputs. A batch of a Safe is cancelled once no block can have it any more. What paid the same place for something that is
-- over by now is nobody's to prepare again, and would pay there as well.
select i.prepared_id as "preparedId", i.source_hash as "sourceHash", i.source_index as "sourceIndex", x.same as "same!"
from prepared_transaction p join prepared_input i on i.prepared_id = p.id
cross join lateral (select bool_or(x.object_id = any(:objectIds::uuid[])) as same from prepared_output x
  where x.prepared_id = p.id and (x.object_id = any(:objectIds::uuid[]) or (x.script = any(:scripts::text[]) and exists (
    select from payout o where o.id = x.object_id and o.status in ('REJECTED', 'CANCELLED', 'FAILED')
    union all select from move m where m.id = x.object_id and m.status in ('REJECTED', 'CANCELLED', 'FAILED'))))) x
where p.network = :network and p.status = 'CANCELLED' and p.safe_tx_hash is null and x.same is not null
  and not exists (select from prepared_input j join outgoing_input s on s.source_hash = j.source_hash and s.source_index = j.source_index
    join outgoing o on o.id = s.outgoing_id where j.prepared_id = p.id and o.network = p.network and o.status in ('IN_BLOCK', 'FINAL'))
order by i.prepared_id, i.units desc, i.source_hash, i.source_index

-- name: walletsOf
select id, xpub, path, fingerprint, master_fingerprint as "masterFingerprint", active, account_id as "accountId" from wallet
where network = :network order by active desc, account_id nulls first, created_at desc, id

-- name: nextChange
select c.index as "index!", c.script as "script!", c.address as "address!" from change_address c
where c.wallet_id = :walletId::uuid and c.used_at is null
  and not exists (select from prepared_output x where x.kind = 'CHANGE' and x.script = c.script and x.held)
order by c.index limit 1

-- name: lockFamily
select id from prepared_transaction where family_id = :familyId::uuid order by id for update

-- name: insertInputs
insert into prepared_input (prepared_id, n, network, source_hash, source_index, asset, units, script, branch, key_index, sequence, held)
select :id::uuid, i.nth - 1, :network, i.source_hash, i.source_index, :asset, i.units, i.script, i.branch, i.key_index, :sequence::bigint, :held::boolean
from unnest(:hashes::text[], :indexes::bigint[], :units::numeric[], :scripts::text[], :branches::integer[], :keys::bigint[])
  with ordinality i(source_hash, source_index, units, script, branch, key_index, nth)

-- name: signPrepared
update prepared_transaction set status = 'SIGNED', signed = :signed, tx_hash = :txHash, signed_by = :by, signed_at = business_now()
where id = :id::uuid

-- name: askToSend
update prepared_transaction set status = 'BROADCAST', sent_by = :by, sent_at = business_now(), next_try_at = business_now()
where id = :id::uuid

-- name: endPrepared
update prepared_transaction set status = :status, reason = :reason?, ended_by = :by, ended_at = business_now(), next_try_at = null
where id = :id::uuid

-- name: claimToSend
update prepared_transaction p set next_try_at = business_now() + :againSeconds * interval '1 second'
where p.id = :id::uuid and p.status = 'BROADCAST' and p.next_try_at <= business_now()
returning p.network, p.signed as "signed!", p.tx_hash as "txHash!", p.fault

-- name: writeFault
update prepared_transaction set fault = :fault?, fault_at = case when :fault?::text is not null then business_now() end
where id = :id::uuid and fault is distinct from :fault?

-- name: areRequestedBefore
-- Whether one of these was asked for before the database was restored.
select exists (select from deployment d where exists (select from payout o where o.id = any(:payoutIds::uuid[]) and payout_asked_at(o) < d.restored_at)
  or exists (select from move m where m.id = any(:moveIds::uuid[]) and m.created_at < d.restored_at)) as "before!"

-- name: mayBeSigned
-- Whether one of these, of which its network has told what left since the restore, may stand in what was signed before it.
select exists (select from payout o where o.id = any(:payoutIds::uuid[]) and payout_may_be_signed(o) and not payout_may_have_left(o))
  or exists (select from move m where m.id = any(:moveIds::uuid[]) and move_may_be_signed(m) and not move_may_have_left(m)) as "may!"

-- name: mayHaveLeft
select may_have_left('custody:' || p.network, p.asset, p.made_at) as "may!" from prepared_transaction p where p.id = :id::uuid

-- name: preparedToSend
select p.id from prepared_transaction p where p.status = 'BROADCAST' and p.next_try_at <= business_now()
  and not may_have_left('custody:' || p.network, p.asset, p.made_at)
  and not exists (select from prepared_transaction r where r.replaces_id = p.id and r.status = 'BROADCAST')
  and not exists (select from outgoing o where o.network = p.network and o.tx_hash = p.tx_hash and o.status in ('IN_BLOCK', 'FINAL'))
  and not exists (select from gas_payment g where g.network = p.network and g.tx_hash = p.tx_hash and g.block_hash is not null)
order by p.id limit :limit
