import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase, testCluster } from "#e2e/world/database.ts";
import { settledWorld } from "#e2e/world/neighbour/settled.ts";
import { ANOTHER, ASSIGNED, FILLED, MOVE, RESOLVED, STRANGER, TWICE } from "./assigned.fixture.ts";
import { LEFT, LEFT_ONCE, ONCE, OUTGOING_BREAKS } from "./outgoing.fixture.ts";
import { HOUSE_RECOUNT, HOUSE_SUMS, ONE, RANGE, RANGES, RECOUNT, RUNNING_BREAKS, SUMS } from "./running.fixture.ts";
import { RIGHTS_BREAKS, RIGHTS_ALLOWED } from "./rights.fixture.ts";
import { SALES_BREAKS } from "./sales.fixture.ts";
import { RULES } from "./store.ts";
import { TERMS_BREAKS } from "./terms.fixture.ts";

// A superuser changes rows behind the program's back, past checks, triggers and foreign keys: the books' check must see it.

let database: FreshDatabase;
let superuser: pg.Client;

beforeAll(async () => {
  database = await freshDatabase({ copyOf: await settledWorld() });
  superuser = new pg.Client((await testCluster()).urlFor("postgres", database.name));
  await superuser.connect();
  const { rows } = await superuser.query<{ dropped: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as dropped from pg_constraint
      where contype = 'c' and conrelid <> 0 and connamespace = 'public'::regnamespace and conislocal and not conperiod`,
  );
  await superuser.query(rows.map(({ dropped }) => dropped).join(";"));
});
afterAll(async () => {
  await superuser.end();
  await database.drop();
});

const BTC = (code: string) => `code like '${code}' and asset = 'BTC'`;

/** Money that came to a bill's address, said to have come for no known bill. */
const STRAY = `insert into stray_deposit (id, address_id, network, tx_hash, output_index, asset, quantity_units, status,
    confirmations_required, times_confirmed, created_at, updated_at)
  select gen_random_uuid(), id, network, 'stray', 0, 'BTC', 1, 'CONFIRMED', 1, 1, now(), now()
  from deposit_address where bill_id is not null limit 1`;

/** A move on its way, of which nothing is booked. */
const SENT = `insert into move (id, kind, from_place, to_place, asset, quantity_units, reference, note, status, created_by, created_at, updated_at)
    values ('${MOVE}', 'TO_VENUE', 'custody:bitcoin', 'venue:v', 'BTC', 1, 'MV0000000001', 'x', 'SENT', 'x', now(), now())`;
const MOVED = `insert into move_fact (id, move_id, side, source, proof, units, status, times_posted, told_by, at)
    values ('${MOVE}', '${MOVE}', 'LEFT', 'CHAIN', 'x', 1, 'POSTED', 1, 'x', now())`;

/** A settlement of a day that began with a cent, as nothing in the books says. */
const SETTLED = `insert into settlement (id, account_id, currency, number, reference, terms_id, zone, period_from, period_to, opening_units,
    closing_units, movements, by_kind, reserve_units, awaited_units, due_units, ask_at, made_at)
  select '${MOVE}', min(id::text)::uuid, 'EUR', 1, 'S', '${MOVE}', 'UTC', '2020-01-01', '2020-01-02', 1, 1, 0, '[]', 0, 0, 1, now(), now()
  from account`;

/** Gas that is said to be in the books, and is not. */
const GAS = `insert into gas_payment (id, network, tx_hash, kind, script, block_height, block_hash, value_wei, fee_wei, moved_wei, weighed_hash,
    times_posted, seen_at) values (gen_random_uuid(), 'eth', gen_random_uuid()::text, 'SENT', 'x', 1, 'block', 5, 1, 5, 'block', 1, now())`;
/** The same of what came. */
const GAS_RECEIVED = GAS.replace("'SENT'", "'RECEIVED'").replaceAll("5,", "5000000000,");

/** What a superuser does, by the rule that tells of it. Several for a rule of several sums. */
const BREAKS: readonly (readonly [rule: string, sql: string])[] = [
  ["a settlement's statement is the ledger's, and follows on the one before", SETTLED],
  ["a settlement's payout is at most its due, and of its account", "update payout set kind = 'SETTLEMENT'"],
  [
    "fee invoices say what ledger and sales say, and their numbers have no gap",
    `${SETTLED}; insert into fee_invoice (id, settlement_id, account_id, year, nth, lines, made_at)
      select id, id, account_id, 2020, 1, '[]', now() from settlement where id = '${MOVE}'`,
  ],
  [
    "fee invoices say what ledger and sales say, and their numbers have no gap",
    `insert into fee_invoice (id, settlement_id, account_id, year, nth, lines, made_at) values ('${MOVE}', '${MOVE}', '${MOVE}', 2020, 2, '[]', now())`,
  ],
  ["what is on its way is the open moves", `${SENT}; ${MOVED}`],
  ["a move has posted what its facts say, and no more", `${SENT}; ${MOVED}`],
  ["a move stands where its facts have brought it", SENT],
  ["custody is what is confirmed and unspent", `${SENT}; ${MOVED}`],
  [
    "unassigned and missing fiat is what banks and venues have booked that belongs to nobody",
    `insert into bank_line (id, statement_id, place, asset, side, units, reference, booked_at, belongs_to, was_nobodys)
      values ('${MOVE}', '${MOVE}', 'bank:main', 'EUR', 'CREDIT', 1, 'x', now(), 'NOBODY', true)`,
  ],
  ["each transaction's gas is booked once, as the node has told it", GAS],
  ["custody is what is confirmed and unspent", GAS],
  ["what is missing left without approval, and each of it is a case", GAS],
  ["unassigned crypto is what came for bills that are not known", GAS_RECEIVED],
  [
    "what was assigned of crypto is a deposit, kept as it is or sold by conversions alone",
    `update deposit set stray_id = '${STRANGER}' where ${ONE("deposit", "times_confirmed > times_reversed")}`,
  ],
  [
    "what was assigned of crypto is a deposit, kept as it is or sold by conversions alone",
    `${STRAY}; update stray_deposit s set (network, tx_hash, output_index) = (select network, tx_hash, output_index from deposit limit 1) where s.tx_hash = 'stray'`,
  ],
  [
    "what was assigned of crypto is a deposit, kept as it is or sold by conversions alone",
    `insert into resolution (id, kind, subject, subject_id, asset, units, note, made_by, made_at)
      values ('${STRANGER}', 'ASSIGN', 'DEPOSIT', '${STRANGER}', 'BTC', 1, 'x', 'x', now())`,
  ],
  ["what a block has brought is in the books once", TWICE],
  ["every ledger asset sums to zero", `update posting set debit = debit + 1 where ${ONE("posting")}`],
  [
    "every ledger transaction sums to zero per asset",
    `update posting set transaction_id = (select max(id::text)::uuid from ledger_transaction) where ${ONE("posting")}`,
  ],
  ["every balance is the sum of its postings", `update ledger_account set balance = balance + 1 where code = 'bank'`],
  ...RUNNING_BREAKS,
  [
    "no balance is below zero where the chart says no",
    `update ledger_account set may_be_negative = false where code = 'venue:sandbox'`,
  ],
  [
    "available crypto is the sum of free residues",
    `update ledger_account set balance = balance - 1 where ${BTC("acc:%:available")}`,
  ],
  [
    "locked crypto is locked on deposits",
    `update deposit set locked_units = 1 where ${ONE("deposit", "asset = 'BTC'")}`,
  ],
  [
    "pending crypto is the sum of what is pending on deposits",
    `update ledger_account set balance = balance - 1 where ${BTC("acc:%:pending")}`,
  ],
  [
    "locked crypto is the items of live invoices",
    `update conversion_item set live = true where ${ONE("conversion_item")}`,
  ],
  [
    "reserved is the sum of open payouts",
    `insert into ledger_account (id, code, asset, normal, may_be_negative, balance, account_id)
      select '${STRANGER}', 'acc:' || id || ':reserved', 'BTC', 'CREDIT', false, 1, id from account where not is_house`,
  ],
  ["reserved is the sum of open payouts", "update payout set is_out = false, status = 'APPROVED'"],
  [
    "what is reserved of a deposit is its parts of open payouts",
    `update deposit set reserved_units = 1 where ${ONE("deposit", "asset = 'BTC'")}`,
  ],
  ["a payout's books say what its state says", "update payout set status = 'APPROVED'"],
  [
    "available and reserved fiat less owed fiat is the standing fills less payouts",
    `update fill set fiat_units = fiat_units + 1 where ${ONE("fill")}`,
  ],
  [
    "available and reserved fiat less owed fiat is the standing fills less payouts",
    `update payout set quantity_units = quantity_units + 1 where asset = 'EUR'`,
  ],
  [
    "custody is what is confirmed and unspent",
    `update ledger_account set balance = balance - 1 where code = 'custody:bitcoin'`,
  ],
  [
    "custody is what is confirmed and unspent",
    `update payout_part set quantity_units = quantity_units - 1 where ${ONE("payout_part")}`,
  ],
  [
    "owed crypto is what was sold by invoice or paid out of deposits that are gone",
    `insert into ledger_account (id, code, asset, normal, may_be_negative, balance, account_id)
      select '${STRANGER}', 'acc:' || id || ':owed', 'BTC', 'DEBIT', false, 1, id from account where not is_house`,
  ],
  [
    "owed crypto is what was sold by invoice or paid out of deposits that are gone",
    `update deposit set times_reversed = times_confirmed where paid_out_units > 0`,
  ],
  ["what is paid out of a deposit is its parts of payouts", `delete from payout_part`],
  ["a crypto payout is its parts", `update payout set quantity_units = quantity_units + 1 where asset <> 'EUR'`],
  [
    "a deposit's fills are what it says is converted",
    `update fill set quantity_units = quantity_units + 1 where ${ONE("fill")}`,
  ],
  [
    "a deposit's fills are what it says is converted",
    `update deposit set fiat_units = fiat_units + 1 where converted_units > 0`,
  ],
  [
    "a confirmed deposit's quantities add up",
    `update deposit set quantity_units = quantity_units + 1 where status = 'CREDITED'`,
  ],
  ...[
    "received",
    "converted",
    "unconverted",
    "pending",
    "fee",
    "fiat_received",
    "locked",
    "reserved",
    "paid_out",
    "amount",
  ]
    .map((fact) => `${fact}_units = ${fact}_units + 1`)
    .concat(
      "standing_deposits = standing_deposits + 1",
      "deposits_processing = not deposits_processing",
      "deposits_unconfirmed = not deposits_unconfirmed",
      "labels = array_append(labels, 'LATE')",
    )
    .map((change) => ["a bill's facts are those of its deposits", `update bill set ${change}`] as const),
  ...["promised_units = promised_units + 1", "promised_fiat_units = promised_fiat_units + 1"].flatMap((change) =>
    ["a bill promises what its deposits leave of it", "the running sums of promises are a recount"].map(
      (rule) => [rule, `update bill set ${change} where ${ONE("bill")}`] as const,
    ),
  ),
  ...["units = units + 1", "fiat_units = fiat_units - 1"].map(
    (change) => ["the running sums of promises are a recount", `update promise_sum set ${change}`] as const,
  ),
  ["the running sums of promises are a recount", "update promise_total set units = units + 1"],
  [
    "the running sums of promises are a recount",
    `insert into promise_delta (account_id, fiat, crypto, units, fiat_units) select id, 'EUR', 'BTC', -5, 0 from account limit 1`,
  ],
  [
    "no bill sells more than its quantity at its price",
    `update bill set quantity_units = converted_units - 1 where id in (select bill_id from fill where method = 'RFQ')`,
  ],
  [
    "no bill sells more than its quantity at its price",
    `update bill set fiat_units = 1 where id in (select bill_id from fill where method = 'RFQ')`,
  ],
  ["a deposit's state fits its confirmations", `update deposit set status = 'UNCONFIRMED' where status = 'CREDITED'`],
  ["an object's events count from 1 without gaps", `delete from event where sequence = 1`],
  ["an object's events count from 1 without gaps", `update event set sequence = sequence + 1000`],
  ["the house's positions are its book", `update book_position set units = units + 1`],
  [
    "an order at the venue is booked as it was filled",
    `update venue_order set filled_units = filled_units + 1 where asset = 'BTC'`,
  ],
  [
    "an order's trades make it up, and each is booked at its venue as it says",
    `update venue_trade set quantity_units = quantity_units + 1 where ${ONE("venue_trade")}`,
  ],
  [
    "an order's trades make it up, and each is booked at its venue as it says",
    `update venue_trade set fee_units = fee_units + 1 where ${ONE("venue_trade")}`,
  ],
  [
    "what a venue's account holds, and its fractions, are the venue's own statement to the last digit",
    `update venue_trade set proceeds = proceeds + 0.0000000001 where ${ONE("venue_trade")}`,
  ],
  [
    "what a venue's account holds, and its fractions, are the venue's own statement to the last digit",
    `insert into venue_sweep (venue, asset, day, units, at) values ('sandbox', 'EUR', now(), 1, now())`,
  ],
  [
    "what is missing left without approval, and each of it is a case",
    `insert into ledger_account (id, code, asset, normal, may_be_negative, balance)
      values ('${STRANGER}', 'house:missing', 'BTC', 'DEBIT', false, 1)`,
  ],
  ["what is missing is a case until somebody says what it was", LEFT],
  ["what is missing is a case until somebody says what it was", GAS],
  // It is booked, and no case tells of it.
  [
    "what is missing is a case until somebody says what it was",
    `insert into ledger_account (id, code, asset, normal, may_be_negative, balance)
      values ('${STRANGER}', 'house:missing', 'BTC', 'DEBIT', false, 3); ${LEFT}; update outgoing set status = 'GONE'`,
  ],
  ["custody is what is confirmed and unspent", LEFT],
  ["what is missing left without approval, and each of it is a case", LEFT],
  ["an output of ours leaves once", `${LEFT}; ${LEFT}`],
  ...OUTGOING_BREAKS,
  ...["unassigned crypto is what came for bills that are not known", "custody is what is confirmed and unspent"].map(
    (rule) => [rule, STRAY] as const,
  ),
  ["an address that has received money for no known bill has no bill", STRAY],
  [
    "what is open of the house's positions are its lots",
    `insert into book_position (asset, fiat, units, bought_units) values ('BCH', 'CAD', 2, 2);
      insert into book_lot (asset, fiat, at, units, upto) values ('BCH', 'CAD', now(), 1, 2)`,
  ],
  ...SALES_BREAKS,
  ...TERMS_BREAKS,
  ...RIGHTS_BREAKS,
  ...[
    "deposit set account_id",
    "conversion set account_id",
    "payout set account_id",
    "ledger_transaction set account_id",
    "webhook_endpoint set account_id",
    "event set account_id",
  ].map((column) => ["what hangs together is one account's", `update ${column} = '${STRANGER}'`] as const),
  [
    "what hangs together is one account's",
    `update wallet set account_id = '${STRANGER}'
      where id in (select wallet_id from deposit_address where bill_id is not null)`,
  ],
  [
    "what hangs together is one account's",
    `update fill set bill_id = (select id from bill where id not in (select bill_id from fill) limit 1);
      update bill set account_id = '${STRANGER}' where id in (select bill_id from fill);
      update deposit d set account_id = b.account_id from bill b where b.id = d.bill_id;
      update ledger_transaction t set account_id = b.account_id from bill b where b.id = t.bill_id;
      delete from conversion_item; delete from payout_part`,
  ],
];

test("a settled world breaks no rule", async () => {
  for (const rule of RULES) expect([rule.name, await violationsOf(rule.name)]).toEqual([rule.name, []]);
});

test.each(BREAKS)("%s: %s", async (rule, sql) => {
  await superuser.query("begin; set local session_replication_role = replica");
  try {
    await superuser.query(sql);
    const found = await violationsOf(rule);
    expect(found).not.toEqual([]);
    expect(found.filter((line) => Object.values(line).includes(null))).toEqual([]);
  } finally {
    await superuser.query("rollback");
  }
});

test("the coin that a token's transaction takes along to others is a case of its own", async () => {
  const hash = (sql: string) => sql.replaceAll("gen_random_uuid()::text", "'same'");
  await superuser.query("begin; set local session_replication_role = replica");
  try {
    await superuser.query(`${hash(GAS)}; ${hash(LEFT.replaceAll("'bitcoin'", "'eth'").replaceAll("'BTC'", "'USDC@eth'"))};
      insert into ledger_account (id, code, asset, normal, may_be_negative, balance) values
        (gen_random_uuid(), 'house:missing', 'ETH', 'DEBIT', false, 1), (gen_random_uuid(), 'house:missing', 'USDC@eth', 'DEBIT', false, 3)`);
    expect(await violationsOf("what is missing is a case until somebody says what it was")).toEqual([]);
  } finally {
    await superuser.query("rollback");
  }
});

test.each<readonly [rule: string, sql: string]>([[ONCE, LEFT_ONCE], ...RIGHTS_ALLOWED])(
  "%s, as it should be: %s",
  async (rule, sql) => {
    await superuser.query("begin; set local session_replication_role = replica");
    try {
      await superuser.query(sql);
      expect(await violationsOf(rule)).toEqual([]);
    } finally {
      await superuser.query("rollback");
    }
  },
);

test("a range of postings that says what it should is no violation", async () => {
  await superuser.query("begin; set local session_replication_role = replica");
  try {
    await superuser.query(`${RANGE} select 10, 0, earliest, latest from ten; ${SUMS()}; ${HOUSE_SUMS()}`);
    for (const rule of [RANGES, RECOUNT, HOUSE_RECOUNT]) expect(await violationsOf(rule)).toEqual([]);
  } finally {
    await superuser.query("rollback");
  }
});

test.each([
  ["was taken back", RESOLVED("ASSIGN", "BTC", "now()")],
  ["is the house's own", RESOLVED("OWN", "BTC")],
  ["is fiat", RESOLVED("ASSIGN", "EUR")],
  [
    "went with its block",
    `update deposit set stray_id = '${STRANGER}', times_reversed = times_confirmed where ${ONE("deposit")}`,
  ],
])("what came to an address of no bill and %s needs no deposit", async (_what, sql) => {
  await superuser.query("begin; set local session_replication_role = replica");
  try {
    await superuser.query(`delete from fill; ${sql}`);
    expect(
      await violationsOf("what was assigned of crypto is a deposit, kept as it is or sold by conversions alone"),
    ).toEqual([]);
  } finally {
    await superuser.query("rollback");
  }
});

test.each([
  ["as it is", "select", 0],
  ["beside another", ANOTHER, 0],
  ["and sold by a conversion", FILLED("CONVERSION"), 0],
  ["and sold at a promised price", FILLED("RFQ"), 1],
  ["and waiting to be treated", "update deposit set status = 'PROCESSING' where id = (select id from given)", 1],
  ["to more than came", `update resolution set units = units + 1 where id = '${STRANGER}'`, 1],
  ["to another account", `update resolution set account_id = '${MOVE}' where id = '${STRANGER}'`, 1],
] as const)("a deposit that was assigned %s", async (_what, sql, wrong) => {
  await superuser.query("begin; set local session_replication_role = replica");
  try {
    await superuser.query(`${ASSIGNED}; ${sql}`);
    const rule = "what was assigned of crypto is a deposit, kept as it is or sold by conversions alone";
    expect(await violationsOf(rule)).toHaveLength(wrong);
  } finally {
    await superuser.query("rollback");
  }
});

test("each rule has a break", () => {
  expect(RULES.map(({ name }) => name).filter((name) => !BREAKS.some(([rule]) => rule === name))).toEqual([]);
});

async function violationsOf(name: string): Promise<object[]> {
  const rule = RULES.find((one) => one.name === name);
  return (await superuser.query(rule?.sql ?? "")).rows;
}
