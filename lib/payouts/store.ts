import { readAddress } from "#lib/beneficiaries/address.ts";
import { batchedReads, batchedWrites } from "#lib/kernel/batch.ts";
import { ASSETS, type CryptoAsset, type Fiat, isFiat, type Network } from "#lib/kernel/assets.ts";
import { type Db, Prisma, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import { type Conditions, conditionsOf, isOneOf } from "#lib/kernel/conditions.ts";
import { Raw } from "#lib/kernel/json.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import type { PayoutRecord } from "./contract.ts";
import type { PayoutFilter } from "./filters.ts";
import type { PayoutState } from "./payout-states.ts";
import * as sql from "./payouts.sql.ts";

export type PayableDeposit = {
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
  await sql.lockAccount(db, { accountId });
}

/** What the terms of settlement hold back of an account's fiat now. */
export async function reserveNow(db: Db, accountId: string, currency: Fiat): Promise<bigint> {
  const [row] = await sql.reserveNow(db, { accountId, currency });
  return unitsFrom(row?.reserve ?? "0");
}

/** Whether a bill, and a deposit, that are named are the account's own. */
export async function areOwn(
  db: Db,
  { accountId, billId, depositId }: Omit<Wanted, "asset">,
): Promise<RowOf<typeof sql.areOwn>> {
  const [row] = await sql.areOwn(db, { billId, accountId, depositId });
  return {
    bill: billId === undefined || row?.bill === true,
    deposit: depositId === undefined || row?.deposit === true,
  };
}

/** Bills with something to pay out in an asset, in the order their locks are taken. */
export async function payableBills(db: Db, wanted: Wanted): Promise<string[]> {
  const rows = await sql.payableBills(db, {
    accountId: wanted.accountId,
    asset: wanted.asset,
    billId: wanted.billId,
    depositId: wanted.depositId,
  });
  return rows.map((row) => row.bill_id);
}

/** The deposits of those bills that can be paid from, under their locks, oldest first. */
export async function lockPayable(db: Db, wanted: Wanted, billIds: readonly string[]): Promise<PayableDeposit[]> {
  const rows = await sql.lockPayable(db, { billIds, asset: wanted.asset, depositId: wanted.depositId });
  return rows.map((row) => {
    const reserved = unitsFrom(row.reserved_units);
    const goesBack = row.status === "HELD" || row.status === "DECLINED";
    return {
      depositId: row.id,
      billId: row.bill_id,
      asset: row.asset,
      status: row.status,
      pending: goesBack ? unitsFrom(row.pending_units) - reserved : 0n,
      free: unitsFrom(row.unconverted_units) - unitsFrom(row.locked_units) - (goesBack ? 0n : reserved),
    };
  });
}

export type NewPayout = {
  id: string;
  accountId: string;
  asset: string;
  units: bigint;
  kind: PayoutRecord["kind"];
  status: "RECORDED" | "REQUESTED";
  beneficiaryId: string | undefined;
  refundLinkId: string | undefined;
  billId: string | undefined;
  depositId: string | undefined;
  fromPending: boolean;
  reference: string;
  txHash: string | undefined;
  bankReference: string | undefined;
  inPlaceOf?: string;
  recordedBy: string;
  approvalId: string | null;
  parts: readonly { depositId: string; units: bigint }[];
};

export async function insertPayout(db: Db, { parts, units, ...made }: NewPayout): Promise<void> {
  await db.payout.create({
    select: { id: true },
    data: {
      ...made,
      quantityUnits: units.toString(),
      isOut: made.status === "RECORDED",
      beneficiaryId: made.beneficiaryId ?? null,
      refundLinkId: made.refundLinkId ?? null,
      billId: made.billId ?? null,
      depositId: made.depositId ?? null,
      txHash: made.txHash ?? null,
      bankReference: made.bankReference ?? null,
    },
  });
  await db.payoutPart.createMany({
    data: parts.map((part) => ({
      payoutId: made.id,
      depositId: part.depositId,
      quantityUnits: part.units.toString(),
    })),
  });
}

/** A payout as the API shows it; of the account, where one is named. */
export async function payoutRecord(db: Db, id: string, accountId?: string): Promise<Raw<PayoutRecord> | undefined> {
  const [row] = await sql.payoutRecord(db, { id, accountId });
  return row && new Raw(row.record);
}

/** Payouts newest first, of one account or of all. */
export async function listPayoutRows(
  db: Db,
  query: { accountId: string | undefined; filter: PayoutFilter; before: string | undefined; limit: number },
): Promise<{ id: string; record: string }[]> {
  const wanted = [
    Prisma.sql`true`,
    ...(query.accountId === undefined ? [] : [Prisma.sql`o.account_id = ${query.accountId}::uuid`]),
    ...(query.before === undefined ? [] : [Prisma.sql`o.id < ${query.before}::uuid`]),
    ...conditionsOf(CONDITIONS, query.filter),
  ];
  return db.$queryRaw<{ id: string; record: string }[]>`
    select o.id, payout_json(o) as record from payout o where ${Prisma.join(wanted, " and ")}
    order by o.id desc limit ${query.limit}`;
}

const CONDITIONS: Conditions<PayoutFilter, Prisma.Sql> = {
  status: (status) => isOneOf(Prisma.sql`o.status`, status),
  asset: (symbol) => isOneOf(Prisma.sql`split_part(o.asset, '@', 1)`, symbol),
  minimum: (least) => Prisma.sql`amount_of(o.quantity_units, o.asset) >= ${least.toString()}::numeric`,
  maximum: (most) => Prisma.sql`amount_of(o.quantity_units, o.asset) <= ${most.toString()}::numeric`,
  beneficiaryId: (id) => Prisma.sql`o.beneficiary_id::text = ${id}`,
  reference: (reference) => Prisma.sql`o.reference = ${reference}`,
};

export type PayoutRow = ReturnType<typeof payoutOf>;

/** `to`: where it goes, a place on the account's list, or what a payer gave by a link. */
const payoutOf = (row: RowOf<typeof sql.lockPayout>, to: { beneficiaryId: string } | { refundLinkId: string }) => ({
  id: row.id,
  account: { id: row.account_id, name: row.account_name },
  asset: wordFrom(ASSETS, row.asset),
  units: unitsFrom(row.quantity_units),
  kind: row.kind,
  fromPending: row.from_pending,
  status: row.status,
  isOut: row.is_out,
  to,
  approvalId: row.approval_id ?? undefined,
  txHash: row.tx_hash ?? undefined,
  fileId: row.file_id ?? undefined,
  askedAt: row.askedAt,
  /** Asked for before the database was restored, and nothing has told yet whether it has left since. */
  mayHaveLeft: row.mayHaveLeft,
});

/** A payout with a life of its own, under its row lock; its bills are locked before it. Recorded ones are not found. */
export const lockPayout = batchedReads(async (db: Db, ids: readonly string[]): Promise<(PayoutRow | undefined)[]> => {
  const rows = new Map((await sql.lockPayout(db, { ids })).map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = rows.get(id);
    const to = row && row.status !== "RECORDED" ? placeOf(row) : undefined;
    return row && to && payoutOf(row, to);
  });
});

function placeOf(row: { beneficiary_id: string | null; refund_link_id: string | null }): PayoutRow["to"] | undefined {
  if (row.beneficiary_id !== null) return { beneficiaryId: row.beneficiary_id };
  return row.refund_link_id === null ? undefined : { refundLinkId: row.refund_link_id };
}

/** The request that an account's payout waits for, or waited. */
export async function approvalOf(db: Db, id: string): Promise<string | undefined> {
  const row = await db.payout.findUnique({ select: { approvalId: true }, where: { id } });
  return row?.approvalId ?? undefined;
}

export type Moved = {
  id: string;
  status: PayoutState;
  isOut: boolean;
  txHash?: string | undefined;
  reason?: string | undefined;
};

/** Where a payout stands from now on. */
export const movePayout = batchedWrites(async (db: Db, moved: readonly Moved[]) => {
  await sql.movePayout(db, { rows: JSON.stringify(moved) });
});

/** Approved as before, when it was approved; by no transaction yet. */
export async function reapprovePayout(db: Db, id: string): Promise<void> {
  await db.payout.update({ select: { id: true }, where: { id }, data: { status: "APPROVED", txHash: null } });
}

/** A part of a payout; `stands` tells whether its deposit does. */
export type PartRow = ReturnType<typeof partOf>;

const partOf = (row: RowOf<typeof sql.partsOf>) => ({
  depositId: row.deposit_id,
  billId: row.bill_id,
  units: unitsFrom(row.quantity_units),
  stands: row.stands,
});

export const partsOf = batchedReads(async (db: Db, ids: readonly string[]): Promise<PartRow[][]> => {
  const rows = Map.groupBy(await sql.partsOf(db, { ids }), (row) => row.payout_id);
  return ids.map((id) => (rows.get(id) ?? []).map(partOf));
});

/** Open payouts that have reserved part of a deposit. */
export async function openPayoutsOf(db: Db, depositId: string): Promise<RowOf<typeof sql.openPayoutsOf>[]> {
  return sql.openPayoutsOf(db, { depositId });
}

/** Payouts whose request nobody decided in time. */
export async function lapsedPayouts(db: Db, limit: number): Promise<string[]> {
  return (await sql.lapsedPayouts(db, { limit })).map(({ id }) => id);
}

/** An approved payout that a network may show at any time. */
export type ExpectedPayout = {
  payoutId: string;
  accountId: string;
  asset: CryptoAsset;
  units: bigint;
  status: PayoutState;
  txHash: string | undefined;
  address: string;
  script: string;
};

export async function expectedPayouts(db: Db, network: Network): Promise<ExpectedPayout[]> {
  const rows = await sql.expectedPayouts(db, { network });
  return rows.flatMap((row) => {
    const asset = wordFrom(ASSETS, row.asset);
    const { account_id: accountId, address, status } = row;
    // Of the address that people have agreed to, and not of what a row says beside it.
    const script = readAddress(network, address)?.script;
    if (isFiat(asset) || script === undefined) return [];
    return [
      {
        payoutId: row.id,
        accountId,
        asset,
        units: unitsFrom(row.quantity_units),
        status,
        txHash: row.tx_hash ?? undefined,
        address,
        script,
      },
    ];
  });
}

/** Whether a payout stands as gone by this transaction. */
export const hasLeftBy = async (db: Db, payoutId: string, proof: string): Promise<boolean> =>
  (await db.payoutExit.count({ where: { payoutId, proof, backAt: null } })) > 0;

/** A time that a payout left; `standing` until it is taken back. */
export type ExitRow = ReturnType<typeof exitOf>;

const exitOf = ({ proof, n, place, feeUnits, backAt }: Prisma.PayoutExitGetPayload<object>) => ({
  proof,
  n,
  place,
  feeUnits: unitsFrom(feeUnits),
  standing: backAt === null,
});

export async function exitsOf(db: Db, payoutId: string): Promise<ExitRow[]> {
  const rows = await db.payoutExit.findMany({ where: { payoutId }, orderBy: [{ leftAt: "asc" }, { n: "asc" }] });
  return rows.map(exitOf);
}

type NewExit = Omit<ExitRow, "standing"> & { payoutId: string };

export const insertExit = batchedWrites(async (db: Db, exits: readonly NewExit[]) => {
  await db.payoutExit.createMany({
    data: exits.map(({ feeUnits, ...made }) => ({ ...made, feeUnits: feeUnits.toString() })),
  });
});

/** Takes an exit back, by a block that is gone or by a line of the bank; once. */
export async function takeExitBack(
  db: Db,
  back: { payoutId: string; proof: string; n: number; backBy: string | undefined },
): Promise<void> {
  await sql.takeBack(db, back);
}
