import { failureFrom } from "#lib/contract/chain-failure.ts";
import type { Db } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./wallet.sql.ts";

/**
 * All wallets, the active ones first. The longest gap is counted from the first address on, between paid ones, those of
 * an imported key's past among them; the open one is what was handed out after the last paid address.
 */
export async function readWallets(db: Db): Promise<WalletFacts[]> {
  return (await sql.readWallets(db)).map(factsOf);
}

type Row = RowOf<typeof sql.readWallets>;
export type WalletFacts = ReturnType<typeof factsOf>;
export type HistoryFacts = NonNullable<ReturnType<typeof historyOf>>;

const factsOf = (row: Row) => ({
  walletId: row.id,
  accountId: row.account_id ?? undefined,
  account: row.account ?? undefined,
  nextIndex: Number(row.next_index),
  openGap: row.open_gap,
  history: historyOf(row),
  kind: row.kind,
  network: row.network,
  active: row.active,
  path: row.path,
  fingerprint: row.fingerprint,
  xpub: row.xpub,
  masterFingerprint: row.master_fingerprint ?? undefined,
  derived: row.derived,
  handedOut: row.handed_out,
  paid: row.paid,
  longestGap: row.longest_gap,
  createdAt: row.created_at,
  createdBy: row.created_by,
  activatedAt: row.activated_at ?? undefined,
  activatedBy: row.activated_by ?? undefined,
});

/** How the past of an imported key stands; `scannedTo` is below its first block while none has been read. */
function historyOf(row: Row) {
  if (row.first_height === null || row.next_height === null || row.gap_limit === null) return undefined;
  return {
    from: Number(row.first_height),
    gapLimit: row.gap_limit,
    scannedTo: Number(row.next_height) - 1,
    used: row.used_before,
    highestUsed: row.highest_used === null ? undefined : Number(row.highest_used),
    fault: row.fault ?? undefined,
    failure: failureFrom(row.failure),
    finishedAt: row.finished_at ?? undefined,
  };
}

/** One change of the wallets at a time. */
export async function holdWallets(db: Db): Promise<void> {
  await sql.holdWallets(db);
}

/** Puts a wallet in the place of the one of its kind that was active for the same account, or for the house. */
export async function activate(
  db: Db,
  wallet: WalletFacts,
  how: { by: string; approvalId: string | undefined },
): Promise<void> {
  const { kind, accountId = null } = wallet;
  await db.wallet.updateMany({ where: { kind, accountId, active: true }, data: { active: false } });
  await sql.activate(db, { ...how, walletId: wallet.walletId });
}

/** New bills take their addresses from elsewhere; what the wallet has handed out stays watched. */
export async function retire(db: Db, walletId: string): Promise<void> {
  await db.wallet.updateMany({ where: { id: walletId }, data: { active: false } });
}

/** The past of an imported key is to be read from a block on. */
export async function openHistory(db: Db, walletId: string, first: number, gapLimit: number): Promise<void> {
  await db.walletHistory.createMany({ data: { walletId, firstHeight: first, gapLimit, nextHeight: first } });
}

/** Where the key to a bill's address stands: the wallet's path and own fingerprint, and the address's index in it. */
export async function readKeyPlace(
  db: Db,
  billId: string,
): Promise<{ path: string; fingerprint: string; index: number } | undefined> {
  const place = await db.depositAddress.findUnique({
    select: { index: true, wallet: { select: { path: true, fingerprint: true } } },
    where: { billId },
  });
  return place ? { ...place.wallet, index: Number(place.index) } : undefined;
}
