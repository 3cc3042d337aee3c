import { type Db, unitsFrom } from "#lib/kernel/database.ts";
import { batchedReads, batchedWrites } from "#lib/kernel/batch.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./deposits.sql.ts";

export type DepositRow = ReturnType<typeof depositOf>;

export const depositOf = (row: RowOf<typeof sql.lockDeposits>) => ({
  id: row.id,
  billId: row.bill_id,
  accountId: row.account_id,
  network: row.network,
  txHash: row.tx_hash,
  outputIndex: row.output_index,
  /** Which of what this output has paid on a chain of accounts; 0 but after a reorganisation. */
  variant: row.variant,
  asset: row.asset,
  units: unitsFrom(row.quantity_units),
  status: row.status,
  wrongAsset: row.wrong_asset,
  dust: row.dust,
  firstSeen: row.first_seen,
  /** Absent where the chain does not tell who sent it. */
  sourceAddress: row.source_address ?? undefined,
  /** When it was seen unconfirmed; absent: its block was the first we saw of it. */
  sightedAt: row.sighted_at ?? undefined,
  blockHeight: row.block_height === null ? undefined : Number(row.block_height),
  blockHash: row.block_hash ?? undefined,
  blockTime: row.block_time ?? undefined,
  position: row.position ?? 0,
  confirmationsRequired: row.confirmations_required,
  timesConfirmed: row.times_confirmed,
  timesReversed: row.times_reversed,
  /** Since when it waits to be taken back, while an invoice is selling it. */
  reversalDueAt: row.reversal_due_at ?? undefined,
  guaranteedUnits: unitsFrom(row.guaranteed_units),
  pending: unitsFrom(row.pending_units),
  converted: unitsFrom(row.converted_units),
  unconverted: unitsFrom(row.unconverted_units),
  locked: unitsFrom(row.locked_units),
  /** Asked to be paid out and not gone yet. */
  reserved: unitsFrom(row.reserved_units),
  fee: unitsFrom(row.fee_units),
  paidOut: unitsFrom(row.paid_out_units),
  fiat: unitsFrom(row.fiat_units),
  late: row.late,
  reasonCode: row.reason_code ?? undefined,
  reason: row.reason ?? undefined,
  /** See {@link readFacts}. */
  reasonFacts: row.reason_facts ?? undefined,
  decision: row.decision as unknown,
  treatAfter: row.treat_after ?? undefined,
  giveUpAt: row.give_up_at ?? undefined,
  /** What came to an address of no bill and was assigned to this one: where it lies and in which block, that says. */
  strayId: row.stray_id ?? undefined,
});

/** All deposits of a bill under their locks, in the order they are treated in: height, position, output. */
export const lockDeposits = batchedReads(async (db: Db, billIds: readonly string[]): Promise<DepositRow[][]> => {
  const rows = await sql.lockDeposits(db, { billIds });
  const byBill = Map.groupBy(rows.map(depositOf), (deposit) => deposit.billId);
  return billIds.map((billId) => byBill.get(billId) ?? []);
});

/** What a deposit needs now; never less than it needed. */
export const updateNeed = batchedWrites(
  async (db: Db, needs: readonly { id: string; confirmations: number }[]): Promise<void> => {
    await sql.updateNeed(db, {
      ids: needs.map(({ id }) => id),
      confirmations: needs.map(({ confirmations }) => confirmations),
    });
  },
);

/** What a transaction pays to addresses of ours in a deposit's asset, of whichever account's bills. */
export const paidByTransaction = batchedReads(
  async (db: Db, deposits: readonly Pick<DepositRow, "network" | "txHash" | "asset">[]): Promise<bigint[]> => {
    const rows = await sql.paidByTransaction(db, {
      networks: deposits.map(({ network }) => network),
      txHashes: deposits.map(({ txHash }) => txHash),
      assets: deposits.map(({ asset }) => asset),
    });
    const paid = new Map(rows.map((row) => [Number(row.nth), unitsFrom(row.units)]));
    return deposits.map((_, at) => paid.get(at + 1) ?? 0n);
  },
);

/** Time of the block that brought the last confirmation needed; undefined while it has not come. */
export const confirmedAt = batchedReads(
  async (db: Db, deposits: readonly DepositRow[]): Promise<(Date | undefined)[]> => {
    const heights = deposits.map(({ blockHeight, confirmationsRequired }) =>
      blockHeight === undefined ? null : blockHeight + confirmationsRequired - 1,
    );
    const rows = await sql.confirmedAt(db, { networks: deposits.map(({ network }) => network), heights });
    const times = new Map(rows.map((row) => [Number(row.nth), row.block_time]));
    return deposits.map((_, at) => times.get(at + 1));
  },
);

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

export const updateTreated = batchedWrites(async (db: Db, all: readonly Treated[]) => {
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
  await sql.updateTreated(db, { rows: JSON.stringify(rows) });
});

export async function billOfDeposit(db: Db, depositId: string, accountId: string): Promise<string | undefined> {
  const deposit = await db.deposit.findUnique({ select: { billId: true }, where: { id: depositId, accountId } });
  return deposit?.billId;
}

/** The bill a deposit came to. */
export async function billHolding(db: Db, depositId: string): Promise<string> {
  const { billId } = await db.deposit.findUniqueOrThrow({ select: { billId: true }, where: { id: depositId } });
  return billId;
}

export async function declineRow(db: Db, id: string): Promise<void> {
  await sql.declineRow(db, { id });
}
