// Written from watch.sql and the database's own description by `node .config/statements.ts`.
import type { JsonValue } from "@prisma/client/runtime/client";
import { type Decimal, command, query } from "#lib/kernel/statement.ts";

type FindWatchedValues = {
  scripts: string;
  network: string;
};
type FindWatchedRow = {
  script: string;
  network: string;
  address: string;
  bill_id: string | null;
};
export const findWatched = query<FindWatchedValues, FindWatchedRow>({
  text: () => `select s.script as "script", a.network as "network", a.address as "address", a.bill_id from unnest(string_to_array($1, ',')) s(script)
cross join lateral (
  select network, address, bill_id from (
    select network, address, bill_id from deposit_address where script = s.script
    union all select network, address, null from change_address where script = s.script) own
  order by bill_id is null, (network = $2) desc limit 1
) a`,
  values: ["scripts", "network"],
});

type FindDepositValues = {
  networks: readonly (string | null)[];
  txHashes: readonly (string | null)[];
  outputIndexes: readonly (number | null)[];
  scripts: readonly (string | null)[];
  assets: readonly (string | null)[];
  units: readonly (bigint | string | null)[];
};
type FindDepositRow = {
  id: string;
  bill_id: string;
  account_id: string;
  network: "bitcoin" | "bitcoincash" | "eth" | "tron";
  tx_hash: string;
  output_index: number;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth";
  address: string;
  source_address: string | null;
  quantity_units: Decimal;
  status: "UNCONFIRMED" | "PROCESSING" | "CONVERTED" | "CREDITED" | "HELD" | "DECLINED" | "DROPPED";
  wrong_asset: boolean;
  dust: boolean;
  first_seen: Date;
  block_height: bigint | null;
  block_hash: string | null;
  block_time: Date | null;
  position: number | null;
  confirmations_required: number;
  times_confirmed: number;
  times_reversed: number;
  was_credited: boolean;
  late: boolean;
  treated_at: Date | null;
  treat_after: Date | null;
  give_up_at: Date | null;
  guaranteed_units: Decimal;
  decision: JsonValue | null;
  reason_code:
    | "RECEIVE_AS_IS"
    | "BILL_EXPIRED"
    | "LIMIT_NOT_MET"
    | "OVERPAYMENT_KEPT"
    | "BELOW_MINIMUM"
    | "DEPOSIT_LIMIT"
    | "CONVERSION_FAILED"
    | "SCREENING"
    | "WRONG_ASSET"
    | "REORGANISED"
    | "DOUBLE_SPENT"
    | "BEFORE_BILL"
    | "INSUFFICIENT_LIQUIDITY"
    | "ASSIGNED"
    | null;
  reason: string | null;
  pending_units: Decimal;
  converted_units: Decimal;
  unconverted_units: Decimal;
  locked_units: Decimal;
  fee_units: Decimal;
  paid_out_units: Decimal;
  fiat_units: Decimal;
  created_at: Date;
  updated_at: Date;
  spends: string[];
  reason_facts: string | null;
  sighted_at: Date | null;
  first_block_time: Date | null;
  fee_rate: Decimal | null;
  fee_estimate: Decimal | null;
  replaceable: boolean | null;
  reversal_due_at: Date | null;
  reserved_units: Decimal;
  senders_told: boolean | null;
  stray_id: string | null;
  variant: number;
  nth: bigint;
};
/** On chains of accounts what the output has paid is looked at, too: in another block it may pay something else. */
export const findDeposit = query<FindDepositValues, FindDepositRow>({
  text: () => `select d.*, o.nth as "nth" from unnest($1::text[], $2::text[], $3::integer[], $4::text[],
  $5::text[], $6::numeric[]) with ordinality o(network, tx_hash, output_index, script, asset, units, nth)
cross join lateral (
  select * from deposit t
  where network = o.network and tx_hash = o.tx_hash and output_index = o.output_index
    and (network in ('bitcoin', 'bitcoincash') or (asset = o.asset and quantity_units = o.units
      and exists (select from deposit_address a where a.script = o.script and a.address = t.address))) for update
) d`,
  values: ["networks", "txHashes", "outputIndexes", "scripts", "assets", "units"],
});

type PaidOtherwiseValues = {
  network: string;
  txHashes: readonly (string | null)[];
  outputIndexes: readonly (number | null)[];
  scripts: readonly (string | null)[];
  assets: readonly (string | null)[];
  units: readonly (bigint | string | null)[];
};
type PaidOtherwiseRow = {
  id: string;
  billId: string;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth";
  units: Decimal;
};
/** Deposits of these transactions that no block holds, and that are not among these outputs. */
export const paidOtherwise = query<PaidOtherwiseValues, PaidOtherwiseRow>({
  text: () => `select d.id, d.bill_id as "billId", d.asset, d.quantity_units as units from deposit d
where d.network = $1 and d.tx_hash = any($2::text[]) and d.status = 'UNCONFIRMED' and d.block_hash is null and d.stray_id is null
  and not exists (select from unnest($2::text[], $3::integer[], $4::text[], $5::text[], $6::numeric[])
    o(tx_hash, output_index, script, asset, units) join deposit_address a on a.script = o.script and a.address = d.address
    where o.tx_hash = d.tx_hash and o.output_index = d.output_index and o.asset = d.asset and o.units = d.quantity_units)
order by d.bill_id, d.id`,
  values: ["network", "txHashes", "outputIndexes", "scripts", "assets", "units"],
});

type InsertDepositValues = {
  rows: string;
};
/**
 * With offset 0 the clock is read once, and not for each row and column: a sighting has one instant. Its address is the bill's,
 * however the node writes it.
 */
export const insertDeposit = command<InsertDepositValues>({
  text: () => `insert into deposit (id, bill_id, account_id, network, tx_hash, output_index, asset, address, source_address, quantity_units, status,
  wrong_asset, dust, first_seen, sighted_at, first_block_time, fee_rate, fee_estimate, replaceable,
  block_height, block_hash, block_time, position, confirmations_required, spends, variant, created_at, updated_at)
select id, "billId", "accountId", network, "txHash", "outputIndex", asset, (select address from bill where id = "billId" and account_id = "accountId"), "sourceAddress", units,
  'UNCONFIRMED', "wrongAsset", dust, coalesce(least(time, m.now), m.now), case when time is null then m.now end,
  least(time, case when time is not null then m.now end), "feeRate", "feeEstimate", replaceable,
  height, hash, time, position, "confirmationsRequired", coalesce(spends, '{}'), next_variant(network, "txHash", "outputIndex"), m.now, m.now
from (select business_now() as now offset 0) m, json_to_recordset($1::json) as s(id uuid, "billId" uuid, "accountId" uuid, network text, "txHash" text,
  "outputIndex" integer, asset text, "sourceAddress" text, units numeric, "wrongAsset" boolean, dust boolean,
  height bigint, hash text, time timestamptz, position integer, "confirmationsRequired" integer, spends text[],
  "feeRate" numeric, "feeEstimate" numeric, replaceable boolean)`,
  values: ["rows"],
});

type PlaceDepositValues = {
  rows: string;
};
/** The clock once, as at the sighting. */
export const placeDeposit = command<PlaceDepositValues>({
  text: () => `update deposit d set status = 'UNCONFIRMED', block_height = s.height, block_hash = s.hash,
  block_time = s.time, position = s.position, reason_code = null, reason = null, reason_facts = null,
  first_block_time = f.in_block, first_seen = coalesce(first_seen_of(d.sighted_at, f.in_block, d.fee_rate, d.fee_estimate), d.first_seen),
  updated_at = m.now
from (select business_now() as now offset 0) m, json_to_recordset($1::json)
  as s(id uuid, height bigint, hash text, time timestamptz, position integer)
cross join lateral (
  select least(coalesce(o.first_block_time, case when o.sighted_at is null then o.first_seen end),
    case when s.time is not null then least(s.time, m.now) end) as in_block
  from deposit o where o.id = s.id
) f
where d.id = s.id`,
  values: ["rows"],
});

type DepositsInBlockValues = {
  network: string;
  hash: string;
};
type DepositsInBlockRow = {
  id: string;
  bill_id: string;
  account_id: string;
  network: "bitcoin" | "bitcoincash" | "eth" | "tron";
  tx_hash: string;
  output_index: number;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth";
  address: string;
  source_address: string | null;
  quantity_units: Decimal;
  status: "UNCONFIRMED" | "PROCESSING" | "CONVERTED" | "CREDITED" | "HELD" | "DECLINED" | "DROPPED";
  wrong_asset: boolean;
  dust: boolean;
  first_seen: Date;
  block_height: bigint | null;
  block_hash: string | null;
  block_time: Date | null;
  position: number | null;
  confirmations_required: number;
  times_confirmed: number;
  times_reversed: number;
  was_credited: boolean;
  late: boolean;
  treated_at: Date | null;
  treat_after: Date | null;
  give_up_at: Date | null;
  guaranteed_units: Decimal;
  decision: JsonValue | null;
  reason_code:
    | "RECEIVE_AS_IS"
    | "BILL_EXPIRED"
    | "LIMIT_NOT_MET"
    | "OVERPAYMENT_KEPT"
    | "BELOW_MINIMUM"
    | "DEPOSIT_LIMIT"
    | "CONVERSION_FAILED"
    | "SCREENING"
    | "WRONG_ASSET"
    | "REORGANISED"
    | "DOUBLE_SPENT"
    | "BEFORE_BILL"
    | "INSUFFICIENT_LIQUIDITY"
    | "ASSIGNED"
    | null;
  reason: string | null;
  pending_units: Decimal;
  converted_units: Decimal;
  unconverted_units: Decimal;
  locked_units: Decimal;
  fee_units: Decimal;
  paid_out_units: Decimal;
  fiat_units: Decimal;
  created_at: Date;
  updated_at: Date;
  spends: string[];
  reason_facts: string | null;
  sighted_at: Date | null;
  first_block_time: Date | null;
  fee_rate: Decimal | null;
  fee_estimate: Decimal | null;
  replaceable: boolean | null;
  reversal_due_at: Date | null;
  reserved_units: Decimal;
  senders_told: boolean | null;
  stray_id: string | null;
  variant: number;
};
export const depositsInBlock = query<DepositsInBlockValues, DepositsInBlockRow>({
  text: () => `select * from deposit where network = $1 and block_hash = $2`,
  values: ["network", "hash"],
});

type UnplacedValues = {
  network: string;
  mostReversed: bigint | number;
};
type UnplacedRow = {
  kind: string;
  id: string;
  txHash: string;
  spends: string[];
  billId: string | null;
  asset: string | null;
  units: Decimal | null;
};
/** Deposits, what came to no bill and what left, asked for together: a look at a chain mostly finds none of them. */
export const unplaced = query<UnplacedValues, UnplacedRow>({
  text: () => `select u.kind as "kind", u.id as "id", u.tx_hash as "txHash", u.spends as "spends", u.bill_id as "billId", u.asset, u.units
from (
  select 'DEPOSIT', id, tx_hash, spends, bill_id, asset, quantity_units from deposit
  where network = $1 and block_hash is null and status = 'UNCONFIRMED'
  union all (
    select 'REVERSED', id, tx_hash, spends, bill_id, asset, quantity_units from deposit
    where network = $1 and status = 'DROPPED' and reason_code = 'REORGANISED' and times_reversed > 0
    order by updated_at desc limit $2
  )
  union all
  select 'STRAY', id, tx_hash, spends, null, null, null from stray_deposit
  where network = $1 and status = 'UNCONFIRMED' and block_hash is null
  union all
  select 'OUTGOING', id, tx_hash, spends, null, null, null from outgoing where network = $1 and status = 'MEMPOOL'
  union all
  select 'GONE', g.id, g.tx_hash, g.spends, null, null, null from outgoing g
  where g.network = $1 and g.status = 'GONE' and g.spent_at is null and g.times_posted = g.times_reversed and g.times_posted > 0
    and exists (select from outgoing_claim c where c.outgoing_id = g.id and c.kind in ('PAYOUT', 'RECORDED') and c.void_at is null)
) u(kind, id, tx_hash, spends, bill_id, asset, units)`,
  values: ["network", "mostReversed"],
});

type KnownOutputsValues = {
  network: string;
  txHashes: readonly (string | null)[];
};
type KnownOutputsRow = {
  tx_hash: string | null;
  output_index: number | null;
};
export const knownOutputs = query<KnownOutputsValues, KnownOutputsRow>({
  text: () => `select tx_hash, output_index from deposit
where network = $1 and tx_hash = any($2) and status <> 'DROPPED'
union all select tx_hash, output_index from stray_deposit
where network = $1 and tx_hash = any($2) and status <> 'DROPPED'`,
  values: ["network", "txHashes"],
});

type OutputsEverKnownValues = {
  network: string;
  txHashes: readonly (string | null)[];
};
/** By the index of each: one that was dropped is known as well, and comes back as what it was. */
export const outputsEverKnown = query<OutputsEverKnownValues, KnownOutputsRow>({
  text: () => `select tx_hash, output_index from deposit where network = $1 and tx_hash = any($2)
union all select tx_hash, output_index from stray_deposit where network = $1 and tx_hash = any($2)`,
  values: ["network", "txHashes"],
});
