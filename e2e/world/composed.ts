import type { App } from "#lib/kernel/app.ts";
import { listApprovalRows } from "#lib/approvals/store.ts";
import { countCases, listCaseRows } from "#lib/cases/store.ts";
import { countConversionRows, listConversions } from "#lib/conversions/store.ts";
import { type Db, Prisma } from "#lib/kernel/database.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { RULES, violationsOf } from "#lib/ledger/check-store.ts";
import { countMovements, movementsOf } from "#lib/ledger/statement-store.ts";
import { recordsBeginning } from "#lib/search/search-store.ts";
import type { PaymentFilter } from "#lib/payments/filters.ts";
import { listPayments, summarise } from "#lib/payments/store.ts";
import { listPayoutRows } from "#lib/payouts/store.ts";
import { listSettlementRows } from "#lib/settlements/store.ts";
import { readEvents } from "#lib/events/outbox-store.ts";

const ID = "01890000-0000-7000-8000-000000000000";
const NOW = new Date(0);
const RANGE = { startTime: NOW, endTime: NOW };
const PAYMENTS: Required<PaymentFilter> = {
  ...RANGE,
  address: "a",
  status: "PENDING",
  amountStatus: "OVERPAID",
  label: "LATE",
  cryptoType: "BTC",
  networkType: "eth",
  fiat: "EUR",
  subaccount: "s",
  strategy: "RFQ",
  reference: "r",
  txHash: "t",
  convertible: "true",
};
const valuation = { fiat: "EUR", bids: {} } as const;
const ctxOf = (db: Db) => ({ db, app: { database: {} } as App }) as Parameters<typeof listPayments>[0];

/** Each composed statement in its longest and its shortest form. */
export const SENT: Readonly<Record<string, (db: Db) => Promise<unknown>[]>> = {
  "lib/approvals/store.ts: listApprovalRows": (db) => [
    listApprovalRows(db, { of: { accountId: ID }, status: "PENDING", before: ID, limit: 1 }),
    listApprovalRows(db, { of: "house", status: undefined, before: undefined, limit: 1 }),
  ],
  "lib/payouts/store.ts: listPayoutRows": (db) => [
    listPayoutRows(db, {
      accountId: ID,
      filter: { status: "APPROVED", asset: "EUR", beneficiaryId: ID, reference: "r" },
      before: ID,
      limit: 1,
    }),
    listPayoutRows(db, { accountId: undefined, filter: {}, before: undefined, limit: 1 }),
  ],
  "lib/settlements/store.ts: listSettlementRows": (db) => [
    listSettlementRows(db, { accountId: ID, filter: { status: "PAID", currency: "EUR" }, before: ID, limit: 1 }),
    listSettlementRows(db, { accountId: undefined, filter: {}, before: undefined, limit: 1 }),
  ],
  "lib/cases/store.ts: countCases": (db) => [countCases(db, ID, NOW, ID), countCases(db, ID, NOW, undefined)],
  "lib/cases/store.ts: listCaseRows": (db) => [
    listCaseRows(
      db,
      {
        accountId: ID,
        now: NOW,
        valuation,
        userId: ID,
        filter: { kind: "LATE", state: "OPEN", owner: "mine", minimum: Decimal.from("1"), caseId: "c" },
      },
      { by: "worth", descending: true, limit: 1, after: { key: "1", id: "c" } },
    ),
    listCaseRows(
      db,
      { accountId: ID, now: NOW, valuation, userId: undefined, filter: {} },
      { by: "since", descending: false, limit: 1, after: undefined },
    ),
  ],
  "lib/conversions/store.ts: listConversions": (db) => [
    listConversions(db, {
      accountId: ID,
      filter: RANGE,
      withCost: true,
      limit: 1,
      after: { createdAt: "2026-01-01", id: ID },
    }),
    listConversions(db, { accountId: ID, filter: {}, withCost: false, limit: 1, after: undefined }),
  ],
  "lib/conversions/store.ts: countConversionRows": (db) => [
    countConversionRows(db, ID, { ...RANGE, status: ["CREATED"] }),
    countConversionRows(db, ID, {}),
  ],
  "lib/ledger/check-store.ts: violationsOf": (db) => RULES.map((rule) => violationsOf(db, rule)),
  "lib/ledger/statement-store.ts: movementsOf": (db) => [
    movementsOf(db, { accountId: ID, filter: { ...RANGE, asset: "BTC" }, before: 1n, limit: 1 }),
    movementsOf(db, { accountId: ID, filter: {}, before: undefined, limit: 1 }),
  ],
  "lib/ledger/statement-store.ts: countMovements": (db) => [
    countMovements(db, ID, { ...RANGE, asset: "BTC" }),
    countMovements(db, ID, {}),
  ],
  "lib/search/search-store.ts: recordsBeginning": (db) => [
    recordsBeginning(ctxOf(db), ID, "0189"),
    recordsBeginning(ctxOf(db), ID, "x"),
  ],
  "lib/payments/store.ts: listPayments": (db) => [
    listPayments(
      ctxOf(db),
      { accountId: ID, filter: PAYMENTS, sort: "-createdAt", limit: 1, after: { key: "2026-01-01", id: ID } },
      NOW,
    ),
    listPayments(ctxOf(db), { accountId: ID, filter: {}, sort: "fiatReceivable", limit: 1, after: undefined }, NOW),
  ],
  "lib/payments/store.ts: summarise": (db) => [summarise(db, { accountId: ID, filter: PAYMENTS }, NOW)],
  "lib/events/outbox-store.ts: readEvents": (db) => [
    readEvents(db, { tx: "0", seq: "0" }, 1, { accountId: ID, type: "t" }),
    readEvents(db, { tx: "0", seq: "0" }, 1, {}),
  ],
};

/** The texts a function sends; nothing comes back to it. */
export async function sentBy(run: (db: Db) => Promise<unknown>[]): Promise<string[]> {
  const texts: string[] = [];
  const db = {
    $queryRaw(head: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) {
      texts.push((head instanceof Prisma.Sql ? head : Prisma.sql(head, ...values)).text);
      return Promise.resolve([]);
    },
    $queryRawUnsafe(text: string) {
      texts.push(text);
      return Promise.resolve([]);
    },
  };
  await Promise.allSettled(run(db as Partial<Db> as Db));
  return texts;
}
