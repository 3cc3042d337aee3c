// Written from outgoing.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, command, query } from "#lib/kernel/statement.ts";

type OurOutputsValues = {
  hashes: readonly (string | null)[];
  indexes: readonly (number | null)[];
  network: string;
};
type OurOutputsRow = {
  txHash: string;
  outputIndex: number;
  asset: string;
  units: Decimal;
};
export const ourOutputs = query<OurOutputsValues, OurOutputsRow>({
  text: () => `select s.tx_hash as "txHash", s.output_index as "outputIndex", o.asset as "asset", o.units as "units"
from unnest($1::text[], $2::integer[]) s(tx_hash, output_index)
cross join lateral (select asset, units from our_output($3, s.tx_hash, s.output_index) limit 1) o`,
  values: ["hashes", "indexes", "network"],
});

type FindOutgoingValues = {
  network: string;
  hashes: readonly (string | null)[];
};
type FindOutgoingRow = {
  id: string;
  tx_hash: string;
  status: "MEMPOOL" | "IN_BLOCK" | "FINAL" | "GONE";
  block_hash: string | null;
};
export const findOutgoing = query<FindOutgoingValues, FindOutgoingRow>({
  text: () => `select id, tx_hash, status, block_hash from outgoing
where network = $1 and tx_hash = any($2::text[]) for update`,
  values: ["network", "hashes"],
});

type InsertOutgoingValues = {
  id: string;
  network: string;
  txHash: string;
  variant: number;
  hash?: string | null | undefined;
  height?: bigint | number | null | undefined;
  confirmationsRequired: number;
  spends: readonly (string | null)[];
};
export const insertOutgoing = command<InsertOutgoingValues>({
  text: () => `insert into outgoing (id, network, tx_hash, variant, status, block_height, block_hash, confirmations_required, spends, seen_at, updated_at)
values ($1::uuid, $2, $3, $4::integer, case when $5::text is null then 'MEMPOOL' else 'IN_BLOCK' end, $6::bigint, $5,
  $7, $8::text[], business_now(), business_now())`,
  values: ["id", "network", "txHash", "variant", "hash", "height", "confirmationsRequired", "spends"],
});

type InsertInputsValues = {
  id: string;
  hashes: readonly (string | null)[];
  indexes: readonly (number | null)[];
  assets: readonly (string | null)[];
  units: readonly (bigint | string | null)[];
  scripts: readonly (string | null)[];
};
export const insertInputs = command<InsertInputsValues>({
  text: () => `insert into outgoing_input (outgoing_id, source_hash, source_index, asset, units, script)
select $1::uuid, i.source_hash, i.source_index, i.asset, i.units, i.script
from unnest($2::text[], $3::integer[], $4::text[], $5::numeric[], $6::text[])
  i(source_hash, source_index, asset, units, script)`,
  values: ["id", "hashes", "indexes", "assets", "units", "scripts"],
});

type InsertOutputsValues = {
  id: string;
  indexes: readonly (number | null)[];
  assets: readonly (string | null)[];
  scripts: readonly (string | null)[];
  addresses: readonly (string | null)[];
  units: readonly (bigint | string | null)[];
  own: readonly (boolean | null)[];
};
export const insertOutputs = command<InsertOutputsValues>({
  text: () => `insert into outgoing_output (outgoing_id, output_index, asset, script, address, units, own)
select $1::uuid, o.output_index, o.asset, o.script, o.address, o.units, o.own
from unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::boolean[])
  o(output_index, asset, script, address, units, own)`,
  values: ["id", "indexes", "assets", "scripts", "addresses", "units", "own"],
});

type InsertAmountsValues = {
  outgoingId: string;
  ids: readonly (string | null)[];
  assets: readonly (string | null)[];
  spent: readonly (bigint | string | null)[];
  own: readonly (bigint | string | null)[];
  fees: readonly (bigint | string | null)[];
};
export const insertAmounts = command<InsertAmountsValues>({
  text: () => `insert into outgoing_amount (id, outgoing_id, asset, spent_units, own_units, fee_units)
select a.id, $1::uuid, a.asset, a.spent, a.own, a.fee
from unnest($2::uuid[], $3::text[], $4::numeric[], $5::numeric[], $6::numeric[]) a(id, asset, spent, own, fee)`,
  values: ["outgoingId", "ids", "assets", "spent", "own", "fees"],
});

type InsertClaimsValues = {
  id: string;
  assets: readonly (string | null)[];
  kinds: readonly (string | null)[];
  objectIds: readonly (string | null)[];
  units: readonly (bigint | string | null)[];
};
export const insertClaims = command<InsertClaimsValues>({
  text: () => `insert into outgoing_claim (outgoing_id, asset, kind, object_id, units, made_at)
select $1::uuid, c.asset, c.kind, c.object_id, c.units, business_now()
from unnest($2::text[], $3::text[], $4::uuid[], $5::numeric[]) c(asset, kind, object_id, units)`,
  values: ["id", "assets", "kinds", "objectIds", "units"],
});

type PlaceOutgoingValues = {
  hash?: string | null | undefined;
  height?: bigint | number | null | undefined;
  id: string;
};
export const placeOutgoing = command<PlaceOutgoingValues>({
  text: () => `update outgoing set status = case when $1::text is null then 'MEMPOOL' else 'IN_BLOCK' end, block_height = $2::bigint,
  block_hash = $1, spent_at = null, updated_at = business_now()
where id = $3::uuid`,
  values: ["hash", "height", "id"],
});

type DropOutgoingValues = {
  isSpent: boolean;
  id: string;
};
/** Since when it is gone, and since when what it spends is spent otherwise, stays as it was first told. */
export const dropOutgoing = command<DropOutgoingValues>({
  text: () => `update outgoing set status = 'GONE', spent_at = case when $1 then business_now() end,
  updated_at = case status when 'GONE' then updated_at else business_now() end
where id = $2::uuid and (status = 'MEMPOOL' or (status = 'GONE' and spent_at is null and $1))`,
  values: ["isSpent", "id"],
});

type OutgoingInBlockValues = {
  network: string;
  hash: string;
};
type OutgoingInBlockRow = {
  id: string;
};
export const outgoingInBlock = query<OutgoingInBlockValues, OutgoingInBlockRow>({
  text: () => `select id from outgoing where network = $1 and block_hash = $2 order by id for update`,
  values: ["network", "hash"],
});

type KnownOutgoingValues = {
  network: string;
  hashes: readonly (string | null)[];
};
type KnownOutgoingRow = {
  txHash: string;
};
export const knownOutgoing = query<KnownOutgoingValues, KnownOutgoingRow>({
  text: () =>
    `select tx_hash as "txHash" from outgoing where network = $1 and tx_hash = any($2::text[]) and status <> 'GONE'`,
  values: ["network", "hashes"],
});

type OwnOutputsValues = {
  network: string;
  hashes: readonly (string | null)[];
};
type OwnOutputsRow = {
  txHash: string;
  outputIndex: number;
};
/** Of what a transaction has moved in several blocks, what stands, or was seen last. */
export const ownOutputs = query<OwnOutputsValues, OwnOutputsRow>({
  text: () => `select o.tx_hash as "txHash", p.output_index as "outputIndex" from (
  select distinct on (tx_hash) id, tx_hash from outgoing where network = $1 and tx_hash = any($2::text[])
  order by tx_hash, block_hash is null, variant desc) o
join outgoing_output p on p.outgoing_id = o.id where p.own`,
  values: ["network", "hashes"],
});

type RecordedPayoutsValues = {
  txHash: string;
  assets: readonly (string | null)[];
};
type RecordedPayoutsRow = {
  id: string;
  asset: string;
  units: Decimal;
};
export const recordedPayouts = query<RecordedPayoutsValues, RecordedPayoutsRow>({
  text: () => `select id, asset, quantity_units as units from payout
where lower(regexp_replace(tx_hash, '^0x', '')) = lower(regexp_replace($1, '^0x', '')) and asset = any($2::text[])
  and status = 'RECORDED'`,
  values: ["txHash", "assets"],
});

type OutgoingToFinishValues = {
  limit: bigint | number;
};
export const outgoingToFinish = query<OutgoingToFinishValues, OutgoingInBlockRow>({
  text: () => `select o.id from outgoing o join chain_cursor c on c.network = o.network
where o.status = 'IN_BLOCK' and o.times_posted > o.times_reversed and c.paused_reason is null
  and o.block_height <= least(c.height, coalesce(c.agreed_height, c.height)) - o.confirmations_required + 1
order by o.block_height, o.id limit $1`,
  values: ["limit"],
});

type PayoutsToTakeBackValues = {
  limit: bigint | number;
};
/**
 * No block holds it any more, and a payout stands as gone by it: a deposit that it was paid from was reversed as well, and
 * stands again.
 */
export const payoutsToTakeBack = query<PayoutsToTakeBackValues, OutgoingInBlockRow>({
  text: () => `select distinct o.id from outgoing o join outgoing_claim c on c.outgoing_id = o.id and c.kind = 'PAYOUT' and c.void_at is null
join payout_exit x on x.payout_id = c.object_id and x.proof = o.tx_hash and x.back_at is null
where o.times_posted = o.times_reversed and o.times_posted > 0 and o.status in ('MEMPOOL', 'GONE') and not is_carried_otherwise(c)
  and not exists (select from payout_part p join deposit d on d.id = p.deposit_id where p.payout_id = c.object_id and d.times_confirmed <= d.times_reversed)
order by o.id limit $1`,
  values: ["limit"],
});

type LockOutgoingValues = {
  id: string;
};
type LockOutgoingRow = {
  id: string;
  network: "bitcoin" | "bitcoincash" | "eth" | "tron";
  txHash: string;
  variant: number;
  status: "MEMPOOL" | "IN_BLOCK" | "FINAL" | "GONE";
  timesPosted: number;
  timesReversed: number;
};
export const lockOutgoing = query<LockOutgoingValues, LockOutgoingRow>({
  text: () => `select id, network, tx_hash as "txHash", variant, status, times_posted as "timesPosted", times_reversed as "timesReversed"
from outgoing where id = $1::uuid for update`,
  values: ["id"],
});

type AmountsOfValues = {
  id: string;
};
type AmountsOfRow = {
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth";
  spent: Decimal;
  own: Decimal;
  fee: Decimal;
};
export const amountsOf = query<AmountsOfValues, AmountsOfRow>({
  text: () =>
    `select asset, spent_units as spent, own_units as own, fee_units as fee from outgoing_amount where outgoing_id = $1::uuid order by asset`,
  values: ["id"],
});

type ClaimsOfValues = {
  id: string;
};
type ClaimsOfRow = {
  asset: string;
  kind: "PAYOUT" | "MOVE" | "RECORDED";
  objectId: string;
  units: Decimal;
  bookedFee: Decimal | null;
};
/** With the fee that what stands booked by this transaction has borne; none where it does not stand. */
export const claimsOf = query<ClaimsOfValues, ClaimsOfRow>({
  text: () => `select c.asset, c.kind, c.object_id as "objectId", c.units, coalesce(x.fee_units, f.fee_units) as "bookedFee"
from outgoing o join outgoing_claim c on c.outgoing_id = o.id and c.void_at is null
left join payout_exit x on c.kind = 'PAYOUT' and x.payout_id = c.object_id and x.proof = o.tx_hash and x.back_at is null
left join move_fact f on c.kind = 'MOVE' and f.move_id = c.object_id and f.side = 'LEFT' and f.proof = o.tx_hash and f.status = 'POSTED'
where o.id = $1::uuid order by c.asset, c.kind, c.object_id`,
  values: ["id"],
});

type VoidClaimValues = {
  id: string;
  asset: string;
  kind: string;
  objectId: string;
};
export const voidClaim = command<VoidClaimValues>({
  text: () => `update outgoing_claim set void_at = business_now()
where outgoing_id = $1::uuid and asset = $2 and kind = $3 and object_id = $4::uuid and void_at is null`,
  values: ["id", "asset", "kind", "objectId"],
});

type ClaimedElsewhereValues = {
  kind: string;
  objectIds: readonly (string | null)[];
  txHash: string;
  spends: readonly (string | null)[];
};
type ClaimedElsewhereRow = {
  objectId: string;
};
export const claimedElsewhere = query<ClaimedElsewhereValues, ClaimedElsewhereRow>({
  text: () => `select c.object_id as "objectId" from outgoing_claim c join outgoing o on o.id = c.outgoing_id
where c.kind = $1 and c.object_id = any($2::uuid[]) and c.void_at is null and o.status <> 'GONE'
  and o.tx_hash <> $3 and not (o.status = 'MEMPOOL' and o.spends && $4::text[])`,
  values: ["kind", "objectIds", "txHash", "spends"],
});

type LeftSinceRequestValues = {
  network: string;
  askedAt: Date;
  asset: string;
  units: bigint | string;
  script: string;
};
type LeftSinceRequestRow = {
  id: string;
  txHash: string;
  status: "MEMPOOL" | "IN_BLOCK" | "FINAL" | "GONE";
};
/** Seen since this was asked for, paying exactly this, there, and explaining nothing else; what a block has comes first. */
export const leftSinceRequest = query<LeftSinceRequestValues, LeftSinceRequestRow>({
  text: () => `select o.id, o.tx_hash as "txHash", o.status from outgoing_output x join outgoing o on o.id = x.outgoing_id
where o.network = $1 and o.seen_at > $2::timestamptz and x.asset = $3 and x.units = $4::numeric and x.script = $5 and not x.own
  and (pays_exactly(o.id, x.asset, x.units, x.script) or (o.status = 'MEMPOOL'
    and not exists (select from outgoing_claim c where c.outgoing_id = o.id and c.void_at is null)))
order by o.block_height, o.id limit 1`,
  values: ["network", "askedAt", "asset", "units", "script"],
});

type CountPostedValues = {
  id: string;
};
export const countPosted = command<CountPostedValues>({
  text: () => `update outgoing set times_posted = times_posted + 1, updated_at = business_now() where id = $1::uuid`,
  values: ["id"],
});

type CountReversedValues = {
  id: string;
};
export const countReversed = command<CountReversedValues>({
  text: () =>
    `update outgoing set times_reversed = times_reversed + 1, updated_at = business_now() where id = $1::uuid`,
  values: ["id"],
});

type FinishOutgoingValues = {
  id: string;
};
export const finishOutgoing = command<FinishOutgoingValues>({
  text: () => `update outgoing set status = 'FINAL', updated_at = business_now() where id = $1::uuid`,
  values: ["id"],
});
