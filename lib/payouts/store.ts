import type { CryptoAsset } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom } from "#lib/kernel/database.ts";

export type Payable = {
  depositId: string;
  billId: string;
  asset: CryptoAsset;
  status: string;
  pending: bigint;
  free: bigint;
};

type Wanted = { accountId: string; asset: CryptoAsset; billId: string | undefined; depositId: string | undefined };

/** Fiat payouts of one account follow one another, so that none is promised what another takes. */
export async function lockAccount(db: Db, accountId: string): Promise<void> {
  await db.$queryRaw`select id from account where id = ${accountId}::uuid for update`;
}

/** Whether a bill, and a deposit, that are named are the account's own. */
export async function areOwn(
  db: Db,
  { accountId, billId, depositId }: Omit<Wanted, "asset">,
): Promise<{ bill: boolean; deposit: boolean }> {
  const [row] = await db.$queryRaw<{ bill: boolean; deposit: boolean }[]>`
    select exists (select from bill where id = ${billId ?? null}::uuid and account_id = ${accountId}::uuid) as bill,
      exists (select from deposit where id = ${depositId ?? null}::uuid and account_id = ${accountId}::uuid) as deposit`;
  return {
    bill: billId === undefined || row?.bill === true,
    deposit: depositId === undefined || row?.deposit === true,
  };
}

/** Bills with something to pay out in an asset, in the order their locks are taken. */
export async function payableBills(db: Db, wanted: Wanted): Promise<string[]> {
  const rows = await db.$queryRaw<{ bill_id: string }[]>`
    select distinct d.bill_id from deposit d
    where d.account_id = ${wanted.accountId}::uuid and d.asset = ${wanted.asset}
      and (${wanted.billId ?? null}::uuid is null or d.bill_id = ${wanted.billId ?? null}::uuid)
      and (${wanted.depositId ?? null}::uuid is null or d.id = ${wanted.depositId ?? null}::uuid)
      and (d.unconverted_units > d.locked_units or (d.pending_units > 0 and d.status in ('HELD', 'DECLINED')))
    order by d.bill_id`;
  return rows.map((row) => row.bill_id);
}

/** The deposits of those bills that can be paid from, under their locks, oldest first. */
export async function lockPayable(db: Db, wanted: Wanted, billIds: readonly string[]): Promise<Payable[]> {
  type Row = {
    id: string;
    bill_id: string;
    asset: CryptoAsset;
    status: string;
    pending_units: { toFixed(): string };
    unconverted_units: { toFixed(): string };
    locked_units: { toFixed(): string };
  };
  const rows = await db.$queryRaw<Row[]>`
    select id, bill_id, asset, status, pending_units, unconverted_units, locked_units from deposit
    where bill_id = any(${[...billIds]}::uuid[]) and asset = ${wanted.asset}
      and (${wanted.depositId ?? null}::uuid is null or id = ${wanted.depositId ?? null}::uuid)
    order by created_at, id for update`;
  return rows.map((row) => ({
    depositId: row.id,
    billId: row.bill_id,
    asset: row.asset,
    status: row.status,
    pending: row.status === "HELD" || row.status === "DECLINED" ? unitsFrom(row.pending_units) : 0n,
    free: unitsFrom(row.unconverted_units) - unitsFrom(row.locked_units),
  }));
}

/** Moves part of a deposit's pending or free quantity to paid out; a held deposit that is all gone is declined. */
export async function payFromDeposit(db: Db, depositId: string, units: bigint, fromPending: boolean): Promise<void> {
  const amount = units.toString();
  await db.$executeRaw`
    update deposit set paid_out_units = paid_out_units + ${amount}::numeric,
      pending_units = pending_units - case when ${fromPending} then ${amount}::numeric else 0 end,
      unconverted_units = unconverted_units - case when ${fromPending} then 0 else ${amount}::numeric end,
      status = case when ${fromPending} and status = 'HELD' and pending_units = ${amount}::numeric then 'DECLINED' else status end,
      updated_at = business_now()
    where id = ${depositId}::uuid`;
}

export type NewPayout = {
  id: string;
  accountId: string;
  asset: string;
  units: bigint;
  fromPending: boolean;
  reference: string;
  txHash: string | undefined;
  recordedBy: string;
  parts: readonly { depositId: string; units: bigint }[];
};

export async function insertPayout(db: Db, payout: NewPayout): Promise<Date> {
  const [row] = await db.$queryRaw<{ recorded_at: Date }[]>`
    insert into payout (id, account_id, asset, quantity_units, from_pending, reference, tx_hash, recorded_by, recorded_at)
    values (${payout.id}::uuid, ${payout.accountId}::uuid, ${payout.asset}, ${payout.units.toString()}::numeric, ${payout.fromPending},
      ${payout.reference}, ${payout.txHash ?? null}, ${payout.recordedBy}, business_now()) returning recorded_at`;
  for (const part of payout.parts) {
    await db.$executeRaw`
      insert into payout_part (payout_id, deposit_id, quantity_units)
      values (${payout.id}::uuid, ${part.depositId}::uuid, ${part.units.toString()}::numeric)`;
  }
  return row?.recorded_at ?? new Date(0);
}
