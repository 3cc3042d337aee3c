// Written from gas.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, command, query } from "#lib/kernel/statement.ts";

type RecordGasValues = {
  id: string;
  network: string;
  txHash: string;
  kind: string;
  script: string;
  counter?: string | null | undefined;
  own: boolean;
  moveId?: string | null | undefined;
  height: bigint | number;
  hash: string;
  value: bigint | string;
};
type RecordGasRow = {
  isNew: boolean;
};
export const recordGas = query<RecordGasValues, RecordGasRow>({
  text: () => `insert into gas_payment as g (id, network, tx_hash, kind, script, counter, own, move_id, block_height, block_hash, value_wei, seen_at)
values ($1::uuid, $2, $3, $4, $5, $6, $7, $8::uuid, $9::bigint, $10, $11::numeric, business_now())
on conflict (network, tx_hash) do update set block_height = excluded.block_height, block_hash = excluded.block_hash
where g.block_hash is distinct from excluded.block_hash
returning (xmax = 0)::boolean as "isNew"`,
  values: ["id", "network", "txHash", "kind", "script", "counter", "own", "moveId", "height", "hash", "value"],
});

type InsertFoundValues = {
  id: string;
  network: string;
  txHash: string;
  kind: string;
  script: string;
  height: bigint | number;
  hash: string;
  wei: bigint | string;
};
export const insertFound = query<InsertFoundValues, RecordGasRow>({
  text: () => `insert into gas_payment (id, network, tx_hash, kind, script, own, block_height, block_hash, value_wei, fee_wei, moved_wei, weighed_hash, seen_at)
values ($1::uuid, $2, $3, $4, $5, false, $6::bigint, $7, $8::numeric, 0, $8::numeric, $7, business_now())
on conflict (network, tx_hash) do update set block_hash = excluded.block_hash, block_height = excluded.block_height,
  moved_wei = excluded.moved_wei, weighed_hash = excluded.weighed_hash
returning (xmax = 0)::boolean as "isNew"`,
  values: ["id", "network", "txHash", "kind", "script", "height", "hash", "wei"],
});

type InsertByCodeValues = {
  id: string;
  network: string;
  name: string;
  txHash: string;
  kind: string;
  script: string;
  counter: string;
  own: boolean;
  moveId?: string | null | undefined;
  height: bigint | number;
  hash: string;
  wei: bigint | string;
};
type InsertByCodeRow = {
  id: string;
  isNew: boolean;
};
export const insertByCode = query<InsertByCodeValues, InsertByCodeRow>({
  text: () => `insert into gas_payment as g (id, network, tx_hash, by_code, kind, script, counter, own, move_id, block_height, block_hash, value_wei, fee_wei, moved_wei, weighed_hash, seen_at)
values ($1::uuid, $2, $3, $4, $5, $6, $7, $8, $9::uuid, $10::bigint, $11, $12::numeric, 0, $12::numeric, $11, business_now())
on conflict (network, tx_hash) do update set weighed_hash = excluded.weighed_hash, block_height = excluded.block_height, block_hash = excluded.block_hash
where g.block_hash is distinct from excluded.block_hash
returning g.id as "id", (xmax = 0)::boolean as "isNew"`,
  values: ["id", "network", "name", "txHash", "kind", "script", "counter", "own", "moveId", "height", "hash", "wei"],
});

type GasHistoryValues = {
  network: string;
  scripts: readonly (string | null)[];
};
type GasHistoryRow = {
  script: string;
  height: bigint;
  wei: Decimal;
  byNode: boolean;
};
/** What has come to and gone from accounts, by block; by_node: what the node itself had there at that block. */
export const gasHistory = query<GasHistoryValues, GasHistoryRow>({
  text: () => `select s.script as "script", s.height as "height", s.wei as "wei", s.by_node as "byNode" from (
  select g.script, g.block_height as height, case g.kind when 'SENT' then -(g.fee_wei + g.moved_wei) else g.moved_wei end as wei,
    g.by_code is null and g.tx_hash like '%-%' as by_node
  from gas_payment g where g.network = $1 and g.script = any($2::text[]) and is_weighed(g)
  union all select g.counter, g.block_height, g.moved_wei, false from gas_payment g
    where g.network = $1 and g.own and g.counter = any($2::text[]) and is_weighed(g)) s`,
  values: ["network", "scripts"],
});

type IsGasReadyValues = {
  network: string;
};
type IsGasReadyRow = {
  opened: boolean;
  weighed: boolean;
};
/** Whether the house has looked once, and the node has told what all transactions in blocks have cost. */
export const isGasReady = query<IsGasReadyValues, IsGasReadyRow>({
  text: () => `select exists (select from custody_proof where asset = gas_asset($1)) as "opened",
  not exists (select from gas_payment g where g.network = $1 and g.block_hash is not null and not is_weighed(g)) as "weighed"`,
  values: ["network"],
});

type UnweighedGasValues = {
  network: string;
  limit: bigint | number;
};
type UnweighedGasRow = {
  id: string;
  txHash: string;
  valueWei: Decimal;
};
export const unweighedGas = query<UnweighedGasValues, UnweighedGasRow>({
  text: () => `select g.id, g.tx_hash as "txHash", g.value_wei as "valueWei" from gas_payment g
where g.network = $1 and g.block_hash is not null and g.weighed_hash is distinct from g.block_hash order by g.seen_at limit $2`,
  values: ["network", "limit"],
});

type WriteCostValues = {
  fee: bigint | string;
  moved: bigint | string;
  id: string;
  hash: string;
};
export const writeCost = command<WriteCostValues>({
  text: () => `update gas_payment set fee_wei = case kind when 'SENT' then $1::numeric else 0 end, moved_wei = $2::numeric, weighed_hash = block_hash
where id = $3::uuid and block_hash = $4 and weighed_hash is distinct from block_hash`,
  values: ["fee", "moved", "id", "hash"],
});

type GasToBookValues = {
  limit: bigint | number;
};
type GasToBookRow = {
  id: string;
};
export const gasToBook = query<GasToBookValues, GasToBookRow>({
  text: () => `select g.id from gas_payment g where g.block_hash is not null and is_weighed(g) and g.times_posted = g.times_reversed
order by g.kind = 'SENT', g.block_height, g.id limit $1`,
  values: ["limit"],
});

type LockGasValues = {
  id: string;
};
type LockGasRow = {
  network: "eth" | "tron";
  txHash: string;
  byCode: string | null;
  kind: "SENT" | "RECEIVED" | "OPENING" | "FOUND";
  script: string;
  counter: string | null;
  own: boolean;
  moveId: string | null;
  valueWei: Decimal;
  feeWei: Decimal | null;
  movedWei: Decimal | null;
  isWeighed: boolean;
  timesPosted: number;
  timesReversed: number;
};
export const lockGas = query<LockGasValues, LockGasRow>({
  text: () => `select g.network, g.tx_hash as "txHash", g.by_code as "byCode", g.kind, g.script, g.counter, g.own, g.move_id as "moveId", g.value_wei as "valueWei", g.fee_wei as "feeWei", g.moved_wei as "movedWei", is_weighed(g) as "isWeighed",
  g.times_posted as "timesPosted", g.times_reversed as "timesReversed"
from gas_payment g where g.id = $1::uuid for update`,
  values: ["id"],
});

type BookedInBlockValues = {
  network: string;
  hash: string;
};
export const bookedInBlock = query<BookedInBlockValues, GasToBookRow>({
  text: () =>
    `select id from gas_payment where network = $1 and block_hash = $2 and times_posted > times_reversed order by (kind = 'SENT') desc, id`,
  values: ["network", "hash"],
});

type LastSpentValues = {
  network: string;
};
export const lastSpent = query<LastSpentValues, GasToBookRow>({
  text: () => `select g.id from gas_payment g where g.network = $1 and g.kind = 'SENT' and g.times_posted > g.times_reversed
  and (exists (select from gas_postings(g) p where p.code = 'custody:' || g.network) or (g.move_id is not null and not g.own))
order by g.block_height desc, g.id desc limit 1`,
  values: ["network"],
});

type CountGasPostedValues = {
  id: string;
};
export const countGasPosted = command<CountGasPostedValues>({
  text: () => `update gas_payment set times_posted = times_posted + 1 where id = $1::uuid`,
  values: ["id"],
});

type CountGasReversedValues = {
  id: string;
};
export const countGasReversed = command<CountGasReversedValues>({
  text: () => `update gas_payment set times_reversed = times_reversed + 1 where id = $1::uuid`,
  values: ["id"],
});

type GasDueValues = {
  network: string;
};
type GasDueRow = {
  script: string;
  wei: Decimal;
};
export const gasDue = query<GasDueValues, GasDueRow>({
  text: () => `select s.script as "script", sum(s.wei) as "wei" from (
  select g.script, case g.kind when 'SENT' then -(g.fee_wei + g.moved_wei) else g.moved_wei end as wei
  from gas_payment g where g.network = $1 and is_weighed(g)
  union all select g.counter, g.moved_wei from gas_payment g where g.network = $1 and g.own and is_weighed(g)) s group by 1`,
  values: ["network"],
});

type GasAtStakeValues = {
  network: string;
  limit: bigint | number;
};
/** The Safes, then accounts that should have some, those with most first; none while what a block has is not weighed. */
export const gasAtStake = query<GasAtStakeValues, GasDueRow>({
  text: () => `select d.script as "script", d.wei as "wei" from (
  select s.script, sum(s.wei) as wei from (
    select g.script, case g.kind when 'SENT' then -(g.fee_wei + g.moved_wei) else g.moved_wei end as wei
    from gas_payment g where g.network = $1 and is_weighed(g)
    union all select g.counter, g.moved_wei from gas_payment g where g.network = $1 and g.own and is_weighed(g)
    union all select a.script, 0 from deposit_address a join wallet w on w.id = a.wallet_id where a.network = $1 and w.kind = 'ETH_SAFE') s group by 1) d
where (d.wei > 0 or exists (select from deposit_address a join wallet w on w.id = a.wallet_id
    where a.network = $1 and a.script = d.script and w.kind = 'ETH_SAFE')) and not exists (select from gas_payment g where g.network = $1 and g.block_hash is not null and not is_weighed(g))
order by exists (select from deposit_address a join wallet w on w.id = a.wallet_id
  where a.network = $1 and a.script = d.script and w.kind = 'ETH_SAFE') desc, d.wei desc, d.script limit $2`,
  values: ["network", "limit"],
});

type LostOpeningsValues = {
  network: string;
};
type LostOpeningsRow = {
  script: string;
};
export const lostOpenings = query<LostOpeningsValues, LostOpeningsRow>({
  text: () => `select g.script from gas_payment g where g.network = $1 and g.kind = 'OPENING' and g.block_hash is null and not exists (
  select from gas_payment o where o.network = g.network and o.script = g.script and o.kind = 'OPENING' and o.block_hash is not null)`,
  values: ["network"],
});

type BookedGasValues = {
  network: string;
};
type BookedGasRow = {
  ledger: Decimal;
  waiting: Decimal;
  rest: Decimal;
  unweighed: bigint;
  opened: boolean;
};
export const bookedGas = query<BookedGasValues, BookedGasRow>({
  text: () => `select coalesce((select balance from ledger_account where code = 'custody:' || $1 and asset = gas_asset($1)), 0)::numeric as "ledger",
  (select coalesce(sum(gas_units(g)), 0) from gas_payment g where g.network = $1 and is_weighed(g) and g.times_posted = g.times_reversed) as "waiting",
  (select coalesce(sum(gas_rest(g)), 0) from gas_payment g where g.network = $1 and is_weighed(g)) as "rest",
  (select count(*) from gas_payment g where g.network = $1 and g.block_hash is not null and not is_weighed(g)) as "unweighed",
  exists (select from custody_proof where asset = gas_asset($1)) as "opened"`,
  values: ["network"],
});

type GasLookDueValues = {
  network: string;
};
type GasLookDueRow = {
  due: boolean;
};
export const gasLookDue = query<GasLookDueValues, GasLookDueRow>({
  text: () => `select exists (select from gas_payment g where g.network = $1 and g.block_hash is not null and g.times_posted = g.times_reversed)
  and not exists (select from custody_proof where asset = gas_asset($1) and at > business_now() - interval '10 minutes') as "due"`,
  values: ["network"],
});

type HoldCursorValues = {
  network: string;
};
type HoldCursorRow = {
  hash: string;
};
export const holdCursor = query<HoldCursorValues, HoldCursorRow>({
  text: () => `select hash from chain_cursor where network = $1 for update`,
  values: ["network"],
});
