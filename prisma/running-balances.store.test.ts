import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { RUNNING_RULES } from "#lib/ledger/check-running.ts";

let world: World;
let owner: pg.Client;
beforeAll(async () => {
  world = await openWorld();
  owner = new pg.Client(world.databaseUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

const MIGRATION = join(import.meta.dirname, "migrations/20261129040000_running_balances/migration.sql");
const RULE = RUNNING_RULES.find(({ name }) => name === "every posting says what its account stands at after it");

const postings = async () =>
  (await owner.query("select id::text, amount::text, debit::text, balance::text from posting order by id")).rows;

test("postings whose ids are not in the order they went in say what their account stands at by id", async () => {
  for (const bill of [await world.bill({}), await world.bill({})]) await world.pay(bill, bill.quantity);
  const before = await postings();
  // Two of one account, the later id having gone in first.
  await owner.query("alter table posting disable trigger posting_append_only");
  const { rowCount } = await owner.query(
    `with two as (select p.ledger_account_id, (array_agg(p.id order by p.id))[1:2] as ids from posting p group by 1 having count(*) >= 2 limit 1),
      them as (select a.id as first, b.id as second, a.balance - a.amount as began, a.amount as one, b.amount as other
        from two join posting a on a.id = ids[1] join posting b on b.id = ids[2])
     update posting p set balance = case p.id when first then began + other + one else began + other end
     from them where p.id in (first, second)`,
  );
  await owner.query("alter table posting enable trigger posting_append_only");
  expect(rowCount).toBe(2);
  expect((await owner.query(RULE?.sql ?? "")).rowCount).toBe(2);

  await owner.query(readFileSync(MIGRATION, "utf8"));
  expect(await postings()).toEqual(before);
  expect((await owner.query(RULE?.sql ?? "")).rowCount).toBe(0);
  await expect(owner.query("update posting set balance = 0")).rejects.toThrow(/posting/);
});
