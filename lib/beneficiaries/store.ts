import { ASSETS, NETWORKS } from "#lib/kernel/assets.ts";
import { type Db, wordFrom } from "#lib/kernel/database.ts";
import { sqlState, UNIQUE_VIOLATION } from "#lib/kernel/sql-state.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import { BENEFICIARY_STATES } from "./contract.ts";
import * as sql from "./beneficiaries.sql.ts";
import type { Place } from "./place.ts";

export type BeneficiaryRow = ReturnType<typeof rowOf>;

const rowOf = (row: RowOf<typeof sql.readBeneficiary>) => ({
  id: row.id,
  name: row.name,
  asset: wordFrom(ASSETS, row.asset),
  network: row.network === null ? undefined : wordFrom(NETWORKS, row.network),
  address: row.address ?? undefined,
  script: row.script ?? undefined,
  iban: row.iban ?? undefined,
  accountNumber: row.account_number ?? undefined,
  bic: row.bic ?? undefined,
  status: wordFrom(BENEFICIARY_STATES, row.status),
  /** On the newest list of sanctioned addresses, now. */
  listed: row.listed,
  /** Address or account in one text. */
  place: row.place,
  approvalId: row.approval_id ?? undefined,
  madeBy: row.made_by,
  madeAt: row.made_at,
  activeAt: row.active_at ?? undefined,
  /** When money may first go there: a bank account of a live house cools off. */
  usableFrom: row.usable_from ?? undefined,
  endedAt: row.ended_at ?? undefined,
  endedBy: row.ended_by ?? undefined,
});

type Named = { id: string; accountId: string };

export async function readBeneficiary(db: Db, named: Named): Promise<BeneficiaryRow | undefined> {
  const [row] = await sql.readBeneficiary(db, named);
  return row && rowOf(row);
}

export async function lockBeneficiary(db: Db, named: Named): Promise<BeneficiaryRow | undefined> {
  const [row] = await sql.lockBeneficiary(db, named);
  return row && rowOf(row);
}

export async function listBeneficiaryRows(db: Db, accountId: string): Promise<BeneficiaryRow[]> {
  return (await sql.listBeneficiaries(db, { accountId })).map(rowOf);
}

/** Whether an account may be paid by a beneficiary at all: then nothing is recorded without naming one or a proof. */
export async function hadActive(db: Db, accountId: string): Promise<boolean> {
  return (await db.beneficiary.count({ where: { accountId, activeAt: { not: null } } })) > 0;
}

/** The account's active beneficiary of an asset at one of these scripts. */
export async function activeAt(
  db: Db,
  { accountId, asset, scripts }: { accountId: string; asset: string; scripts: readonly string[] },
): Promise<string | undefined> {
  const where = { accountId, asset, status: "ACTIVE", script: { in: [...scripts] } };
  return (await db.beneficiary.findFirst({ select: { id: true }, where, orderBy: { id: "asc" } }))?.id;
}

export type NewBeneficiary = {
  id: string;
  accountId: string;
  name: string;
  place: Place;
  madeBy: string;
  approvalId: string | undefined;
};

/** Writes one that waits for its approval, or, without one, is active; false when its place stands there already. */
export async function insertBeneficiary(db: Db, made: NewBeneficiary): Promise<boolean> {
  const { place, approvalId, ...facts } = made;
  const { asset } = place;
  const where =
    place.kind === "address"
      ? { network: place.network, address: place.address, compared: place.compared, script: place.script }
      : { iban: place.iban ?? null, accountNumber: place.accountNumber ?? null, bic: place.bic ?? null };
  try {
    await db.beneficiary.create({
      select: { id: true },
      data: { ...facts, ...where, asset, approvalId: approvalId ?? null, status: "REQUESTED" },
    });
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    return false;
  }
  return true;
}

/** Lets money go there from now on; false when it does not wait any more. */
export async function activateRow(db: Db, id: string): Promise<boolean> {
  return (await sql.activateBeneficiary(db, { id })) > 0;
}

export async function endRow(
  db: Db,
  ended: { id: string; status: "REJECTED" | "RETIRED"; endedBy: string },
): Promise<void> {
  await sql.endBeneficiary(db, ended);
}

/** Whether what an address pays to is of our own wallets and no bill's: bitcoin and bitcoincash share keys, and so do eth and tron. */
export async function isOurs(db: Db, script: string): Promise<boolean> {
  return (await db.depositAddress.count({ where: { script, billId: null } })) > 0;
}
