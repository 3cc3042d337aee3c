import { ASSETS, type CryptoAsset, isFiat, type Network } from "#lib/kernel/assets.ts";
import { type Db, wordFrom } from "#lib/kernel/database.ts";
import { must } from "#lib/kernel/errors.ts";
import { Raw } from "#lib/kernel/json.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import type { RefundLinkRecord } from "./refund-contract.ts";
import * as sql from "./refunds.sql.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The deposits of a bill of the account, or one of them, oldest first. */
export async function depositsOfBill(
  db: Db,
  { id, ...of }: { id: string | undefined; billId: string; accountId: string },
): Promise<{ depositId: string; asset: CryptoAsset }[]> {
  const where = { ...of, ...(id === undefined ? {} : { id }) };
  const orderBy = [{ createdAt: "asc" }, { id: "asc" }] as const;
  const rows = await db.deposit.findMany({ where, select: { id: true, asset: true }, orderBy: [...orderBy] });
  return rows.map((row) => ({ depositId: row.id, asset: cryptoFrom(row.asset) }));
}

/** A deposit of this bill and account, by its asset. */
export async function assetOfDeposit(
  db: Db,
  of: { id: string; billId: string; accountId: string },
): Promise<CryptoAsset | undefined> {
  const row = await db.deposit.findFirst({ where: of, select: { asset: true } });
  return row ? cryptoFrom(row.asset) : undefined;
}

function cryptoFrom(text: string): CryptoAsset {
  const asset = wordFrom(ASSETS, text);
  must(!isFiat(asset), "a deposit is crypto");
  return asset;
}

export type NewRefundLink = {
  id: string;
  accountId: string;
  billId: string;
  depositId: string;
  asset: CryptoAsset;
  digest: Bytes;
  madeBy: string;
  madeUserId: string | null;
};

export async function insertRefundLink(db: Db, made: NewRefundLink): Promise<void> {
  await db.refundLink.create({ select: { id: true }, data: made });
}

/** A link that may be used now. */
export type OpenRefundLink = {
  id: string;
  account: { id: string; name: string };
  billId: string;
  depositId: string;
  asset: CryptoAsset;
  madeBy: string;
  madeUserId: string | undefined;
  expiresAt: Date;
};

export async function openRefundLink(db: Db, digest: Bytes): Promise<OpenRefundLink | undefined> {
  const [row] = await sql.openLink(db, { digest });
  if (!row) return undefined;
  return {
    id: row.id,
    account: { id: row.account_id, name: row.account_name },
    billId: row.bill_id,
    depositId: row.deposit_id,
    asset: cryptoFrom(row.asset),
    madeBy: row.made_by,
    madeUserId: row.made_user_id ?? undefined,
    expiresAt: row.expires_at,
  };
}

/** An address as its payer gave it, as lists compare it, and what its chain pays to. */
export type RefundPlace = { network: Network; address: string; compared: string; script: string };

/** Uses the link of this token up, for this address; false when it is not open any more. */
export async function takeRefundLink(db: Db, token: string, place: RefundPlace): Promise<boolean> {
  const [row] = await sql.takeLink(db, { token, ...place });
  return row?.id != null;
}

/** Why nothing is refunded to an address. */
export async function placeFaults(db: Db, place: RefundPlace): Promise<RowOf<typeof sql.placeFaults>> {
  const { network, compared, script } = place;
  const [row] = await sql.placeFaults(db, { network, compared, script });
  must(row, "a select without tables answers a row");
  return row;
}

/** Whether the address that was given by a link stands on the newest list of sanctioned ones, now. */
export async function isLinkListed(db: Db, of: { id: string; accountId: string }): Promise<boolean> {
  const [row] = await sql.isLinkListed(db, of);
  return row?.listed !== false;
}

type Ended = { accountId: string; endedBy: string; why: "ENDED" | "REPLACED" | "NOTHING_LEFT" };

/** Ends the link, or the deposit's, that is neither used nor ended; answers which. */
export async function endRefundLinkRow(
  db: Db,
  ended: Ended & ({ id: string } | { depositId: string }),
): Promise<string | undefined> {
  const [row] = await sql.endLink(db, { id: undefined, depositId: undefined, ...ended });
  return row?.id;
}

export async function refundLinkRecord(
  db: Db,
  of: { id: string; accountId: string },
): Promise<Raw<RefundLinkRecord> | undefined> {
  const [row] = await sql.linkRecord(db, of);
  return row && new Raw(row.record);
}

/** The links of one payment, newest first. */
export async function refundLinksOf(
  db: Db,
  of: { billId: string; accountId: string },
): Promise<Raw<RefundLinkRecord>[]> {
  return (await sql.linksOf(db, of)).map(({ record }) => new Raw(record));
}
