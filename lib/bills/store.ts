import type { Crypto, CryptoAsset, Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { type Db, decimalFrom, unitsFrom } from "#lib/kernel/database.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { batchedReads, batchedWrites } from "#lib/kernel/batch.ts";
import type { WalletKind } from "#lib/wallets/kinds.ts";
import type { BillTerms } from "./bill.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import type { Settings } from "#lib/settings/setting.ts";
import * as sql from "./bills.sql.ts";

/**
 * What a request is decided by beside its own words. `paused`: networks that wait for a person. `wallets`: the active
 * wallet of each kind that serves the account, its own before the house's.
 */
export type BillSnapshot = {
  now: Date;
  settings: Settings;
  paused: string[];
  /** The height of each network as last heard of. */
  heights: Partial<Record<Network, number>>;
  wallets: Partial<Record<WalletKind, string>>;
  /** The last bids in EUR, whatever their age. */
  bids: Partial<Record<Crypto, string>>;
};

/** All of it in one look, which requests of one moment share, each told what is its own account's. Outside of transactions. */
export async function readSnapshot({ app: { database } }: Ctx, accountId: string): Promise<BillSnapshot> {
  const row = await database.gather("snapshots", accountId, async (accountIds) => {
    const rows = await sql.readSnapshots(database.prisma, { accountIds: [...new Set(accountIds)] });
    const snapshots = new Map(rows.map(({ account_id, ...more }) => [account_id, more]));
    return accountIds.map((each) => snapshots.get(each));
  });
  if (!row) throw new Error("the database is not stamped with a mode yet");
  return {
    ...row,
    settings: row.settings as BillSnapshot["settings"],
    heights: row.heights as BillSnapshot["heights"],
    wallets: row.wallets as BillSnapshot["wallets"],
    bids: row.bids as BillSnapshot["bids"],
  };
}

/** Bills that have reached their expiry and whose expiry event has not been emitted. */
export async function billsToExpire(db: Db, limit: number): Promise<string[]> {
  const rows = await sql.billsToExpire(db, { limit });
  return rows.map((row) => row.id);
}

/** `bid`: the market's, where it is known at the expiry. Answers whether the expiry had not been told before. */
export const claimExpiry = batchedReads(
  async (db: Db, ended: readonly { billId: string; bid: Decimal | undefined }[]): Promise<boolean[]> => {
    const billIds = ended.map(({ billId }) => billId);
    const bids = ended.map(({ bid }) => bid?.toString() ?? null);
    const rows = await sql.claimExpiry(db, { billIds, bids });
    const claimed = new Set(rows.map(({ id }) => id));
    return billIds.map((billId) => claimed.has(billId));
  },
);

/** The bill under its row lock, with what its deposits are decided by. */
export const lockBillRow = batchedReads(
  async (db: Db, billIds: readonly string[]): Promise<(LockedBill | undefined)[]> => {
    const bills = new Map((await lockBillRows(db, billIds, undefined)).map((bill) => [bill.id, bill]));
    return billIds.map((billId) => bills.get(billId));
  },
);

/** Several bills under their row locks, always taken in one order, so that two who need the same ones never block each other. */
export async function lockBillRows(
  db: Db,
  billIds: readonly string[],
  accountId: string | undefined,
): Promise<LockedBill[]> {
  const rows = await sql.lockBillRows(db, { billIds, accountId });
  return rows.map(lockedBill);
}

export type LockedBill = {
  id: string;
  accountId: string;
  terms: BillTerms;
  completionTold: boolean;
  /** Whether its end was emitted; until then the worker does so. */
  expiryEmitted: boolean;
  status: string;
  amountStatus: string;
  confirmationsRequired: number;
  now: Date;
};

function lockedBill(row: RowOf<typeof sql.lockBillRows>): LockedBill {
  return {
    id: row.id,
    accountId: row.account_id,
    completionTold: row.completion_told,
    expiryEmitted: row.expiry_told,
    status: row.shown_status,
    amountStatus: row.amount_status,
    confirmationsRequired: row.confirmations_required,
    now: row.now,
    terms: {
      asset: row.asset,
      fiat: row.fiat,
      fiatUnits: unitsFrom(row.fiat_units),
      price: decimalFrom(row.price),
      quantityUnits: unitsFrom(row.quantity_units),
      strategy: row.strategy,
      feeModel: row.fee_model,
      ...(row.limit_price ? { limitPrice: decimalFrom(row.limit_price) } : {}),
      spreadBps: row.spread_bps,
      explicitFeeBps: row.explicit_fee_bps,
      transactionFeeBps: row.transaction_fee_bps,
      toleranceBps: row.tolerance_bps,
      overpayment: row.overpayment,
      guaranteeMs: Number(row.guarantee_ms),
      ...(row.max_depth_bps === null ? {} : { maxDepthBps: row.max_depth_bps }),
      holdGraceMs: Number(row.hold_grace_ms ?? row.guarantee_ms),
      ...(row.confirmation_tiers ? { confirmationTiers: row.confirmation_tiers } : {}),
      ...(row.deposit_limit ? { depositLimit: decimalFrom(row.deposit_limit) } : {}),
      ...(row.known_height === null ? {} : { knownHeight: Number(row.known_height) }),
      expiresAt: row.expires_at,
    },
  };
}

export const markCompletion = batchedWrites(
  async (db: Db, bills: readonly { billId: string; isNotified: boolean }[]) => {
    const idsOf = (isNotified: boolean) =>
      bills.filter((bill) => bill.isNotified === isNotified).map(({ billId }) => billId);
    await sql.markCompletionTold(db, { toldIds: idsOf(true), billIds: bills.map(({ billId }) => billId) });
  },
);

export type Payable = { billId: string; asset: CryptoAsset; script: string };

/** A bill and its script by canonical address, within one account when one is named. */
export const billByAddress = batchedReads(
  async (
    db: Db,
    input: readonly { addressKey: string; accountId: string | undefined }[],
  ): Promise<(Payable | undefined)[]> => {
    const rows = await sql.billByAddress(db, {
      addressKeys: input.map(({ addressKey }) => addressKey),
      accountIds: input.map(({ accountId }) => accountId ?? null),
    });
    const found = new Map(
      rows.map((row) => [Number(row.nth), { billId: row.id, asset: row.asset, script: row.script }]),
    );
    return input.map((_, at) => found.get(at + 1));
  },
);
