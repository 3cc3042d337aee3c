import type { CryptoAsset, Network } from "#lib/kernel/assets.ts";
import type { Transfer } from "#lib/chains/chain.ts";
import { type Db, unitsFrom } from "#lib/kernel/database.ts";
import { inSets, writesInSets } from "#lib/kernel/together.ts";

type Numeric = { toFixed(): string };

/** Where a watched script leads: the bill it was handed out for. */
export type Watched = { script: string; network: Network; address: string; billId: string };

/**
 * The bills behind scripts seen on a network, its own address before a sibling's: bitcoin and bitcoincash
 * share their keys, and so do eth and tron, so the same key can receive on either (rulebook 7.12). One look into the index for each
 * script: left to itself the planner would rather read all addresses there are than look up the thousands of a block.
 */
export async function findWatched(db: Db, network: Network, scripts: readonly string[]): Promise<Map<string, Watched>> {
  if (scripts.length === 0) return new Map();
  const rows = await db.$queryRaw<{ script: string; network: Network; address: string; bill_id: string }[]>`
    select s.script, a.network, a.address, a.bill_id from unnest(string_to_array(${[...new Set(scripts)].join(",")}, ',')) s(script)
    cross join lateral (
      select network, address, bill_id from deposit_address
      where script = s.script and bill_id is not null
      order by (network = ${network}) desc limit 1
    ) a`;
  return new Map(
    rows.map((row) => [
      row.script,
      { script: row.script, network: row.network, address: row.address, billId: row.bill_id },
    ]),
  );
}

export type DepositRow = {
  id: string;
  billId: string;
  accountId: string;
  network: Network;
  txHash: string;
  outputIndex: number;
  asset: CryptoAsset;
  units: bigint;
  status: string;
  wrongAsset: boolean;
  dust: boolean;
  firstSeen: Date;
  blockHeight: number | undefined;
  position: number;
  confirmationsRequired: number;
  timesConfirmed: number;
  timesReversed: number;
  guaranteedUnits: bigint;
  pending: bigint;
  converted: bigint;
  unconverted: bigint;
  locked: bigint;
  fee: bigint;
  paidOut: bigint;
  fiat: bigint;
  late: boolean;
  reasonCode: string | undefined;
  reason: string | undefined;
  /** See {@link readFacts}. */
  reasonFacts: string | undefined;
  decision: unknown;
  treatAfter: Date | undefined;
  giveUpAt: Date | undefined;
};

type RawDeposit = {
  id: string;
  bill_id: string;
  account_id: string;
  network: Network;
  tx_hash: string;
  output_index: number;
  asset: CryptoAsset;
  quantity_units: Numeric;
  status: string;
  wrong_asset: boolean;
  dust: boolean;
  first_seen: Date;
  block_height: bigint | null;
  position: number | null;
  confirmations_required: number;
  times_confirmed: number;
  times_reversed: number;
  guaranteed_units: Numeric;
  pending_units: Numeric;
  converted_units: Numeric;
  unconverted_units: Numeric;
  locked_units: Numeric;
  fee_units: Numeric;
  paid_out_units: Numeric;
  fiat_units: Numeric;
  late: boolean;
  reason_code: string | null;
  reason: string | null;
  reason_facts: string | null;
  decision: unknown;
  treat_after: Date | null;
  give_up_at: Date | null;
};

const depositOf = (row: RawDeposit): DepositRow => ({
  id: row.id,
  billId: row.bill_id,
  accountId: row.account_id,
  network: row.network,
  txHash: row.tx_hash,
  outputIndex: row.output_index,
  asset: row.asset,
  units: unitsFrom(row.quantity_units),
  status: row.status,
  wrongAsset: row.wrong_asset,
  dust: row.dust,
  firstSeen: row.first_seen,
  blockHeight: row.block_height === null ? undefined : Number(row.block_height),
  position: row.position ?? 0,
  confirmationsRequired: row.confirmations_required,
  timesConfirmed: row.times_confirmed,
  timesReversed: row.times_reversed,
  guaranteedUnits: unitsFrom(row.guaranteed_units),
  pending: unitsFrom(row.pending_units),
  converted: unitsFrom(row.converted_units),
  unconverted: unitsFrom(row.unconverted_units),
  locked: unitsFrom(row.locked_units),
  fee: unitsFrom(row.fee_units),
  paidOut: unitsFrom(row.paid_out_units),
  fiat: unitsFrom(row.fiat_units),
  late: row.late,
  reasonCode: row.reason_code ?? undefined,
  reason: row.reason ?? undefined,
  reasonFacts: row.reason_facts ?? undefined,
  decision: row.decision,
  treatAfter: row.treat_after ?? undefined,
  giveUpAt: row.give_up_at ?? undefined,
});

export type Output = { network: Network; txHash: string; outputIndex: number };

/** The deposit of an output under its row lock. */
export const findDeposit = inSets(async (db: Db, outputs: readonly Output[]): Promise<(DepositRow | undefined)[]> => {
  const rows = await db.$queryRaw<(RawDeposit & { nth: bigint })[]>`
      select d.*, o.nth from unnest(${outputs.map((output) => output.network)}::text[], ${outputs.map((output) => output.txHash)}::text[],
        ${outputs.map((output) => output.outputIndex)}::integer[]) with ordinality o(network, tx_hash, output_index, nth)
      cross join lateral (
        select * from deposit
        where network = o.network and tx_hash = o.tx_hash and output_index = o.output_index for update
      ) d`;
  const found = new Map(rows.map((row) => [Number(row.nth), depositOf(row)]));
  return outputs.map((_, at) => found.get(at + 1));
});

/** All deposits of a bill under their locks, in the order they are treated in: height, position, output. */
export const lockDeposits = inSets(async (db: Db, billIds: readonly string[]): Promise<DepositRow[][]> => {
  const rows = await db.$queryRaw<RawDeposit[]>`
    select * from deposit where bill_id = any(${[...billIds]}::uuid[])
    order by block_height nulls last, position, output_index, id for update`;
  const byBill = Map.groupBy(rows.map(depositOf), (deposit) => deposit.billId);
  return billIds.map((billId) => byBill.get(billId) ?? []);
});

export type Sighting = {
  id: string;
  billId: string;
  accountId: string;
  address: string;
  transfer: Transfer;
  network: Network;
  wrongAsset: boolean;
  dust: boolean;
  confirmationsRequired: number;
  block: { height: number; hash: string; time: Date } | undefined;
};

export const insertDeposit = writesInSets(async (db: Db, sightings: readonly Sighting[]) => {
  const rows = sightings.map(({ transfer, block, ...sighting }) => ({
    ...sighting,
    ...transfer,
    units: transfer.units.toString(),
    height: block?.height,
    hash: block?.hash,
    time: block?.time,
    position: block && transfer.position,
  }));
  await db.$executeRaw`
    insert into deposit (id, bill_id, account_id, network, tx_hash, output_index, asset, address, source_address, quantity_units, status,
      wrong_asset, dust, first_seen, block_height, block_hash, block_time, position, confirmations_required, spends, created_at, updated_at)
    select id, "billId", "accountId", network, "txHash", "outputIndex", asset, address, "sourceAddress", units,
      'UNCONFIRMED', "wrongAsset", dust, least((select business_now()), coalesce(time, (select business_now()))),
      height, hash, time, position, "confirmationsRequired", coalesce(spends, '{}'), (select business_now()), (select business_now())
    from json_to_recordset(${JSON.stringify(rows)}::json) as s(id uuid, "billId" uuid, "accountId" uuid, network text, "txHash" text,
      "outputIndex" integer, asset text, address text, "sourceAddress" text, units numeric, "wrongAsset" boolean, dust boolean,
      height bigint, hash text, time timestamptz, position integer, "confirmationsRequired" integer, spends text[])`;
});

/** Where a known deposit stands now: in a block, or, with none, back in the mempool. */
export type Placed = { id: string; block: { height: number; hash: string; time: Date; position: number } | undefined };

/** Its first sighting never moves later. */
export const placeDeposit = writesInSets(async (db: Db, placed: readonly Placed[]) => {
  const rows = placed.map(({ id, block }) => ({
    id,
    height: block?.height,
    hash: block?.hash,
    time: block?.time,
    position: block?.position,
  }));
  await db.$executeRaw`
    update deposit d set status = 'UNCONFIRMED', block_height = s.height, block_hash = s.hash,
      block_time = s.time, position = s.position, reason_code = null, reason = null, reason_facts = null,
      first_seen = least(d.first_seen, coalesce(s.time, d.first_seen)), updated_at = (select business_now())
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as s(id uuid, height bigint, hash text, time timestamptz, position integer)
    where d.id = s.id`;
});

export async function depositsInBlock(db: Db, network: Network, hash: string): Promise<DepositRow[]> {
  const rows = await db.$queryRaw<
    RawDeposit[]
  >`select * from deposit where network = ${network} and block_hash = ${hash}`;
  return rows.map(depositOf);
}

export type Unplaced = Pick<DepositRow, "id" | "billId" | "txHash" | "asset" | "units"> & { spends: readonly string[] };

/** Deposits that no block holds: candidates for having been replaced, double-spent or evicted. */
export async function unplacedDeposits(db: Db, network: Network): Promise<Unplaced[]> {
  const rows = await db.$queryRaw<(Omit<Unplaced, "units"> & { units: Numeric })[]>`
    select id, bill_id as "billId", tx_hash as "txHash", asset, quantity_units as units, spends from deposit
    where network = ${network} and block_hash is null and status = 'UNCONFIRMED'`;
  return rows.map((row) => ({ ...row, units: unitsFrom(row.units) }));
}

/** Why a deposit is gone: the code, the sentence, and the facts it is made of. */
export type Gone = { reasonCode: string; reason: string; reasonFacts: string };

export async function dropDeposit(db: Db, id: string, { reasonCode, reason, reasonFacts }: Gone): Promise<void> {
  await db.$executeRaw`
    update deposit set status = 'DROPPED', reason_code = ${reasonCode}, reason = ${reason}, reason_facts = ${reasonFacts}, block_height = null, block_hash = null,
      block_time = null, position = null, pending_units = 0, converted_units = 0, unconverted_units = 0, locked_units = 0, fee_units = 0,
      paid_out_units = 0, fiat_units = 0, guaranteed_units = 0, treat_after = null, updated_at = business_now()
    where id = ${id}::uuid`;
}

/** Bills with a deposit whose confirmations are reached, or whose waiting part is due again. */
export async function billsToSettle(db: Db, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ bill_id: string }[]>`
    select distinct bill_id from (
      (select d.bill_id from deposit d join chain_cursor c on c.network = d.network
       where d.status = 'UNCONFIRMED' and c.paused_reason is null
         and d.block_height <= least(c.height, coalesce(c.agreed_height, c.height)) - d.confirmations_required + 1
       order by d.block_height, d.position limit ${limit})
      union all
      (select bill_id from deposit where status = 'PROCESSING' and treat_after <= business_now()
         and not coalesce(decision->'parts' @> '[{"kind": "MARKET"}]', false) order by treat_after limit ${limit})
    ) due`;
  return rows.map((row) => row.bill_id);
}

/** Time of the block that brought the last confirmation needed; undefined while it has not come. */
export const confirmedAt = inSets(async (db: Db, deposits: readonly DepositRow[]): Promise<(Date | undefined)[]> => {
  const heights = deposits.map(({ blockHeight, confirmationsRequired }) =>
    blockHeight === undefined ? null : blockHeight + confirmationsRequired - 1,
  );
  const rows = await db.$queryRaw<{ nth: bigint; block_time: Date }[]>`
    select d.nth, b.block_time from unnest(${deposits.map(({ network }) => network)}::text[], ${heights}::bigint[])
      with ordinality d(network, height, nth)
    join chain_cursor c on c.network = d.network and least(c.height, coalesce(c.agreed_height, c.height)) >= d.height
    join chain_block b on b.network = d.network and b.height = d.height and not b.orphaned`;
  const times = new Map(rows.map((row) => [Number(row.nth), row.block_time]));
  return deposits.map((_, at) => times.get(at + 1));
});

export type Treated = {
  id: string;
  status: string;
  late: boolean;
  reasonCode: string | undefined;
  reason: string | undefined;
  reasonFacts: string | undefined;
  decision: unknown;
  guaranteedUnits: bigint;
  pending: bigint;
  converted: bigint;
  unconverted: bigint;
  fee: bigint;
  fiat: bigint;
  /** Absent: as it is. */
  paidOut?: bigint;
  treatAfterMs: number | undefined;
  giveUpAt: Date | undefined;
  timesConfirmed: number;
};

export const updateTreated = writesInSets(async (db: Db, all: readonly Treated[]) => {
  const rows = all.map((treated) => ({
    ...treated,
    guaranteedUnits: treated.guaranteedUnits.toString(),
    pending: treated.pending.toString(),
    converted: treated.converted.toString(),
    unconverted: treated.unconverted.toString(),
    fee: treated.fee.toString(),
    fiat: treated.fiat.toString(),
    paidOut: treated.paidOut?.toString(),
  }));
  await db.$executeRaw`
    update deposit d set status = t.status, late = t.late, treated_at = coalesce(d.treated_at, m.now),
      reason_code = t."reasonCode", reason = t.reason, reason_facts = t."reasonFacts", decision = t.decision, guaranteed_units = t."guaranteedUnits",
      pending_units = t.pending, converted_units = t.converted, unconverted_units = t.unconverted, fee_units = t.fee,
      fiat_units = t.fiat, paid_out_units = coalesce(t."paidOut", d.paid_out_units),
      treat_after = m.now + t."treatAfterMs" * interval '1 millisecond', give_up_at = t."giveUpAt",
      times_confirmed = t."timesConfirmed", was_credited = d.was_credited or t.status in ('CONVERTED', 'CREDITED'), updated_at = m.now
    from json_to_recordset(${JSON.stringify(rows)}::json) as t(id uuid, status text, late boolean, "reasonCode" text, reason text, "reasonFacts" text,
      decision jsonb, "guaranteedUnits" numeric, pending numeric, converted numeric, unconverted numeric, fee numeric, fiat numeric,
      "paidOut" numeric, "treatAfterMs" double precision, "giveUpAt" timestamptz, "timesConfirmed" integer),
      (select business_now() as now) m
    where d.id = t.id`;
});

export async function markReversed(db: Db, id: string): Promise<void> {
  await db.$executeRaw`update deposit set times_reversed = times_confirmed where id = ${id}::uuid`;
}

/** Which of these outputs we already hold as standing deposits. */
export async function knownOutputs(db: Db, network: Network, txHashes: readonly string[]): Promise<Set<string>> {
  if (txHashes.length === 0) return new Set();
  const rows = await db.$queryRaw<{ tx_hash: string; output_index: number }[]>`
    select tx_hash, output_index from deposit
    where network = ${network} and tx_hash = any(${[...txHashes]}) and status <> 'DROPPED'`;
  return new Set(rows.map((row) => `${row.tx_hash}:${row.output_index}`));
}

export async function billOfDeposit(db: Db, depositId: string, accountId: string): Promise<string | undefined> {
  const [row] = await db.$queryRaw<{ bill_id: string }[]>`
    select bill_id from deposit where id = ${depositId}::uuid and account_id = ${accountId}::uuid`;
  return row?.bill_id;
}

export async function declineRow(db: Db, id: string): Promise<void> {
  await db.$executeRaw`update deposit set status = 'DECLINED', updated_at = business_now() where id = ${id}::uuid`;
}

export async function recordOfBill(db: Db, billId: string): Promise<string> {
  const [row] = await db.$queryRaw<{ record: string }[]>`
    select payment_json(b, business_now()) as record from bill b where id = ${billId}::uuid`;
  return row?.record ?? "null";
}
