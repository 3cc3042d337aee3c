import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FrozenClock, frozenClock } from "#e2e/world/frozen-clock.ts";
import { code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { setTermsOrAsk } from "#lib/approvals/terms-or-ask.ts";
import { listBeneficiaries, makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { listSettlements } from "./get-settlements.ts";
import { findSettlementsToAsk, makeSettlement } from "./run-settlements.ts";

const DAY = 86_400_000;

let world: World;
let owner: pg.Client;
let app: pg.Client;
let clock: FrozenClock;
let begin: number;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  clock = await frozenClock(world);
  owner = new pg.Client(world.databaseUrl);
  app = new pg.Client(world.app.env.databaseUrl);
  await Promise.all([owner.connect(), app.connect()]);
  begin = Math.ceil(Date.now() / DAY + 1) * DAY;
  await clock.at(begin);
});
afterAll(async () => {
  await Promise.all([owner.end(), app.end(), clock.end()]);
  await world.close();
});
const pay = (beneficiaryId: string) =>
  payOrAsk(world.ctx, { asset: "EUR", quantity: Decimal.from("1"), reference: "x", beneficiaryId });

test("a new bank account is paid after 24 hours in live, at once in the sandbox; the database holds it", async () => {
  const bill = await world.bill();
  await world.pay(bill, bill.quantity);
  const make = (at: number) => makeBeneficiary(world.ctx, { name: "Acme GmbH", asset: "EUR", iban: ibanOf(at) });
  await pay((await make(40)).beneficiaryId);
  await owner.query("create or replace function is_live() returns boolean language sql stable as 'select true'");
  await clock.at(begin + 1);
  const made = await make(41);
  expect(made.usableFrom).toBe(begin + 1 + DAY);
  await clock.at(begin + DAY);
  await expect(pay(made.beneficiaryId)).rejects.toEqual(code("INVALID_STATE", /is paid from/));
  const raw = `insert into payout (id, account_id, asset, quantity_units, from_pending, reference, recorded_by, status, is_out, beneficiary_id)
    values (gen_random_uuid(), '${world.ctx.account?.id}', 'EUR', 1, false, 'x', 'x', 'REQUESTED', false, '${made.beneficiaryId}')`;
  await expect(app.query(raw)).rejects.toThrow(/paid after 24 hours/);
  const hugo = await personOfHouse(world, "Hugo");
  await setTermsOrAsk(hugo, { account: "acme", currency: "EUR", schedule: "DAILY", beneficiaryId: made.beneficiaryId });
  await clock.at(begin + DAY + 1);
  await pay(made.beneficiaryId);
  expect((await listBeneficiaries(world.ctx)).data[0]?.usableFrom).toBe(begin + 1 + DAY);
});

test("what is being posted is in the statement, and what posts to a closed period is posted anew at its time", async () => {
  const worker = contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
  const of = { accountId: world.ctx.account?.id ?? "", currency: "EUR" as const };
  const book = async (client: pg.Client, key: string) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into ledger_transaction (id, effect_key, event, account_id, at)
       values (gen_random_uuid(), $1, 'result.swept', $2, business_now()) returning id`,
      [key, of.accountId],
    );
    return async () => {
      await client.query("select enter_postings(array[$1, $1]::uuid[], $2, '{EUR, EUR}', '{-500, 500}')", [
        rows[0]?.id,
        [`acc:${of.accountId}:available`, "house:book"],
      ]);
    };
  };
  await clock.at(begin + 2 * DAY - 1);
  await app.query("begin");
  await (await book(app, "test:in-time"))();
  await owner.query("begin");
  const late = await book(owner, "test:late");
  await clock.at(begin + 2 * DAY);
  let isMade = false;
  const making = makeSettlement(worker, of).then((made) => {
    isMade = made;
  });
  await expect
    .poll(async () => (await world.ctx.db.$queryRaw<object[]>`select 1 from pg_locks where not granted`).length)
    .toBeGreaterThan(0);
  expect(isMade).toBe(false);
  await app.query("commit");
  await making;
  expect(isMade).toBe(true);
  await expect(late()).rejects.toMatchObject({ code: "40001" });
  await owner.query("rollback");
  const [settlement] = (await listSettlements(world.ctx, {})).data;
  const { opening, closing, movements } = JSON.parse(settlement?.text ?? "{}");
  expect([opening, closing, movements]).toEqual([99, 103, 2]);
});

test("a settlement is asked for once its bank account may be paid, and not a tick before", async () => {
  const worker = contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
  await clock.at(begin + 2 * DAY + 1);
  const { beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Acme GmbH", asset: "EUR", iban: ibanOf(42) });
  const hanna = await personOfHouse(world, "Hanna");
  await setTermsOrAsk(hanna, { account: "acme", currency: "EUR", schedule: "DAILY", beneficiaryId });
  await clock.at(begin + 3 * DAY);
  expect(await findSettlementsToAsk(worker, 9)).toEqual([]);
  await clock.at(begin + 3 * DAY + 1);
  expect(await findSettlementsToAsk(worker, 9)).toHaveLength(1);
});
