import type { CryptoAsset, Fiat, Network } from "#lib/kernel/assets.ts";
import type { Transfer } from "#lib/chains/chain.ts";
import { type Db, Prisma, unitsFrom } from "#lib/kernel/database.ts";

type Numeric = { toFixed(): string };

/** Where a watched script leads: the bill it was handed out for. */
export type Watched = { script: string; network: Network; address: string; billId: string };

/**
 * The bills behind scripts seen on a network, its own address before a sibling's: bitcoin and bitcoincash
 * share their keys, and so do eth and tron, so the same key can receive on either (contract §7). One look into the index for each
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
  decision: row.decision,
  treatAfter: row.treat_after ?? undefined,
  giveUpAt: row.give_up_at ?? undefined,
});

export async function findDeposit(
  db: Db,
  network: Network,
  txHash: string,
  outputIndex: number,
): Promise<DepositRow | undefined> {
  const [row] = await db.$queryRaw<RawDeposit[]>`
    select * from deposit where network = ${network} and tx_hash = ${txHash} and output_index = ${outputIndex} for update`;
  return row && depositOf(row);
}

/** All deposits of a bill under their locks, in the order they are treated in: height, position, output. */
export async function lockDeposits(db: Db, billId: string): Promise<DepositRow[]> {
  const rows = await db.$queryRaw<RawDeposit[]>`
    select * from deposit where bill_id = ${billId}::uuid order by block_height nulls last, position, output_index, id for update`;
  return rows.map(depositOf);
}

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

export async function insertDeposit(db: Db, sighting: Sighting): Promise<void> {
  const { transfer, block } = sighting;
  await db.$executeRaw`
    insert into deposit (id, bill_id, account_id, network, tx_hash, output_index, asset, address, source_address, quantity_units, status,
      wrong_asset, dust, first_seen, block_height, block_hash, block_time, position, confirmations_required, created_at, updated_at)
    values (${sighting.id}::uuid, ${sighting.billId}::uuid, ${sighting.accountId}::uuid, ${sighting.network}, ${transfer.txHash},
      ${transfer.outputIndex}, ${transfer.asset}, ${sighting.address}, ${transfer.sourceAddress ?? null}, ${transfer.units.toString()}::numeric,
      'UNCONFIRMED', ${sighting.wrongAsset}, ${sighting.dust}, least(business_now(), coalesce(${block?.time ?? null}::timestamptz, business_now())),
      ${block?.height ?? null}::bigint, ${block?.hash ?? null}, ${block?.time ?? null}::timestamptz, ${block ? transfer.position : null}::integer,
      ${sighting.confirmationsRequired}, business_now(), business_now())`;
}

/** A known deposit is in a block now, or back in the mempool; its first sighting never moves later. */
export async function placeDeposit(
  db: Db,
  id: string,
  block: { height: number; hash: string; time: Date; position: number } | undefined,
): Promise<void> {
  await db.$executeRaw`
    update deposit set status = 'UNCONFIRMED', block_height = ${block?.height ?? null}::bigint, block_hash = ${block?.hash ?? null},
      block_time = ${block?.time ?? null}::timestamptz, position = ${block?.position ?? null}::integer, reason_code = null, reason = null,
      first_seen = least(first_seen, coalesce(${block?.time ?? null}::timestamptz, first_seen)), updated_at = business_now()
    where id = ${id}::uuid`;
}

export async function depositsInBlock(db: Db, network: Network, hash: string): Promise<DepositRow[]> {
  const rows = await db.$queryRaw<
    RawDeposit[]
  >`select * from deposit where network = ${network} and block_hash = ${hash}`;
  return rows.map(depositOf);
}

/** Deposits that no block holds: candidates for having been replaced, double-spent or evicted. */
export async function unplacedDeposits(db: Db, network: Network): Promise<DepositRow[]> {
  const rows = await db.$queryRaw<RawDeposit[]>`
    select * from deposit where network = ${network} and block_hash is null and status = 'UNCONFIRMED'`;
  return rows.map(depositOf);
}

export async function dropDeposit(db: Db, id: string, reasonCode: string, reason: string): Promise<void> {
  await db.$executeRaw`
    update deposit set status = 'DROPPED', reason_code = ${reasonCode}, reason = ${reason}, block_height = null, block_hash = null,
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
export async function confirmedAt(db: Db, deposit: DepositRow): Promise<Date | undefined> {
  if (deposit.blockHeight === undefined) return undefined;
  const [row] = await db.$queryRaw<{ block_time: Date }[]>`
    select b.block_time from chain_block b join chain_cursor c on c.network = b.network
      and least(c.height, coalesce(c.agreed_height, c.height)) >= b.height
    where b.network = ${deposit.network} and b.height = ${deposit.blockHeight + deposit.confirmationsRequired - 1} and not b.orphaned`;
  return row?.block_time;
}

export type Treated = {
  id: string;
  status: string;
  late: boolean;
  reasonCode: string | undefined;
  reason: string | undefined;
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

export async function updateTreated(db: Db, treated: Treated): Promise<void> {
  const now = Prisma.sql`business_now()`;
  await db.$executeRaw`
    update deposit set status = ${treated.status}, late = ${treated.late}, treated_at = coalesce(treated_at, ${now}),
      reason_code = ${treated.reasonCode ?? null}, reason = ${treated.reason ?? null}, decision = ${JSON.stringify(treated.decision)}::jsonb,
      guaranteed_units = ${treated.guaranteedUnits.toString()}::numeric, pending_units = ${treated.pending.toString()}::numeric,
      converted_units = ${treated.converted.toString()}::numeric, unconverted_units = ${treated.unconverted.toString()}::numeric,
      fee_units = ${treated.fee.toString()}::numeric, fiat_units = ${treated.fiat.toString()}::numeric,
      paid_out_units = coalesce(${treated.paidOut?.toString() ?? null}::numeric, paid_out_units),
      treat_after = ${now} + ${treated.treatAfterMs ?? null}::double precision * interval '1 millisecond',
      give_up_at = ${treated.giveUpAt ?? null}::timestamptz, times_confirmed = ${treated.timesConfirmed},
      was_credited = was_credited or ${treated.status === "CONVERTED" || treated.status === "CREDITED"}, updated_at = ${now}
    where id = ${treated.id}::uuid`;
}

export type NewFill = {
  id: string;
  effectKey: string;
  depositId: string;
  billId: string;
  method: "RFQ" | "FRESH" | "MARKET";
  feeModel: string;
  units: bigint;
  feeUnits: bigint;
  price: string;
  fiatUnits: bigint;
  gross: string;
  priceInputs: unknown;
};

export async function insertFill(db: Db, fill: NewFill): Promise<void> {
  await db.$executeRaw`
    insert into fill (id, effect_key, deposit_id, bill_id, method, fee_model, quantity_units, fee_units, price, fiat_units, gross, price_inputs, filled_at)
    values (${fill.id}::uuid, ${fill.effectKey}, ${fill.depositId}::uuid, ${fill.billId}::uuid, ${fill.method}, ${fill.feeModel},
      ${fill.units.toString()}::numeric, ${fill.feeUnits.toString()}::numeric, ${fill.price}::numeric, ${fill.fiatUnits.toString()}::numeric,
      ${fill.gross}::numeric, ${JSON.stringify(fill.priceInputs ?? null)}::jsonb, business_now())`;
}

/** ΣE, fees and fiat at P over the bill's standing parts. */
export async function standingAtPrice(
  db: Db,
  billId: string,
): Promise<{ units: bigint; feeUnits: bigint; fiatUnits: bigint }> {
  const [row] = await db.$queryRaw<{ units: Numeric; fee: Numeric; fiat: Numeric }[]>`
    select coalesce(sum(quantity_units), 0) as units, coalesce(sum(fee_units), 0) as fee, coalesce(sum(fiat_units), 0) as fiat
    from fill where bill_id = ${billId}::uuid and method = 'RFQ' and reversed_at is null`;
  return {
    units: unitsFrom(row?.units ?? "0"),
    feeUnits: unitsFrom(row?.fee ?? "0"),
    fiatUnits: unitsFrom(row?.fiat ?? "0"),
  };
}

export type StandingFill = {
  id: string;
  effectKey: string;
  method: string;
  fiat: Fiat;
  units: bigint;
  feeUnits: bigint;
  fiatUnits: bigint;
};

export async function standingFills(db: Db, depositId: string): Promise<StandingFill[]> {
  const rows = await db.$queryRaw<
    {
      id: string;
      effect_key: string;
      method: string;
      fiat: Fiat;
      quantity_units: Numeric;
      fee_units: Numeric;
      fiat_units: Numeric;
    }[]
  >`
    select f.*, b.fiat from fill f join bill b on b.id = f.bill_id
    where f.deposit_id = ${depositId}::uuid and f.reversed_at is null order by f.filled_at, f.id`;
  return rows.map((row) => ({
    fiat: row.fiat,
    id: row.id,
    effectKey: row.effect_key,
    method: row.method,
    units: unitsFrom(row.quantity_units),
    feeUnits: unitsFrom(row.fee_units),
    fiatUnits: unitsFrom(row.fiat_units),
  }));
}

export async function reverseFills(db: Db, depositId: string): Promise<void> {
  await db.$executeRaw`update fill set reversed_at = business_now()
    where deposit_id = ${depositId}::uuid and reversed_at is null and method <> 'CONVERSION'`;
}

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
