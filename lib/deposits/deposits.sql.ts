// Written from deposits.sql and the database's own description by `node .config/statements.ts`.
import type { JsonValue } from "@prisma/client/runtime/client";
import { type Decimal, command, query } from "#lib/kernel/statement.ts";

type FindWatchedValues = {
  scripts: string;
  network: string;
};
type FindWatchedRow = {
  script: string;
  network: "bitcoin" | "bitcoincash" | "eth" | "tron";
  address: string;
  bill_id: string | null;
};
export const findWatched = query<FindWatchedValues, FindWatchedRow>({
  text: () => `select s.script as "script", a.network, a.address, a.bill_id from unnest(string_to_array($1, ',')) s(script)
cross join lateral (
  select network, address, bill_id from deposit_address
  where script = s.script
  order by bill_id is null, (network = $2) desc limit 1
) a`,
  values: ["scripts", "network"],
});

type FindDepositValues = {
  networks: readonly (string | null)[];
  txHashes: readonly (string | null)[];
  outputIndexes: readonly (number | null)[];
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
  nth: bigint;
};
export const findDeposit = query<FindDepositValues, FindDepositRow>({
  text: () => `select d.*, o.nth as "nth" from unnest($1::text[], $2::text[],
  $3::integer[]) with ordinality o(network, tx_hash, output_index, nth)
cross join lateral (
  select * from deposit
  where network = o.network and tx_hash = o.tx_hash and output_index = o.output_index for update
) d`,
  values: ["networks", "txHashes", "outputIndexes"],
});

type LockDepositsValues = {
  billIds: readonly (string | null)[];
};
type LockDepositsRow = {
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
};
export const lockDeposits = query<LockDepositsValues, LockDepositsRow>({
  text: () => `select * from deposit where bill_id = any($1::uuid[])
order by block_height nulls last, position, output_index, id for update`,
  values: ["billIds"],
});

type InsertDepositValues = {
  rows: string;
};
export const insertDeposit = command<InsertDepositValues>({
  text: () => `insert into deposit (id, bill_id, account_id, network, tx_hash, output_index, asset, address, source_address, quantity_units, status,
  wrong_asset, dust, first_seen, sighted_at, first_block_time, fee_rate, fee_estimate, replaceable,
  block_height, block_hash, block_time, position, confirmations_required, spends, created_at, updated_at)
select id, "billId", "accountId", network, "txHash", "outputIndex", asset, address, "sourceAddress", units,
  'UNCONFIRMED', "wrongAsset", dust, coalesce(least(time, m.now), m.now), case when time is null then m.now end,
  least(time, case when time is not null then m.now end), "feeRate", "feeEstimate", replaceable,
  height, hash, time, position, "confirmationsRequired", coalesce(spends, '{}'), m.now, m.now
from (select business_now() as now) m, json_to_recordset($1::json) as s(id uuid, "billId" uuid, "accountId" uuid, network text, "txHash" text,
  "outputIndex" integer, asset text, address text, "sourceAddress" text, units numeric, "wrongAsset" boolean, dust boolean,
  height bigint, hash text, time timestamptz, position integer, "confirmationsRequired" integer, spends text[],
  "feeRate" numeric, "feeEstimate" numeric, replaceable boolean)`,
  values: ["rows"],
});

type PlaceDepositValues = {
  rows: string;
};
export const placeDeposit = command<PlaceDepositValues>({
  text: () => `update deposit d set status = 'UNCONFIRMED', block_height = s.height, block_hash = s.hash,
  block_time = s.time, position = s.position, reason_code = null, reason = null, reason_facts = null,
  first_block_time = f.in_block, first_seen = coalesce(first_seen_of(d.sighted_at, f.in_block, d.fee_rate, d.fee_estimate), d.first_seen),
  updated_at = m.now
from (select business_now() as now) m, json_to_recordset($1::json)
  as s(id uuid, height bigint, hash text, time timestamptz, position integer)
cross join lateral (
  select least(coalesce(o.first_block_time, case when o.sighted_at is null then o.first_seen end),
    case when s.time is not null then least(s.time, m.now) end) as in_block
  from deposit o where o.id = s.id
) f
where d.id = s.id`,
  values: ["rows"],
});

type UpdateNeedValues = {
  ids: readonly (string | null)[];
  confirmations: readonly (number | null)[];
};
export const updateNeed = command<UpdateNeedValues>({
  text: () => `update deposit d set confirmations_required = n.confirmations, updated_at = (select business_now())
from unnest($1::uuid[], $2::integer[]) n(id, confirmations) where d.id = n.id and d.confirmations_required < n.confirmations`,
  values: ["ids", "confirmations"],
});

type PaidByTransactionValues = {
  networks: readonly (string | null)[];
  txHashes: readonly (string | null)[];
  assets: readonly (string | null)[];
};
type PaidByTransactionRow = {
  nth: bigint;
  units: Decimal;
};
export const paidByTransaction = query<PaidByTransactionValues, PaidByTransactionRow>({
  text: () => `select t.nth as "nth", (select coalesce(sum(quantity_units), 0) from deposit
  where network = t.network and tx_hash = t.tx_hash and asset = t.asset and status not in ('DROPPED', 'DECLINED')) as "units"
from unnest($1::text[], $2::text[], $3::text[]) with ordinality t(network, tx_hash, asset, nth)`,
  values: ["networks", "txHashes", "assets"],
});

type DepositsInBlockValues = {
  network: string;
  hash: string;
};
export const depositsInBlock = query<DepositsInBlockValues, LockDepositsRow>({
  text: () => `select * from deposit where network = $1 and block_hash = $2`,
  values: ["network", "hash"],
});

type UnplacedDepositsValues = {
  network: string;
};
type UnplacedDepositsRow = {
  id: string;
  billId: string;
  txHash: string;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth";
  units: Decimal;
  spends: string[];
};
export const unplacedDeposits = query<UnplacedDepositsValues, UnplacedDepositsRow>({
  text: () => `select id, bill_id as "billId", tx_hash as "txHash", asset, quantity_units as units, spends from deposit
where network = $1 and block_hash is null and status = 'UNCONFIRMED'`,
  values: ["network"],
});

type BillsToSettleValues = {
  limit: bigint | number;
};
type BillsToSettleRow = {
  bill_id: string;
};
export const billsToSettle = query<BillsToSettleValues, BillsToSettleRow>({
  text: () => `select distinct bill_id as "bill_id" from (
  (select d.bill_id from deposit d join chain_cursor c on c.network = d.network
   where d.status = 'UNCONFIRMED' and c.paused_reason is null
     and d.block_height <= least(c.height, coalesce(c.agreed_height, c.height)) - d.confirmations_required + 1
   order by d.block_height, d.position limit $1)
  union all
  (select bill_id from deposit where status = 'PROCESSING' and treat_after <= business_now()
     and not coalesce(decision->'parts' @> '[{"kind": "MARKET"}]', false) order by treat_after limit $1)
) due`,
  values: ["limit"],
});

type ConfirmedAtValues = {
  networks: readonly (string | null)[];
  heights: readonly (bigint | number | null)[];
};
type ConfirmedAtRow = {
  nth: bigint;
  block_time: Date;
};
export const confirmedAt = query<ConfirmedAtValues, ConfirmedAtRow>({
  text: () => `select d.nth as "nth", b.block_time from unnest($1::text[], $2::bigint[])
  with ordinality d(network, height, nth)
join chain_cursor c on c.network = d.network and least(c.height, coalesce(c.agreed_height, c.height)) >= d.height
join chain_block b on b.network = d.network and b.height = d.height and not b.orphaned`,
  values: ["networks", "heights"],
});

type UpdateTreatedValues = {
  rows: string;
};
export const updateTreated = command<UpdateTreatedValues>({
  text: () => `update deposit d set status = t.status, late = t.late, treated_at = coalesce(d.treated_at, m.now),
  reason_code = t."reasonCode", reason = t.reason, reason_facts = t."reasonFacts", decision = t.decision, guaranteed_units = t."guaranteedUnits",
  pending_units = t.pending, converted_units = t.converted, unconverted_units = t.unconverted, fee_units = t.fee,
  fiat_units = t.fiat, paid_out_units = coalesce(t."paidOut", d.paid_out_units),
  treat_after = m.now + t."treatAfterMs" * interval '1 millisecond', give_up_at = t."giveUpAt",
  times_confirmed = t."timesConfirmed", was_credited = d.was_credited or t.status in ('CONVERTED', 'CREDITED'), updated_at = m.now
from json_to_recordset($1::json) as t(id uuid, status text, late boolean, "reasonCode" text, reason text, "reasonFacts" text,
  decision jsonb, "guaranteedUnits" numeric, pending numeric, converted numeric, unconverted numeric, fee numeric, fiat numeric,
  "paidOut" numeric, "treatAfterMs" double precision, "giveUpAt" timestamptz, "timesConfirmed" integer),
  (select business_now() as now) m
where d.id = t.id`,
  values: ["rows"],
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

type DeclineRowValues = {
  id: string;
};
export const declineRow = command<DeclineRowValues>({
  text: () => `update deposit set status = 'DECLINED', updated_at = business_now() where id = $1::uuid`,
  values: ["id"],
});

type RecordOfBillValues = {
  billId: string;
};
type RecordOfBillRow = {
  record: string;
};
export const recordOfBill = query<RecordOfBillValues, RecordOfBillRow>({
  text: () => `select payment_json(b, business_now()) as "record" from bill b where id = $1::uuid`,
  values: ["billId"],
});

type MovePaidOutValues = {
  amount: bigint | string;
  fromPending: boolean;
  depositId: string;
};
export const movePaidOut = command<MovePaidOutValues>({
  text: () => `update deposit set paid_out_units = paid_out_units + $1::numeric,
  pending_units = pending_units - case when $2 then $1::numeric else 0 end,
  unconverted_units = unconverted_units - case when $2 then 0 else $1::numeric end,
  status = case when $2 and status = 'HELD' and pending_units = $1::numeric then 'DECLINED' else status end,
  updated_at = business_now()
where id = $3::uuid`,
  values: ["amount", "fromPending", "depositId"],
});

type MoveReservedValues = {
  amount: bigint | string;
  depositId: string;
};
export const moveReserved = command<MoveReservedValues>({
  text: () =>
    `update deposit set reserved_units = reserved_units + $1::numeric, updated_at = business_now() where id = $2::uuid`,
  values: ["amount", "depositId"],
});

type PayReservedValues = {
  amount: bigint | string;
  fromPending: boolean;
  depositId: string;
};
export const payReserved = command<PayReservedValues>({
  text: () => `update deposit set reserved_units = reserved_units - $1::numeric, paid_out_units = paid_out_units + $1::numeric,
  pending_units = pending_units - case when $2 then $1::numeric else 0 end,
  unconverted_units = unconverted_units - case when $2 then 0 else $1::numeric end, updated_at = business_now()
where id = $3::uuid`,
  values: ["amount", "fromPending", "depositId"],
});

type BillStateWithValues = {
  depositId: string;
  status: string;
  billId: string;
};
type BillStateWithRow = {
  status: string;
  amountStatus: string;
};
export const billStateWith = query<BillStateWithValues, BillStateWithRow>({
  text: () => `select bill_status(x, business_now()) as "status", bill_amount_status(x, business_now()) as "amountStatus"
from bill b
cross join lateral (
  select coalesce(sum(quantity_units) filter (where status in ('PROCESSING', 'CONVERTED', 'CREDITED')), 0) as amount,
    count(*) filter (where not dust and status not in ('DROPPED', 'DECLINED')) as standing,
    coalesce(bool_or(not dust and status in ('PROCESSING', 'HELD')), false) as processing
  from (select quantity_units, dust, case when id = $1::uuid then $2 else status end as status
    from deposit where bill_id = b.id and not wrong_asset) d
) f
cross join lateral jsonb_populate_record(b, jsonb_build_object('amount_units', f.amount, 'standing_deposits', f.standing,
  'deposits_processing', f.processing)) x
where b.id = $3::uuid`,
  values: ["depositId", "status", "billId"],
});
