import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";

let database: FreshDatabase;
let app: pg.Client;

const ACCOUNT = "01900000-0000-7000-8000-000000000001";
const BILL = "01900000-0000-7000-8000-000000000002";
const DEPOSIT = "01900000-0000-7000-8000-000000000003";
const INVOICE = "01900000-0000-7000-8000-000000000004";
const BOOK = "01900000-0000-7000-8000-000000000005";
const FREE = "01900000-0000-7000-8000-000000000006";
const SEALED = "01900000-0000-7000-8000-000000000007";
const OTHER = "01900000-0000-7000-8000-00000000000";

beforeAll(async () => {
  database = await freshDatabase();
  app = new pg.Client(database.url);
  await app.connect();
  await app.query(`
    insert into account (id, name) values ('${ACCOUNT}', 'acme');
    insert into bill (id, account_id, subaccount, asset, crypto, fiat, fiat_units, address, address_key, price, quantity_units, strategy,
      fee_model, spread_bps, explicit_fee_bps, transaction_fee_bps, tolerance_bps, overpayment, guarantee_ms, confirmations_required,
      price_inputs, created_by, request_id, created_at, expires_at, updated_at)
    values ('${BILL}', '${ACCOUNT}', 's', 'BTC', 'BTC', 'EUR', 10000, 'a', 'a', 59400, 168351, 'RFQ', 'SPREAD', 100, 100, 50, 0, 'CONVERT',
      7200000, 2, '{}', 'test', 'r', now(), now() + interval '20 minutes', now());
    insert into deposit (id, bill_id, account_id, network, tx_hash, output_index, asset, address, quantity_units, status, first_seen,
      confirmations_required, created_at, updated_at, pending_units, unconverted_units)
    values ('${DEPOSIT}', '${BILL}', '${ACCOUNT}', 'bitcoin', 'aa', 0, 'BTC', 'a', 1000, 'CREDITED', now(), 2, now(), now(), 0, 1000);
    insert into ledger_account (id, code, asset, normal, may_be_negative) values
      ('${BOOK}', 'house:book', 'BTC', 'CREDIT', true), ('${FREE}', 'acc:${ACCOUNT}:available', 'BTC', 'CREDIT', false);
    begin;
    insert into ledger_transaction (id, effect_key, event, at) values ('${SEALED}', 'sealed', 'test', now());
    select enter_postings('{${SEALED}, ${SEALED}}', '{acc:${ACCOUNT}:available, house:book}', '{BTC, BTC}', '{-1000, 1000}');
    insert into conversion (id, account_id, base, fiat, quantity_units, fee_model, status, created_by, created_at, updated_at)
      values ('${INVOICE}', '${ACCOUNT}', 'BTC', 'EUR', 1000, 'SPREAD', 'CREATED', 'test', now(), now());
    insert into conversion_item (id, conversion_id, ordinal, bill_id, deposit_id, quantity_units, live)
      values ('${OTHER}1', '${INVOICE}', 0, '${BILL}', '${DEPOSIT}', 1000, true);
    commit;`);
});

afterAll(async () => {
  await app.end();
  await database.drop();
});

beforeEach(async () => {
  await app.query("rollback");
});

/** Statements in one transaction, committed at the end: deferred checks speak at commit. */
function attempt(sql: string): Promise<unknown> {
  return app.query(`begin; ${sql}; commit`);
}

const NEW_ENTRY = `insert into ledger_transaction (id, effect_key, event, at) values ('${OTHER}2', 'new', 'test', now())`;
const CODES: Readonly<Record<string, string>> = { [BOOK]: "house:book", [FREE]: `acc:${ACCOUNT}:available` };
const posting = (transaction: string, account: string, asset: string, debit: string) =>
  `select enter_postings(array['${transaction}']::uuid[], array['${CODES[account]}'], array['${asset}'], array[${debit}]::numeric[])`;

const BREAKS: [claim: string, sql: string, refusal: RegExp][] = [
  ["an entry that does not sum to zero", `${NEW_ENTRY}; ${posting(`${OTHER}2`, BOOK, "BTC", "5")}`, /sum to zero/],
  ["an entry without postings", NEW_ENTRY, /no postings/],
  ["a posting on a sealed entry", posting(SEALED, BOOK, "BTC", "5"), /sealed/],
  [
    "a posting in another asset than its account's",
    `${NEW_ENTRY}; ${posting(`${OTHER}2`, BOOK, "EUR", "5")}`,
    /account that does not exist/,
  ],
  [
    "a posting but by the function that moves its balance",
    `${NEW_ENTRY}; insert into posting (transaction_id, ledger_account_id, asset, debit, amount, balance) values ('${OTHER}2', '${BOOK}', 'BTC', 5, -5, 995)`,
    /permission denied/,
  ],
  [
    "an entry that no longer sums to zero after it was proven",
    `${NEW_ENTRY}; ${posting(`${OTHER}2`, FREE, "BTC", "400")}; ${posting(`${OTHER}2`, BOOK, "BTC", "-400")};
      set constraints all immediate; set constraints all deferred; ${posting(`${OTHER}2`, BOOK, "BTC", "-5")}`,
    /sum to zero/,
  ],
  [
    "a balance that dips below zero between the postings of one entry",
    `${NEW_ENTRY}; insert into ledger_account (id, code, asset, normal, may_be_negative) values ('${OTHER}3', 'x', 'BTC', 'DEBIT', false);
      select enter_postings('{${OTHER}2, ${OTHER}2}', '{x, x}', '{BTC, BTC}', '{5, -5}')`,
    /below zero/,
  ],
  ["what is to be proven yet", "delete from ledger_unproven", /permission denied/],
  ["what is proven already", "insert into ledger_unproven (transactions) values ('{}')", /permission denied/],
  ["a posting of nothing", `${NEW_ENTRY}; ${posting(`${OTHER}2`, BOOK, "BTC", "0")}`, /debit/],
  ["a posting of NaN", `${NEW_ENTRY}; ${posting(`${OTHER}2`, BOOK, "BTC", "'NaN'")}`, /balance_units/],
  [
    "an available balance below zero",
    `${NEW_ENTRY}; ${posting(`${OTHER}2`, FREE, "BTC", "5000")}; ${posting(`${OTHER}2`, BOOK, "BTC", "-5000")}`,
    /below zero/,
  ],
  ["a changed posting", "update posting set debit = 7", /permission denied|append-only/],
  ["a deleted posting", "delete from posting", /permission denied|append-only/],
  ["a balance set by hand", "update ledger_account set balance = 7", /permission denied|postings only/],
  [
    "a ledger account that opens with money",
    `insert into ledger_account (id, code, asset, normal, may_be_negative, balance) values ('${OTHER}3', 'x', 'BTC', 'CREDIT', true, 5)`,
    /opens at zero/,
  ],
  [
    "one effect twice",
    `insert into ledger_transaction (id, effect_key, event, at) values ('${OTHER}2', 'sealed', 'test', now())`,
    /effect_key/,
  ],
  [
    "a deposit that goes back from CREDITED",
    `update deposit set status = 'PROCESSING' where id = '${DEPOSIT}'`,
    /cannot go from CREDITED/,
  ],
  [
    "a deposit whose quantities do not add up",
    `update deposit set unconverted_units = 999 where id = '${DEPOSIT}'`,
    /check constraint/,
  ],
  [
    "a deposit that locks more than it has",
    `update deposit set locked_units = 1001 where id = '${DEPOSIT}'`,
    /check constraint/,
  ],
  [
    "a fractional amount of units beyond the bound",
    `update deposit set quantity_units = 9007199254740992 where id = '${DEPOSIT}'`,
    /units|check/,
  ],
  [
    "a conversion that goes from CREATED to EXECUTED",
    `update conversion set status = 'EXECUTED' where id = '${INVOICE}'`,
    /cannot go from CREATED/,
  ],
  [
    "one residue in two live invoices",
    `insert into conversion_item (id, conversion_id, ordinal, bill_id, deposit_id, quantity_units, live) values ('${OTHER}4', '${INVOICE}', 1, '${BILL}', '${DEPOSIT}', 1, true)`,
    /conversion_item_live/,
  ],
  [
    "items beyond their invoice",
    `insert into conversion_item (id, conversion_id, ordinal, bill_id, deposit_id, quantity_units, live) values ('${OTHER}4', '${INVOICE}', 1, '${BILL}', '${DEPOSIT}', 1, false)`,
    /do not sum/,
  ],
  [
    "items that are less than their invoice",
    `update conversion_item set quantity_units = 999 where conversion_id = '${INVOICE}'`,
    /do not sum/,
  ],
  [
    "items that do not sum to their invoice",
    `update conversion set quantity_units = 1001 where id = '${INVOICE}'`,
    /do not sum/,
  ],
  ["a changed event", "update event set data = ''", /permission denied|append-only/],
  ["a deleted audit row", "delete from audit", /permission denied|append-only/],
  ["a changed setting", "update setting set value = '1'", /permission denied|append-only/],
  ["another mode", "update deployment set mode = 'live'", /permission denied/],
  [
    "a new transition",
    "insert into state_transition values ('deposit', 'CREDITED', 'PROCESSING')",
    /permission denied/,
  ],
  ["a table without its triggers", "alter table posting disable trigger all", /must be owner|permission denied/],
  ["an emptied table", "truncate posting", /permission denied/],
];

describe("the application's role cannot write", () => {
  test.each(BREAKS)("%s", async (_claim, sql, refusal) => {
    await expect(attempt(sql)).rejects.toThrow(refusal);
  });
});

test("what the rules allow is written, and the balance follows", async () => {
  await attempt(
    `${NEW_ENTRY}; ${posting(`${OTHER}2`, FREE, "BTC", "400")}; ${posting(`${OTHER}2`, BOOK, "BTC", "-400")}`,
  );
  const { rows } = await app.query("select balance::text from ledger_account where id = $1", [FREE]);
  expect(rows).toEqual([{ balance: "600" }]);
});

test("two that post on one account at once follow one another, and each posting says what it left", async () => {
  const other = new pg.Client(database.url);
  await other.connect();
  const entry = (id: string, key: string) =>
    `begin; insert into ledger_transaction (id, effect_key, event, at) values ('${id}', '${key}', 'test', now());
     select enter_postings('{${id}, ${id}}', '{acc:${ACCOUNT}:available, house:book}', '{BTC, BTC}', '{-7, 7}')`;
  const sides = ["01900000-0000-7000-8000-0000000000b1", "01900000-0000-7000-8000-0000000000b2"];
  await app.query(entry(sides[0] ?? "", "one side"));
  const waiting = other.query(entry(sides[1] ?? "", "other side"));
  await app.query("commit");
  await waiting;
  await other.query("commit");
  await other.end();
  const { rows } = await app.query(
    "select p.balance::integer, l.balance::integer as now from posting p join ledger_account l on l.id = p.ledger_account_id where l.id = $1 and transaction_id = any($2) order by p.id",
    [FREE, sides],
  );
  const now = rows[0]?.now;
  expect(rows).toEqual([
    { balance: now - 7, now },
    { balance: now, now },
  ]);
});
