// Written from ended.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type FamiliesToEndValues = {
  onBitcoin: number;
  onBitcoincash: number;
  onEth: number;
  onTron: number;
  limit: bigint | number;
};
type FamiliesToEndRow = {
  familyId: string;
  txHash: string;
  isLost: boolean;
};
export const familiesToEnd = query<FamiliesToEndValues, FamiliesToEndRow>({
  text: () => `select distinct p.family_id as "familyId", o.tx_hash as "txHash", false as "isLost" from prepared_transaction p
join prepared_input i on i.prepared_id = p.family_id and i.held
join outgoing_input x on x.source_hash = i.source_hash and x.source_index = i.source_index
join outgoing o on o.id = x.outgoing_id and o.network = i.network and o.status = 'FINAL'
where p.status in ('PREPARED', 'SIGNED', 'BROADCAST') and p.network in ('bitcoin', 'bitcoincash')
union
select p.family_id, l.lost_by, true from prepared_transaction p join prepared_input i on i.prepared_id = p.family_id and i.held
join chain_cursor c on c.network = p.network and c.paused_reason is null
cross join lateral (select i.lost_by, i.lost_height where i.lost_by is not null
  union all select j.lost_by, j.lost_height from prepared_transaction q join prepared_input j on j.prepared_id = q.family_id and j.lost_by is not null
    where q.network = p.network and q.tx_hash = i.source_hash and q.status = 'FAILED') l
where p.status in ('PREPARED', 'SIGNED', 'BROADCAST') and l.lost_height <= least(c.height, coalesce(c.agreed_height, c.height))
  - case p.network when 'bitcoin' then $1::integer else $2::integer end + 1
union
select p.family_id, o.tx_hash, false from prepared_transaction p join prepared_input i on i.prepared_id = p.family_id and i.held
join outgoing o on o.network = 'eth' and o.status = 'FINAL' and o.spends && array['0x' || i.source_hash || ':' || i.source_index]
where p.status in ('PREPARED', 'SIGNED', 'BROADCAST') and p.network = 'eth'
union
select p.family_id, o.tx_hash, false from prepared_transaction p join outgoing o on o.network = p.network and o.tx_hash = p.tx_hash and o.status = 'FINAL'
where p.status in ('SIGNED', 'BROADCAST') and p.network = 'eth'
union
select p.family_id, g.tx_hash, false from prepared_transaction p join gas_payment g on g.network = p.network and g.tx_hash = prepared_hash(p) and g.move_id is not null
join chain_cursor c on c.network = p.network and g.block_height <= least(c.height, coalesce(c.agreed_height, c.height))
  - case p.network when 'eth' then $3::integer else $4::integer end + 1
where p.status in ('PREPARED', 'SIGNED', 'BROADCAST') and is_gas(p.asset)
union
select p.family_id, o.tx_hash, false from prepared_transaction p join outgoing o on o.network = p.network and o.tx_hash = tron_hash(p.unsigned) and o.status = 'FINAL'
where p.status in ('PREPARED', 'SIGNED', 'BROADCAST') and p.network = 'tron'
order by 1 limit $5`,
  values: ["onBitcoin", "onBitcoincash", "onEth", "onTron", "limit"],
});

type NumbersToProveValues = {
  limit: bigint | number;
};
type NumbersToProveRow = {
  familyId: string;
  script: string;
  number: bigint;
  height: bigint;
  txHashes: string[];
};
/** Where no final block names what has used it up: a transaction that moves no token does so as well. */
export const numbersToProve = query<NumbersToProveValues, NumbersToProveRow>({
  text: () => `select p.family_id as "familyId", i.source_hash as "script", i.source_index as "number", f.height as "height",
  array(select s.tx_hash from prepared_transaction s where s.family_id = p.id and s.tx_hash is not null)::text[] as "txHashes"
from prepared_transaction p join prepared_input i on i.prepared_id = p.id and i.held
cross join (select settled_height(c, 64) as height from chain_cursor c where c.network = 'eth') f
where p.id = p.family_id and p.network = 'eth' and p.safe_tx_hash is null and f.height > coalesce(p.unused_to, -1) and not is_number_reported(p)
order by p.family_id limit $1`,
  values: ["limit"],
});

type NoteUnusedValues = {
  height: bigint | number;
  familyId: string;
};
export const noteUnused = command<NoteUnusedValues>({
  text: () => `update prepared_transaction set unused_to = greatest(coalesce(unused_to, 0), $1) where id = $2::uuid`,
  values: ["height", "familyId"],
});

type IsNumberReportedValues = {
  familyId: string;
};
type IsNumberReportedRow = {
  reported: boolean;
};
export const isNumberReported = query<IsNumberReportedValues, IsNumberReportedRow>({
  text: () => `select is_number_reported(p) as "reported" from prepared_transaction p where p.id = $1::uuid`,
  values: ["familyId"],
});

type ExpiredPreparedValues = {
  limit: bigint | number;
};
type ExpiredPreparedRow = {
  id: string;
  txHash: string;
};
export const expiredPrepared = query<ExpiredPreparedValues, ExpiredPreparedRow>({
  text: () => `select p.id, tron_hash(p.unsigned) as "txHash" from prepared_transaction p
where p.status in ('PREPARED', 'SIGNED', 'BROADCAST') and p.network = 'tron' and is_expired(p) order by p.id limit $1`,
  values: ["limit"],
});

type IsExpiredValues = {
  id: string;
};
type IsExpiredRow = {
  expired: boolean;
};
export const isExpired = query<IsExpiredValues, IsExpiredRow>({
  text: () => `select is_expired(p) as "expired" from prepared_transaction p where p.id = $1::uuid`,
  values: ["id"],
});

type SpenderOfValues = {
  familyId: string;
};
type SpenderOfRow = {
  txHash: string;
};
export const spenderOf = query<SpenderOfValues, SpenderOfRow>({
  text: () => `select o.tx_hash as "txHash" from prepared_input i join outgoing_input x on x.source_hash = i.source_hash and x.source_index = i.source_index
join outgoing o on o.id = x.outgoing_id and o.network = i.network
where i.prepared_id = $1::uuid and o.status <> 'GONE'
union all
select o.tx_hash from prepared_input i join outgoing o on o.network = i.network and o.spends && array['0x' || i.source_hash || ':' || i.source_index]
where i.prepared_id = $1::uuid and i.network = 'eth' and o.status <> 'GONE' limit 1`,
  values: ["familyId"],
});

type HasMissedValues = {
  familyId: string;
  txHash: string;
};
type HasMissedRow = {
  missed: boolean;
};
/** Whether a payee of a token's transaction has not received that by its final block. */
export const hasMissed = query<HasMissedValues, HasMissedRow>({
  text: () => `select exists (select from prepared_transaction p join outgoing o on o.network = p.network and o.tx_hash = p.tx_hash and o.status = 'FINAL'
join prepared_output x on x.prepared_id = p.family_id and x.kind <> 'CHANGE'
where p.family_id = $1::uuid and p.tx_hash = $2 and p.network in ('eth', 'tron') and not is_gas(p.asset)
  and not exists (select from outgoing_output y
    where y.outgoing_id = o.id and y.asset = p.asset and y.script = x.script and y.units = x.units)) as "missed"`,
  values: ["familyId", "txHash"],
});

type SentForValues = {
  payoutIds: readonly (string | null)[];
  txHash: string;
};
type SentForRow = {
  id: string;
};
export const sentFor = query<SentForValues, SentForRow>({
  text: () =>
    `select p.id as "id" from unnest($1::uuid[]) p(id) where exists (select from sent_for(p.id) s where s.tx_hash = $2)`,
  values: ["payoutIds", "txHash"],
});
