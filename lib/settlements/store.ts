import { type Conditions, conditionsOf, isOneOf } from "#lib/kernel/conditions.ts";
import { type Asset, FIATS } from "#lib/kernel/assets.ts";
import { type Db, Prisma, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import { Raw } from "#lib/kernel/json.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import type { SettlementRecord } from "./contract.ts";
import { MOVEMENT_KINDS, SCHEDULES } from "./settlement-states.ts";
import type { SettlementFilter } from "./filters.ts";
import * as sql from "./settlements.sql.ts";

export type SettledFiat = ReturnType<typeof settledOf>;

const settledOf = (row: RowOf<typeof sql.settlementsToMake>) => ({
  accountId: row.account_id,
  currency: wordFrom(FIATS, row.currency),
});

/** Accounts and fiats of which a period is over and has no settlement yet. */
export async function settlementsToMake(db: Db, limit: number): Promise<SettledFiat[]> {
  return (await sql.settlementsToMake(db, { limit })).map(settledOf);
}

/** Makes the next settlement, its figures and its fee invoice out of the ledger; false when none is due. */
export async function makeRow(db: Db, made: SettledFiat & { id: string; invoiceId: string }): Promise<boolean> {
  const [row] = await sql.makeSettlement(db, made);
  return row?.made === true;
}

export async function settlementsToAsk(db: Db, limit: number): Promise<string[]> {
  return (await sql.settlementsToAsk(db, { limit })).map(({ id }) => id);
}

/**
 * A settlement under its row lock and its account's, with what rules its payment now: read behind the lock, since a transaction that
 * held the account has perhaps closed a period meanwhile.
 */
export async function lockSettlement(db: Db, id: string): Promise<HeldSettlement | undefined> {
  await sql.lockSettlement(db, { id });
  const [row] = await sql.heldSettlement(db, { id });
  return row && heldOf(row);
}

export type HeldSettlement = ReturnType<typeof heldOf>;

const heldOf = (row: RowOf<typeof sql.heldSettlement>) => ({
  id: row.id,
  account: { id: row.account_id, name: row.account_name },
  currency: wordFrom(FIATS, row.currency),
  reference: row.reference,
  due: unitsFrom(row.due_units),
  isOpen: row.payout_id === null && row.lapsed_at === null && row.schedule !== "NEVER",
  /** Of the newest settlement: what has to stay now. */
  reserve: unitsFrom(row.reserve_units),
  minimum: unitsFrom(row.minimum_units),
  beneficiaryId: row.beneficiary_id,
});

export async function noteRequested(db: Db, requested: { id: string; payoutId: string }): Promise<void> {
  await sql.noteAsked(db, requested);
}

export async function noteLapsed(db: Db, id: string): Promise<void> {
  await sql.noteLapsed(db, { id });
}

/** A settlement as the API shows it; of the account, where one is named. */
export async function settlementRecord(
  db: Db,
  id: string,
  accountId?: string,
): Promise<Raw<SettlementRecord> | undefined> {
  const [row] = await sql.settlementRecord(db, { id, accountId });
  return row && new Raw(row.record);
}

/** Settlements newest first, of one account or of all. */
export async function listSettlementRows(
  db: Db,
  query: { accountId: string | undefined; filter: SettlementFilter; before: string | undefined; limit: number },
): Promise<{ id: string; record: string }[]> {
  const wanted = [
    Prisma.sql`true`,
    ...(query.accountId === undefined ? [] : [Prisma.sql`s.account_id = ${query.accountId}::uuid`]),
    ...(query.before === undefined ? [] : [Prisma.sql`s.id < ${query.before}::uuid`]),
    ...conditionsOf(CONDITIONS, query.filter),
  ];
  return db.$queryRaw<{ id: string; record: string }[]>`
    select s.id, settlement_json(s) as record from settlement s where ${Prisma.join(wanted, " and ")}
    order by s.id desc limit ${query.limit}`;
}

const CONDITIONS: Conditions<SettlementFilter, Prisma.Sql> = {
  status: (status) => isOneOf(Prisma.sql`settlement_status(s)`, status),
  currency: (currency) => isOneOf(Prisma.sql`s.currency`, currency),
  minimum: (least) => Prisma.sql`amount_of(s.due_units, s.currency) >= ${least.toString()}::numeric`,
  maximum: (most) => Prisma.sql`amount_of(s.due_units, s.currency) <= ${most.toString()}::numeric`,
};

/** The terms that rule, of one account or of all. */
export async function listTermsRows(db: Db, accountId: string | undefined): Promise<TermsRow[]> {
  return (await sql.listTerms(db, { accountId })).map(termsRowOf);
}

export type TermsRow = ReturnType<typeof termsRowOf>;

const termsRowOf = (row: RowOf<typeof sql.listTerms>) => ({
  id: row.id,
  account: row.account,
  currency: wordFrom(FIATS, row.currency),
  version: row.version,
  schedule: wordFrom(SCHEDULES, row.schedule),
  weekday: row.weekday ?? undefined,
  businessDays: row.business_days,
  delayDays: row.delay_days,
  minimum: unitsFrom(row.minimum_units),
  reserve: row.reserve_units === null ? undefined : unitsFrom(row.reserve_units),
  reserveBps: row.reserve_bps ?? undefined,
  reserveDays: row.reserve_days ?? undefined,
  beneficiaryId: row.beneficiary_id,
  beneficiary: row.beneficiary,
  place: row.place,
  usableFrom: row.usable_from ?? undefined,
  approvalId: row.approval_id ?? undefined,
  madeBy: row.made_by,
  madeAt: row.made_at,
});

/** Terms as a person wants them. */
export type WantedTerms = { accountId: string } & Pick<
  TermsRow,
  | "currency"
  | "schedule"
  | "weekday"
  | "businessDays"
  | "delayDays"
  | "minimum"
  | "reserve"
  | "reserveBps"
  | "reserveDays"
  | "beneficiaryId"
>;

/** Whether terms pay sooner, more often, more or elsewhere than those that rule. */
export async function termsLoosen(db: Db, wanted: WantedTerms): Promise<boolean> {
  const terms = {
    account_id: wanted.accountId,
    currency: wanted.currency,
    schedule: wanted.schedule,
    weekday: wanted.weekday,
    business_days: wanted.businessDays,
    delay_days: wanted.delayDays,
    minimum_units: wanted.minimum.toString(),
    reserve: wanted.reserve === undefined ? "SHARE" : "FIXED",
    reserve_units: wanted.reserve?.toString(),
    reserve_bps: wanted.reserveBps,
    reserve_days: wanted.reserveDays,
    beneficiary_id: wanted.beneficiaryId,
  };
  const [row] = await sql.loosens(db, { terms: JSON.stringify(terms) });
  return row?.loosens === true;
}

/** Writes the next version of an account's terms; one follows another. */
export async function insertTerms(
  db: Db,
  made: WantedTerms & { id: string; approvalId: string | undefined; madeBy: string },
): Promise<void> {
  const { accountId, currency, minimum, reserve, weekday, reserveBps, reserveDays, approvalId, ...plain } = made;
  await sql.lockAccount(db, { accountId });
  const [next] = await sql.nextVersion(db, { accountId, currency });
  await db.settlementTerms.create({
    select: { id: true },
    data: {
      ...plain,
      accountId,
      currency,
      version: next?.version ?? 1,
      minimumUnits: minimum.toString(),
      reserve: reserve === undefined ? "SHARE" : "FIXED",
      reserveUnits: reserve?.toString() ?? null,
      weekday: weekday ?? null,
      reserveBps: reserveBps ?? null,
      reserveDays: reserveDays ?? null,
      approvalId: approvalId ?? null,
    },
  });
}

/** One account's balance of one asset over a time. */
export type Period = { accountId: string; asset: Asset; from: Date; to: Date };

/** What was there when a period began, what was taken as fees in it, and the zone of the house's days. */
export async function statementHead(db: Db, period: Period) {
  const [row] = await sql.statementHead(db, period);
  return row && { opening: unitsFrom(row.opening), fees: row.fees, zone: row.zone };
}

/** Every movement of a period in the order of time, and no more than `limit`. */
export async function statementLines(db: Db, period: Period, limit: number): Promise<MovementLine[]> {
  return (await sql.statementLines(db, { ...period, limit })).map(lineOf);
}

export type MovementLine = ReturnType<typeof lineOf>;

const lineOf = (row: Omit<RowOf<typeof sql.settlementMovements>, "id">) => ({
  at: row.at,
  transactionId: row.transaction_id,
  event: row.event,
  kind: wordFrom(MOVEMENT_KINDS, row.kind),
  paymentId: row.bill_id ?? undefined,
  reference: row.reference ?? undefined,
  subaccount: row.subaccount ?? undefined,
  invoiceId: row.conversion_id ?? undefined,
  payoutId: row.payout_id ?? undefined,
  units: unitsFrom(row.units),
});

/** What a settlement's statement is of; of the account, where one is named. */
export async function settledPeriod(db: Db, id: string, accountId: string | undefined): Promise<Period | undefined> {
  const [row] = await sql.settledPeriod(db, { id, accountId });
  return (
    row && {
      accountId: row.account_id,
      asset: wordFrom(FIATS, row.currency),
      from: row.period_from,
      to: row.period_to,
    }
  );
}

/** Movements of a period, of one kind or all, newest first, below one of them. */
export async function settlementMovements(
  db: Db,
  { before, ...query }: Period & { kind: string | undefined; before: string | undefined; limit: number },
): Promise<(MovementLine & { id: string })[]> {
  const rows = await sql.settlementMovements(db, {
    ...query,
    before: before === undefined ? undefined : BigInt(before),
  });
  return rows.map((row) => ({ id: row.id, ...lineOf(row) }));
}

/** What a settlement's papers say; of the account, where one is named. */
export async function statementOf(
  db: Db,
  id: string,
  accountId: string | undefined,
): Promise<StatedSettlement | undefined> {
  const [row] = await sql.statementOf(db, { id, accountId });
  return row && statedOf(row);
}

export type StatedSettlement = ReturnType<typeof statedOf>;

const statedOf = (row: RowOf<typeof sql.statementOf>) => ({
  account: { id: row.account_id, name: row.account_name },
  currency: wordFrom(FIATS, row.currency),
  from: row.period_from,
  to: row.period_to,
  zone: row.zone,
  record: row.record,
  /** Holder and bank account, once it is asked for. */
  paidTo: row.paid_to ?? undefined,
  invoice:
    row.invoice_number !== null && row.invoiced_at ? { number: row.invoice_number, at: row.invoiced_at } : undefined,
});
