import { describe, expect, test } from "vitest";
import { type DataAccess, faultsOf, readDataAccess } from "./data-access.ts";
import { writtenRows } from "./written-rows.ts";

const access = readDataAccess();
const but = (change: Partial<DataAccess>) => faultsOf({ ...access, ...change });
const writtenBy = (table: string, folder: string) =>
  new Map(access.writers).set(table, new Set([...(access.writers.get(table) ?? []), folder]));

test("every statement is typed, and every table has its one writer", () => {
  expect(faultsOf(access)).toEqual([]);
  expect(access.typed).toBeGreaterThan(200);
  expect(access.client).toBeGreaterThan(60);
});

describe("what is refused", () => {
  test("a statement without types", () => {
    expect(but({ untyped: ["lib/bills/store.ts:9"] })[0]).toMatch(
      /^lib\/bills\/store\.ts:9: a statement without types/,
    );
  });

  test("a statement that Prisma Client could send and nobody explains, and an explanation nobody needs", () => {
    const [first = "", ...rest] = access.plain;
    expect(but({ plain: [...access.plain, "lib/bills/bills.sql: find"] })[0]).toMatch(
      /^lib\/bills\/bills\.sql: find: Prisma/,
    );
    expect(but({ plain: rest })).toEqual([`${first}: kept as plain SQL, but not so`]);
  });

  test("a composed statement that is not listed, and a listed one that is gone", () => {
    const [first = "", ...rest] = access.composed;
    expect(but({ composed: [...access.composed, "lib/bills/store.ts: find"] })).toHaveLength(1);
    expect(but({ composed: rest })).toEqual([`${first}: on the list, but there is none`]);
  });

  test("a row type that is written once more, a cast that is not listed, and a listed one that is gone", () => {
    expect(but({ rewritten: ["lib/bills/store.ts: BillRow"] })).toHaveLength(1);
    expect(but({ cast: [...access.cast, "lib/bills/store.ts: Bill"] })).toHaveLength(1);
    const [first = ""] = access.cast;
    expect(but({ cast: access.cast.filter((each) => each !== first) })).toEqual([
      `${first}: on the list of casts, but there is none`,
    ]);
  });

  test("a file beside the stores that asks the database, and a listed one that does not", () => {
    const [first = "", ...rest] = access.outside;
    expect(but({ outside: [...access.outside, "lib/bills/terms.ts"] })).toEqual([
      "lib/bills/terms.ts: asks the database and is no store",
    ]);
    expect(but({ outside: rest })).toEqual([`${first}: on the list of what asks beside the stores, but does not`]);
  });

  test("a function of the database that writes and is no room's", () => {
    expect(but({ strayFunctions: ["make_bill"] })).toEqual([
      "make_bill: a function of the database that writes, and no room has it",
    ]);
    expect(access.writers.get("book_position")).toEqual(new Set(["lib/ledger"]));
  });

  test("a second writer, and a writer of a new table", () => {
    expect(but({ writers: writtenBy("deposit", "lib/payouts") })).toEqual([
      "lib/payouts writes deposit, which lib/deposits writes",
    ]);
    expect(but({ writers: writtenBy("spare", "lib/bills") })).toEqual(["lib/bills writes spare, which nobody writes"]);
  });
});

describe("a row type that is written by hand is found", () => {
  const STORE = "lib/signing/store.ts";
  const found = (text: string, composed: string[] = []) => writtenRows(STORE, text, composed);

  test("in a type with the columns of a typed statement, whatever they are taken for", () => {
    const columns = "preparedId: string; sourceHash: string; sourceIndex: number; same: boolean";
    expect(found(`export type Cancelled = { ${columns} };`)).toEqual([`${STORE}: Cancelled`]);
    expect(found(`type Cancelled = Readonly<Record<string, string>> & ({ ${columns} } | undefined);`)).toHaveLength(1);
    expect(found(`function cancelled(db: Db): Promise<{ ${columns} }[]> {}`)).toEqual([`${STORE}: cancelled`]);
    expect(found(`function cancel(input: { ${columns} }): Promise<void> {}`)).toEqual([]);
    expect(found(`type Cancelled = { ${columns}; more: string };`)).toEqual([]);
  });

  test("in a type with what Prisma Client selects", () => {
    const select = "const SHOWN = { id: true, path: true };";
    expect(found(`${select} type Shown = { id: string; path: string };`)).toEqual([`${STORE}: Shown`]);
    expect(found(`${select} type Shown = { id: string; path: string; at: Date };`)).toEqual([]);
  });

  test("by its name, unless it is a composed statement's, which a test compares with the catalogue", () => {
    const row = "type WalletRow = { whose: string; what: string };";
    const sent = `${row} function list(db: Db) { return db.$queryRaw<WalletRow[]>\`select\`; }`;
    expect(found(row)).toEqual([`${STORE}: WalletRow`]);
    expect(found(sent)).toEqual([`${STORE}: WalletRow`]);
    expect(found(sent, [`${STORE}: list`])).toEqual([]);
    expect(found("type WalletRow = RowOf<typeof sql.walletsOf>;")).toEqual([]);
  });
});
