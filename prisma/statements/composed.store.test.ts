import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
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
import { readEvents } from "#lib/events/outbox-store.ts";
import { COMPOSED } from "../../.config/data-access-rules.ts";
import { type Declared, readDeclared } from "../../.config/declared-rows.ts";
import { readCatalogue } from "./catalogue.ts";
import { describe as described, type Described } from "./describe.ts";

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
const SENT: Readonly<Record<string, (db: Db) => Promise<unknown>[]>> = {
  "lib/approvals/store.ts: listApprovalRows": (db) => [
    listApprovalRows(db, { of: { accountId: ID }, status: "PENDING", before: ID, limit: 1 }),
    listApprovalRows(db, { of: "house", status: undefined, before: undefined, limit: 1 }),
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

let database: FreshDatabase;
let client: pg.Client;
let declared: Map<string, Declared>;
let answerOf: (text: string) => Promise<NonNullable<Described["columns"]>>;

beforeAll(async () => {
  declared = readDeclared(COMPOSED);
  database = await freshDatabase();
  client = new pg.Client(database.url);
  await client.connect();
  const catalogue = await readCatalogue(client);
  answerOf = async (text) => {
    const written = { name: "it", line: 1, note: "", text, values: [], sure: new Set<string>() };
    return (await described(client, catalogue, "composed", written)).columns ?? [];
  };
});

afterAll(async () => {
  await client?.end();
  await database?.drop();
});

/** The texts a function sends; nothing comes back to it. */
async function sentBy(run: (db: Db) => Promise<unknown>[]): Promise<string[]> {
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

test("every composed statement is tried here", () => {
  expect(Object.keys(SENT).sort()).toEqual([...COMPOSED].sort());
});

describe("the row type of a composed statement is what PostgreSQL answers", () => {
  test.each(COMPOSED)("%s", async (name) => {
    const texts = await sentBy(SENT[name] ?? (() => []));
    expect(texts.length).toBeGreaterThan(0);
    const row = declared.get(name) ?? {};
    for (const text of texts) {
      const columns = await answerOf(text);
      expect(Object.fromEntries(columns.map(({ name: column, type }) => [column, kindOf(type)]))).toEqual(
        Object.fromEntries(Object.entries(row).map(([column, { kind }]) => [column, kind])),
      );
      const missing = columns.filter(
        ({ name: column, plain, type }) => plain && / \| null$/.test(type) && !row[column]?.isNullable,
      );
      expect(missing.map(({ name: column }) => column)).toEqual([]);
    }
  });
});

/** A union of words is a text, and what may be null is what it is when it is there. */
function kindOf(type: string): string {
  const bare = type.replace(/ \| null$/, "");
  return bare.startsWith('"') ? "string" : bare;
}
