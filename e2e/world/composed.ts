import type { App } from "#lib/kernel/app.ts";
import { listApprovalRows } from "#lib/approvals/store.ts";
import { countAuditRows, listAuditRows } from "#lib/audit/store.ts";
import { CASE_KINDS, type CaseKind } from "#lib/cases/case-kinds.ts";
import { caseRowsToNotify, casesAbout, casesNamed, countCases, firstCaseRows, listCaseRows } from "#lib/cases/store.ts";
import type { ConversionFilter } from "#lib/conversions/filters.ts";
import { countConversionRows, countEach as countConversionsEach, listConversions } from "#lib/conversions/store.ts";
import { type CustomerQuery, readCustomers } from "#lib/customers/store.ts";
import { type Db, Prisma } from "#lib/kernel/database.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { RULES, violationsOf } from "#lib/check/store.ts";
import { countMovements, movementsOf } from "#lib/ledger/statement-store.ts";
import type { PaymentFilter } from "#lib/payments/filters.ts";
import { countEach, listPayments, summarise } from "#lib/payments/store.ts";
import { listPayoutRows } from "#lib/payouts/store.ts";
import { listSettlementRows } from "#lib/settlements/store.ts";
import { readEvents } from "#lib/events/outbox-store.ts";

const ID = "01890000-0000-7000-8000-000000000000";
const NOW = new Date(0);
const RANGE = { startTime: NOW, endTime: NOW };
const SPAN = "1970-01-01T00:00:00Z/1970-01-02T00:00:00Z";
const AMOUNTS = { minimum: Decimal.from(1), maximum: Decimal.from(2) };
const PAYMENTS: Required<PaymentFilter> = {
  ...RANGE,
  address: "a",
  status: "PENDING",
  amountStatus: "OVERPAID",
  outcome: "PAID",
  label: "LATE",
  cryptoType: "BTC",
  networkType: "eth",
  fiat: "EUR",
  subaccount: "s",
  strategy: "RFQ",
  reference: "r",
  txHash: "t",
  feeModel: "SPREAD",
  ...AMOUNTS,
  createdBy: "c",
  created: SPAN,
  expires: SPAN,
  sold: SPAN,
  received: "true",
  promising: "true",
  arrival: "-9/60",
  convertible: "true",
};
const AUDIT = { ...RANGE, actor: "a", action: "a", objectKind: "o", objectId: "o", requestId: "r" };
const CONVERSIONS: Required<ConversionFilter> = {
  ...RANGE,
  subaccount: "s",
  status: "CREATED",
  baseSymbol: "BTC",
  quoteSymbol: "EUR",
  executed: SPAN,
  ...AMOUNTS,
};
const SEVERAL: PaymentFilter = {
  subaccount: "s\nt",
  status: ["PENDING", "DETECTED"],
  amountStatus: ["PARTIAL", "PAID"],
  outcome: ["PAID", "LATE"],
  label: ["LATE", "HELD"],
  cryptoType: ["BTC", "USDT"],
  networkType: ["eth", "tron"],
  fiat: ["EUR", "USD"],
  strategy: ["RFQ", "ACA"],
  feeModel: ["SPREAD", "EXPLICIT"],
};
const CASES = {
  accountId: ID,
  now: NOW,
  reader: { userId: ID, everybody: false, decides: ["payout"], standsIn: true, lists: ["payments"] },
} as const;
const CASES_OF_KEY = {
  ...CASES,
  reader: { userId: undefined, everybody: false, decides: [], standsIn: false, lists: [] },
} as const;
const WAITS = Object.fromEntries(CASE_KINDS.map((kind) => [kind, 1])) as Record<CaseKind, number>;
const valuation = { fiat: "EUR", bids: {} } as const;
const ctxOf = (db: Db) => ({ db, app: { database: {} } as App }) as Parameters<typeof listPayments>[0];

const CUSTOMERS: CustomerQuery = {
  accountId: ID,
  filter: { ...RANGE, name: "n" },
  fiat: "EUR",
  rates: [["EUR", Decimal.from(1)]],
  now: NOW,
  sort: { by: "value", descending: true },
  limit: 1,
  after: { key: "1", id: "s" },
};

/** Each composed statement in its longest and its shortest form. */
export const SENT: Readonly<Record<string, (db: Db) => Promise<unknown>[]>> = {
  "lib/audit/store.ts: listAuditRows": (db) => [
    listAuditRows(db, { accountId: ID, filter: AUDIT, before: 1n, limit: 1 }),
    listAuditRows(db, { accountId: ID, filter: {}, before: undefined, limit: 1 }),
  ],
  "lib/audit/store.ts: countAuditRows": (db) => [countAuditRows(db, ID, AUDIT), countAuditRows(db, ID, {})],
  "lib/approvals/store.ts: listApprovalRows": (db) => [
    listApprovalRows(db, {
      of: { accountId: ID },
      filter: { ...RANGE, status: "PENDING", what: "payout" },
      before: ID,
      limit: 1,
    }),
    listApprovalRows(db, {
      of: "house",
      filter: { status: ["EXPIRED", "APPROVED"], what: ["key", "move"] },
      before: undefined,
      limit: 1,
    }),
  ],
  "lib/payouts/store.ts: listPayoutRows": (db) => [
    listPayoutRows(db, {
      accountId: ID,
      filter: { ...AMOUNTS, status: "APPROVED", asset: "EUR", beneficiaryId: ID, reference: "r" },
      before: ID,
      limit: 1,
    }),
    listPayoutRows(db, {
      accountId: undefined,
      filter: { status: ["APPROVED", "SIGNED"], asset: ["EUR", "BTC"] },
      before: undefined,
      limit: 1,
    }),
  ],
  "lib/settlements/store.ts: listSettlementRows": (db) => [
    listSettlementRows(db, {
      accountId: ID,
      filter: { ...AMOUNTS, status: "PAID", currency: "EUR" },
      before: ID,
      limit: 1,
    }),
    listSettlementRows(db, {
      accountId: undefined,
      filter: { status: ["DUE", "PAID"], currency: ["EUR", "USD"] },
      before: undefined,
      limit: 1,
    }),
  ],
  "lib/cases/store.ts: casesNamed": (db) => [casesNamed(db, { ...CASES, valuation, waits: WAITS }, ["c"])],
  "lib/cases/store.ts: countCases": (db) => [countCases(db, CASES), countCases(db, CASES_OF_KEY)],
  "lib/cases/store.ts: listCaseRows": (db) => [
    listCaseRows(
      db,
      {
        ...CASES,
        valuation,
        waits: WAITS,
        filter: { kind: "LATE", state: "OPEN", owner: "mine", minimum: Decimal.from("1"), caseId: "c" },
      },
      { by: "worth", descending: true, limit: 1, after: { key: "1", id: "c" } },
    ),
    listCaseRows(
      db,
      { ...CASES_OF_KEY, valuation, waits: WAITS, filter: { kind: ["LATE", "OVERPAID"], state: ["OPEN", "MUTED"] } },
      { by: "since", descending: false, limit: 1, after: undefined },
    ),
    listCaseRows(
      db,
      { ...CASES_OF_KEY, valuation, waits: WAITS, filter: {} },
      { by: "due", descending: false, limit: 1, after: { key: "{1,2}", id: "c" } },
    ),
  ],
  "lib/cases/store.ts: caseRowsToNotify": (db) => [
    caseRowsToNotify(db, { ...CASES, valuation, waits: WAITS }, [{ ruleId: ID, kinds: ["LATE", "APPROVAL"] }], 1),
  ],
  "lib/cases/store.ts: firstCaseRows": (db) => [
    firstCaseRows(
      db,
      { ...CASES, valuation, waits: WAITS, filter: { kind: ["LATE", "OVERPAID"], state: "OPEN" } },
      "newest",
      1,
    ),
    firstCaseRows(db, { ...CASES_OF_KEY, valuation, waits: WAITS, filter: {} }, "due", 1),
  ],
  "lib/conversions/store.ts: listConversions": (db) => [
    listConversions(db, {
      accountId: ID,
      filter: CONVERSIONS,
      sort: "-created",
      rates: {},
      withCost: true,
      limit: 1,
      after: { key: "2026-01-01", id: ID },
    }),
    listConversions(db, {
      accountId: ID,
      filter: {
        subaccount: "s\nt",
        status: ["CREATED", "QUOTED"],
        baseSymbol: ["BTC", "USDT"],
        quoteSymbol: ["EUR", "USD"],
      },
      sort: "value",
      rates: { BTC: "1" },
      withCost: false,
      limit: 1,
      after: undefined,
    }),
  ],
  "lib/conversions/store.ts: countConversionRows": (db) => [
    countConversionRows(db, ID, CONVERSIONS),
    countConversionRows(db, ID, {}),
  ],
  "lib/conversions/store.ts: countEach": (db) => [countConversionsEach(db, ID, [CONVERSIONS, {}], 9)],
  "lib/customers/store.ts: readCustomers": (db) =>
    [
      CUSTOMERS,
      { ...CUSTOMERS, filter: {}, sort: { by: "lastBillAt", descending: false }, after: undefined } as const,
    ].map((query) => readCustomers(db, query).catch(() => undefined)),
  "lib/check/store.ts: violationsOf": (db) => RULES.map((rule) => violationsOf(db, rule)),
  "lib/ledger/statement-store.ts: movementsOf": (db) => [
    movementsOf(db, { accountId: ID, filter: { ...RANGE, asset: "BTC", subaccount: "s" }, before: 1n, limit: 1 }),
    movementsOf(db, { accountId: ID, filter: { asset: ["BTC", "EUR"] }, before: undefined, limit: 1 }),
  ],
  "lib/ledger/statement-store.ts: countMovements": (db) => [
    countMovements(db, ID, { ...RANGE, asset: "BTC", subaccount: "s" }),
    countMovements(db, ID, { asset: ["BTC", "EUR"] }),
  ],
  "lib/cases/store.ts: casesAbout": (db) => [
    casesAbout(db, CASES, { billIds: [ID], conversionIds: [ID], endpointIds: [ID], like: "%a" }, 1),
    casesAbout(db, CASES, { billIds: [ID], conversionIds: [], endpointIds: [] }, 1),
  ],
  "lib/payments/store.ts: listPayments": (db) => [
    listPayments(
      ctxOf(db),
      {
        accountId: ID,
        filter: PAYMENTS,
        sort: "-createdAt",
        rates: {},
        limit: 1,
        after: { key: "2026-01-01", id: ID },
      },
      NOW,
    ),
    listPayments(
      ctxOf(db),
      { accountId: ID, filter: SEVERAL, sort: "fiatReceivable", rates: {}, limit: 1, after: undefined },
      NOW,
    ),
    listPayments(
      ctxOf(db),
      { accountId: ID, filter: {}, sort: "-value", rates: { EUR: "1" }, limit: 1, after: { key: "1", id: ID } },
      NOW,
    ),
    listPayments(
      ctxOf(db),
      { accountId: ID, filter: {}, sort: "difference", rates: {}, limit: 1, after: { key: "1", id: ID } },
      NOW,
    ),
  ],
  "lib/payments/store.ts: countEach": (db) => [
    countEach(db, ID, [PAYMENTS], 1, NOW),
    countEach(db, ID, [SEVERAL, {}], 1, NOW),
  ],
  "lib/payments/store.ts: summarise": (db) => [
    summarise(db, { accountId: ID, filter: PAYMENTS }, NOW),
    summarise(db, { accountId: ID, filter: {} }, NOW),
  ],
  "lib/events/outbox-store.ts: readEvents": (db) => [
    readEvents(db, { tx: "0", seq: "0" }, 1, { accountId: ID, type: "t" }),
    readEvents(db, { tx: "0", seq: "0" }, 1, { type: ["t", "u"] }),
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
