import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase, testCluster } from "#e2e/world/database.ts";
import { GUARDS_RULES } from "./guards.ts";

// A superuser takes away what keeps the rows as they should be: the check tells of it, until it is as the migrations make it.

const [MADE, RIGHTS, PASSED] = GUARDS_RULES.map(({ name }) => name) as [string, string, string];

let database: FreshDatabase;
let superuser: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  superuser = new pg.Client((await testCluster()).urlFor("postgres", database.name));
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await database.drop();
});

test.each(["url", "ownerUrl"] as const)("a database as it was prepared has all its guards: %s", async (as) => {
  const client = new pg.Client(database[as]);
  await client.connect();
  try {
    for (const { name, sql } of GUARDS_RULES) expect([name, (await client.query(sql)).rows]).toEqual([name, []]);
  } finally {
    await client.end();
  }
});

const BALANCES = "trigger posting.posting_balances";
const COMMENTED = `select replace(pg_get_functiondef(oid), 'begin', 'begin -- x') as made from pg_proc where proname = 'move_balances'`;

test.each([
  [MADE, "drop trigger posting_balances on posting", `${BALANCES} is gone`],
  [
    MADE,
    `drop trigger posting_balances on posting; create trigger posting_balances after insert on posting
      referencing new table as entered for each statement when (false) execute function move_balances()`,
    `${BALANCES} is not as the migrations make it`,
  ],
  [
    MADE,
    "create trigger a before insert on payout for each row execute function move_balances()",
    "trigger payout.a is none that the migrations make",
  ],
  [
    MADE,
    "drop function is_spend_case(outgoing, outgoing_amount) cascade",
    "function is_spend_case(o outgoing, m outgoing_amount) is gone",
  ],
  [MADE, COMMENTED, "function move_balances() is not as the migrations make it"],
  [
    MADE,
    "alter function move_balances() security invoker",
    "function move_balances() is not as the migrations make it",
  ],
  [
    MADE,
    "create function is_fiat(integer) returns boolean language sql as 'select true'",
    "function is_fiat(integer) is none that the migrations make",
  ],
  [
    MADE,
    "alter table posting drop constraint posting_transaction_id_fkey",
    "constraint posting.posting_transaction_id_fkey is gone",
  ],
  [
    MADE,
    `alter table api_key drop constraint api_key_mode_check; alter table api_key add constraint api_key_mode_check check (true)`,
    "constraint api_key.api_key_mode_check is not as the migrations make it",
  ],
  [MADE, "drop index account_house", "unique index account.account_house is gone"],
  [MADE, "alter table audit alter actor drop not null", "table audit is not as the migrations make it"],
  [MADE, "alter table payout alter is_out set default false", "table payout is not as the migrations make it"],
  [
    MADE,
    "create rule unseen as on insert to audit do instead nothing",
    "rule audit.unseen is none that the migrations make",
  ],
  [MADE, "alter table audit enable row level security", "table audit is not as the migrations make it"],
  [
    MADE,
    "insert into state_transition values ('payout', 'REQUESTED', 'CONFIRMED')",
    "rows of state_transition is not as the migrations make it",
  ],
  [
    MADE,
    "delete from setting_rule where name = 'depositLimit'",
    "rows of setting_rule is not as the migrations make it",
  ],
  [RIGHTS, "grant delete on audit to desk", "desk may DELETE audit"],
  [RIGHTS, "grant update (amount) on posting to desk", "desk may UPDATE posting.amount"],
  [RIGHTS, "grant insert on posting to public", "everybody may INSERT posting"],
  [RIGHTS, "grant execute on function enter_postings to public", "everybody may call enter_postings"],
  [RIGHTS, "alter table posting owner to desk; set local role desk", "desk owns posting"],
  [PASSED, "alter role desk set session_replication_role = replica", "desk has session_replication_role=replica"],
  [
    PASSED,
    "create schema desk; create table desk.setting (id uuid); set local search_path = desk, public",
    "table setting",
  ],
  [
    PASSED,
    `create schema desk; create function desk.business_now() returns timestamptz language sql as 'select now()'; set local search_path = desk, public`,
    "function business_now",
  ],
])("%s: %s", async (rule, sql, found) => {
  await superuser.query("begin");
  try {
    const made = (await superuser.query<{ made?: string }>(sql)).rows?.[0]?.made;
    if (made !== undefined) await superuser.query(made);
    const { rows } = await superuser.query<{ found: string }>(
      `select found from (${GUARDS_RULES.find(({ name }) => name === rule)?.sql ?? ""}) broken(found)`,
    );
    expect(rows.map((row) => row.found)).toContain(found);
  } finally {
    await superuser.query("rollback");
  }
});

test("what others read, and have put beside the program's tables, is no matter", async () => {
  await superuser.query("begin");
  try {
    await superuser.query(`create table notes (id integer primary key); create role reporting;
      grant select on all tables in schema public to reporting; create index posting_asset on posting (asset);
      create function watched() returns integer language sql as 'select 1'`);
    for (const { name, sql } of GUARDS_RULES) expect([name, (await superuser.query(sql)).rows]).toEqual([name, []]);
  } finally {
    await superuser.query("rollback");
  }
});
