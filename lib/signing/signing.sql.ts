// Written from signing.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, command, query } from "#lib/kernel/statement.ts";

type LockNetworkValues = {
  network: string;
};
type LockNetworkRow = {
  locked: string | null;
};
export const lockNetwork = query<LockNetworkValues, LockNetworkRow>({
  text: () => `select pg_advisory_xact_lock(hashtextextended('prepare ' || $1, 0))::text as locked`,
  values: ["network"],
});

type SpendableCoinsValues = {
  network: string;
  asset: string;
  payoutIds: readonly (string | null)[];
};
type SpendableCoinsRow = {
  sourceHash: string;
  sourceIndex: number;
  units: Decimal;
  script: string;
  walletId: string;
  branch: number;
  keyIndex: bigint;
  blockHash: string;
};
export const spendableCoins = query<SpendableCoinsValues, SpendableCoinsRow>({
  text: () => `select c.tx_hash as "sourceHash", c.output_index as "sourceIndex", c.units as "units", c.script as "script",
  c.wallet_id as "walletId", c.branch as "branch", c.key_index as "keyIndex", c.block_hash as "blockHash"
from (
  select d.tx_hash, d.output_index, d.quantity_units as units, a.script, a.wallet_id, 0 as branch, a.index as key_index, d.block_hash
  from deposit d join deposit_address a on a.bill_id = d.bill_id
  where d.network = $1 and d.asset = $2 and d.times_confirmed > d.times_reversed and d.block_hash is not null
    and (d.status not in ('HELD', 'DECLINED') or exists (select from payout_part p where p.deposit_id = d.id and p.payout_id = any($3::uuid[])))
  union all
  select s.tx_hash, s.output_index, s.quantity_units, a.script, a.wallet_id, a.branch, a.key_index, s.block_hash
  from stray_deposit s cross join lateral place_of_stray(s) a
  where s.network = $1 and s.asset = $2 and s.status = 'CONFIRMED' and s.block_hash is not null
  union all
  select o.tx_hash, p.output_index, p.units, p.script, k.wallet_id, k.branch, k.key_index, o.block_hash
  from outgoing o join outgoing_output p on p.outgoing_id = o.id and p.own and p.asset = $2
  join lateral (select wallet_id, 1 as branch, index as key_index from change_address where script = p.script and network = o.network
    union all select wallet_id, 0, index from deposit_address where script = p.script and network = o.network limit 1) k on true
  where o.network = $1 and o.times_posted > o.times_reversed and o.block_hash is not null
  union all
  select r.tx_hash, r.output_index, r.units, r.script, k.wallet_id, k.branch, k.key_index, r.block_hash
  from move_arrival r
  join lateral (select wallet_id, 1 as branch, index as key_index from change_address where script = r.script and network = r.network
    union all select wallet_id, 0, index from deposit_address where script = r.script and network = r.network limit 1) k on true
  where r.network = $1 and r.asset = $2 and r.block_hash is not null and is_arrived(r)
    and (r.maturity is null or exists (select from chain_cursor h where h.network = r.network and h.height - r.block_height + 1 >= r.maturity))
) c
where not exists (select from outgoing_input i join outgoing o on o.id = i.outgoing_id
    where i.source_hash = c.tx_hash and i.source_index = c.output_index and o.network = $1 and o.status <> 'GONE')
  and not exists (select from prepared_input h
    where h.held and h.network = $1 and h.source_hash = c.tx_hash and h.source_index = c.output_index)
order by c.units desc, c.tx_hash, c.output_index`,
  values: ["network", "asset", "payoutIds"],
});

type CancelledInputsValues = {
  objectIds: readonly (string | null)[];
  scripts: readonly (string | null)[];
  network: string;
};
type CancelledInputsRow = {
  preparedId: string;
  sourceHash: string;
  sourceIndex: bigint;
  same: boolean;
};
/**
 * What was prepared for these before and cancelled unsigned: who has its file may sign and send it until a block has one of
 * its inputs. A batch of a Safe is cancelled once no block can have it any more. What paid the same place for something that is
 * over by now is nobody's to prepare again, and would pay there as well.
 */
export const cancelledInputs = query<CancelledInputsValues, CancelledInputsRow>({
  text: () => `select i.prepared_id as "preparedId", i.source_hash as "sourceHash", i.source_index as "sourceIndex", x.same as "same"
from prepared_transaction p join prepared_input i on i.prepared_id = p.id
cross join lateral (select bool_or(x.object_id = any($1::uuid[])) as same from prepared_output x
  where x.prepared_id = p.id and (x.object_id = any($1::uuid[]) or (x.script = any($2::text[]) and exists (
    select from payout o where o.id = x.object_id and o.status in ('REJECTED', 'CANCELLED', 'FAILED')
    union all select from move m where m.id = x.object_id and m.status in ('REJECTED', 'CANCELLED', 'FAILED'))))) x
where p.network = $3 and p.status = 'CANCELLED' and p.safe_tx_hash is null and x.same is not null
  and not exists (select from prepared_input j join outgoing_input s on s.source_hash = j.source_hash and s.source_index = j.source_index
    join outgoing o on o.id = s.outgoing_id where j.prepared_id = p.id and o.network = p.network and o.status in ('IN_BLOCK', 'FINAL'))
order by i.prepared_id, i.units desc, i.source_hash, i.source_index`,
  values: ["objectIds", "scripts", "network"],
});

type WalletsOfValues = {
  network: string;
};
type WalletsOfRow = {
  id: string;
  xpub: string;
  path: string;
  fingerprint: string;
  masterFingerprint: string | null;
  active: boolean;
  accountId: string | null;
};
export const walletsOf = query<WalletsOfValues, WalletsOfRow>({
  text: () => `select id, xpub, path, fingerprint, master_fingerprint as "masterFingerprint", active, account_id as "accountId" from wallet
where network = $1 order by active desc, account_id nulls first, created_at desc, id`,
  values: ["network"],
});

type NextChangeValues = {
  walletId: string;
};
type NextChangeRow = {
  index: bigint;
  script: string;
  address: string;
};
export const nextChange = query<NextChangeValues, NextChangeRow>({
  text: () => `select c.index as "index", c.script as "script", c.address as "address" from change_address c
where c.wallet_id = $1::uuid and c.used_at is null
  and not exists (select from prepared_output x where x.kind = 'CHANGE' and x.script = c.script and x.held)
order by c.index limit 1`,
  values: ["walletId"],
});

type LockFamilyValues = {
  familyId: string;
};
type LockFamilyRow = {
  id: string;
};
export const lockFamily = query<LockFamilyValues, LockFamilyRow>({
  text: () => `select id from prepared_transaction where family_id = $1::uuid order by id for update`,
  values: ["familyId"],
});

type InsertInputsValues = {
  id: string;
  network: string;
  asset: string;
  sequence: bigint | number;
  held: boolean;
  hashes: readonly (string | null)[];
  indexes: readonly (bigint | number | null)[];
  units: readonly (bigint | string | null)[];
  scripts: readonly (string | null)[];
  branches: readonly (number | null)[];
  keys: readonly (bigint | number | null)[];
};
export const insertInputs = command<InsertInputsValues>({
  text: () => `insert into prepared_input (prepared_id, n, network, source_hash, source_index, asset, units, script, branch, key_index, sequence, held)
select $1::uuid, i.nth - 1, $2, i.source_hash, i.source_index, $3, i.units, i.script, i.branch, i.key_index, $4::bigint, $5::boolean
from unnest($6::text[], $7::bigint[], $8::numeric[], $9::text[], $10::integer[], $11::bigint[])
  with ordinality i(source_hash, source_index, units, script, branch, key_index, nth)`,
  values: ["id", "network", "asset", "sequence", "held", "hashes", "indexes", "units", "scripts", "branches", "keys"],
});

type SignPreparedValues = {
  signed: string;
  txHash: string;
  by: string;
  id: string;
};
export const signPrepared = command<SignPreparedValues>({
  text: () => `update prepared_transaction set status = 'SIGNED', signed = $1, tx_hash = $2, signed_by = $3, signed_at = business_now()
where id = $4::uuid`,
  values: ["signed", "txHash", "by", "id"],
});

type AskToSendValues = {
  by: string;
  id: string;
};
export const askToSend = command<AskToSendValues>({
  text: () => `update prepared_transaction set status = 'BROADCAST', sent_by = $1, sent_at = business_now(), next_try_at = business_now()
where id = $2::uuid`,
  values: ["by", "id"],
});

type EndPreparedValues = {
  status: string;
  reason?: string | null | undefined;
  by: string;
  id: string;
};
export const endPrepared = command<EndPreparedValues>({
  text: () => `update prepared_transaction set status = $1, reason = $2, ended_by = $3, ended_at = business_now(), next_try_at = null
where id = $4::uuid`,
  values: ["status", "reason", "by", "id"],
});

type ClaimToSendValues = {
  againSeconds: number;
  id: string;
};
type ClaimToSendRow = {
  network: "bitcoin" | "bitcoincash" | "eth" | "tron";
  signed: string;
  txHash: string;
  fault: string | null;
};
export const claimToSend = query<ClaimToSendValues, ClaimToSendRow>({
  text: () => `update prepared_transaction p set next_try_at = business_now() + $1 * interval '1 second'
where p.id = $2::uuid and p.status = 'BROADCAST' and p.next_try_at <= business_now()
returning p.network, p.signed as "signed", p.tx_hash as "txHash", p.fault`,
  values: ["againSeconds", "id"],
});

type WriteFaultValues = {
  fault?: string | null | undefined;
  id: string;
};
export const writeFault = command<WriteFaultValues>({
  text: () => `update prepared_transaction set fault = $1, fault_at = case when $1::text is not null then business_now() end
where id = $2::uuid and fault is distinct from $1`,
  values: ["fault", "id"],
});

type AreRequestedBeforeValues = {
  payoutIds: readonly (string | null)[];
  moveIds: readonly (string | null)[];
};
type AreRequestedBeforeRow = {
  before: boolean;
};
/** Whether one of these was asked for before the database was restored. */
export const areRequestedBefore = query<AreRequestedBeforeValues, AreRequestedBeforeRow>({
  text: () => `select exists (select from deployment d where exists (select from payout o where o.id = any($1::uuid[]) and payout_asked_at(o) < d.restored_at)
  or exists (select from move m where m.id = any($2::uuid[]) and m.created_at < d.restored_at)) as "before"`,
  values: ["payoutIds", "moveIds"],
});

type MayBeSignedValues = {
  payoutIds: readonly (string | null)[];
  moveIds: readonly (string | null)[];
};
type MayBeSignedRow = {
  may: boolean;
};
/** Whether one of these, of which its network has told what left since the restore, may stand in what was signed before it. */
export const mayBeSigned = query<MayBeSignedValues, MayBeSignedRow>({
  text: () => `select exists (select from payout o where o.id = any($1::uuid[]) and payout_may_be_signed(o) and not payout_may_have_left(o))
  or exists (select from move m where m.id = any($2::uuid[]) and move_may_be_signed(m) and not move_may_have_left(m)) as "may"`,
  values: ["payoutIds", "moveIds"],
});

type MayHaveLeftValues = {
  id: string;
};
export const mayHaveLeft = query<MayHaveLeftValues, MayBeSignedRow>({
  text: () =>
    `select may_have_left('custody:' || p.network, p.asset, p.made_at) as "may" from prepared_transaction p where p.id = $1::uuid`,
  values: ["id"],
});

type PreparedToSendValues = {
  limit: bigint | number;
};
export const preparedToSend = query<PreparedToSendValues, LockFamilyRow>({
  text: () => `select p.id from prepared_transaction p where p.status = 'BROADCAST' and p.next_try_at <= business_now()
  and not may_have_left('custody:' || p.network, p.asset, p.made_at)
  and not exists (select from prepared_transaction r where r.replaces_id = p.id and r.status = 'BROADCAST')
  and not exists (select from outgoing o where o.network = p.network and o.tx_hash = p.tx_hash and o.status in ('IN_BLOCK', 'FINAL'))
  and not exists (select from gas_payment g where g.network = p.network and g.tx_hash = p.tx_hash and g.block_hash is not null)
order by p.id limit $1`,
  values: ["limit"],
});
