import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { auditedOf, code, personIn, personOfHouse, waits } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { approve } from "#lib/approvals/decide-approval.ts";
import { makeBeneficiaryOrAsk, payOrAsk, rejectPayout } from "#lib/approvals/payout-or-ask.ts";
import { setTermsOrAsk } from "#lib/approvals/terms-or-ask.ts";
import { makeBeneficiary, retireBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { getPayout } from "#lib/payouts/get-payouts.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import { creditFiat, type FrozenClock, frozenClock } from "#e2e/world/frozen-clock.ts";
import type { SettlementRecord } from "./contract.ts";
import { getSettlement, listSettlements } from "./get-settlements.ts";
import { listSettlementMovements } from "./list-settlement-movements.ts";
import { makeSettlement } from "./run-settlements.ts";
import { listTerms } from "./terms.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;

let world: World;
let hugo: Ctx;
let ada: Ctx;
let worker: Ctx;
let clock: FrozenClock;
/** A Monday's midnight, UTC, ahead of the machine's clock. */
let monday: number;
let bank: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  worker = contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
  hugo = await personOfHouse(world, "Hugo");
  ada = await personIn(world, "Ada");
  clock = await frozenClock(world);
  const now = Date.now();
  monday = now - ((now - 4 * DAY) % (7 * DAY)) + 14 * DAY;
  await at(-2 * DAY);
  bank = (await makeBeneficiary(world.ctx, { name: "Acme GmbH", asset: "EUR", iban: ibanOf(30) })).beneficiaryId;
});
afterEach(async () => {
  expect(await world.broken()).toEqual([]);
});
afterAll(async () => {
  await clock.end();
  await world.close();
});

const at = (ms: number) => clock.at(monday + ms);
const credit = (fiat: string) => creditFiat(world, fiat);
type Terms = Parameters<typeof setTermsOrAsk>[1];
const wanted = (terms: Partial<Terms> = {}): Terms => ({
  account: "acme",
  currency: "EUR",
  schedule: "DAILY",
  beneficiaryId: bank,
  ...terms,
});
const terms = (changed?: Partial<Terms>, ctx = hugo) => setTermsOrAsk(ctx, wanted(changed));
type Amounts = "opening" | "closing" | "reserve" | "awaited" | "due" | "paidOut";
type Shown = Omit<SettlementRecord, Amounts> & Record<Amounts, number>;
const settlements = async (): Promise<Shown[]> =>
  (await listSettlements(ada, {})).data.map(({ text }) => JSON.parse(text) as Shown).reverse();
const last = async () => (await settlements()).at(-1);
const days = ({ from, to }: Shown) => [(from - monday) / DAY, (to - monday) / DAY];

test("each period is made once, also when ten run it at once and when three days were missed", async () => {
  await at(-DAY + 12 * HOUR);
  await terms({ minimum: Decimal.from("5") });
  await credit("10");
  await at(0);
  const of = { accountId: world.ctx.account?.id ?? "", currency: "EUR" as const };
  const made = await Promise.all(Array.from({ length: 10 }, () => makeSettlement(worker, of)));
  expect(made.filter(Boolean)).toHaveLength(1);
  await world.settle();
  const [first, ...more] = await settlements();
  expect(more).toEqual([]);
  expect(first).toMatchObject({ opening: 0, closing: 10, due: 10, paidOut: 10, status: "ASKED", askAt: monday });
  expect(first && days(first)).toEqual([-1, 0]);
  await at(HOUR);
  await credit("20");
  await at(3 * DAY + HOUR);
  await world.settle();
  const all = await settlements();
  expect(all.map(days)).toEqual([
    [-1, 0],
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
  expect(all.map(({ opening, closing, awaited, due }) => [opening, closing, awaited, due])).toEqual([
    [0, 10, 0, 10],
    [10, 20, 0, 20],
    [20, 20, 20, 0],
    [20, 20, 20, 0],
  ]);
  expect(all.map(({ status }) => status)).toEqual(["ASKED", "ASKED", "NONE", "NONE"]);
  expect(all[2]?.withheld).toBe("NOTHING");
  expect(all[1]?.reference).toMatch(/^S-EUR-\d{8}-2$/);
  const due = async (minimum: string, maximum: string) => {
    const between = { minimum: Decimal.from(minimum), maximum: Decimal.from(maximum) };
    return (await listSettlements(ada, between)).data.map(({ text }) => (JSON.parse(text) as Shown).due);
  };
  expect(await due("10", "20")).toEqual([20, 10]);
  expect(await due("10.01", "20")).toEqual([20]);
  expect(await due("0", "19.99")).toEqual([0, 0, 10]);
});

test("a payout that fails, or is taken back, is in the next settlement; one confirmed is paid", async () => {
  const [first, second] = await settlements();
  const bank = (amount: string) =>
    playBank(world.ctx, { currency: "EUR", amount: Decimal.from(amount), reference: `${amount} ${first?.payoutId}` });
  await bank("-10");
  await rejectPayout(hugo, { payoutId: second?.payoutId ?? "", note: "not sent" });
  await bank("10");
  expect((await settlements()).slice(0, 2).map(({ status }) => status)).toEqual(["RETURNED", "RETURNED"]);
  await at(4 * DAY);
  await world.settle();
  expect(await last()).toMatchObject({ opening: 20, closing: 30, due: 30, status: "ASKED" });
  expect((await last())?.byKind).toEqual([
    { kind: "RETURNED", amount: 30, count: 2 },
    { kind: "SETTLED", amount: -20, count: 1 },
  ]);
});

test("what has left meanwhile is not asked for, the reserve stays, and what is under the minimum lapses", async () => {
  await terms({ minimum: Decimal.from("5"), reserve: Decimal.from("50"), delayDays: 2 });
  await credit("100");
  await at(5 * DAY);
  await world.settle();
  expect(await last()).toMatchObject({ closing: 100, reserve: 50, due: 50, status: "DUE", askAt: monday + 6 * DAY });
  const own = { asset: "EUR" as const, reference: "own", beneficiaryId: bank };
  await expect(payOrAsk(world.ctx, { ...own, quantity: Decimal.from("50.01") })).rejects.toEqual(
    code("INSUFFICIENT_FUNDS", /50 that can be paid out: 50 are the reserve of the settlement terms/),
  );
  await payOrAsk(world.ctx, { ...own, quantity: Decimal.from("40") });
  await at(6 * DAY);
  await world.settle();
  expect((await settlements()).slice(-2)).toMatchObject([
    { due: 50, paidOut: 10, status: "ASKED" },
    { closing: 60, awaited: 50, due: 0, withheld: "NOTHING" },
  ]);
  await credit("60");
  await at(7 * DAY);
  await world.settle();
  expect(await last()).toMatchObject({ closing: 110, reserve: 50, awaited: 0, due: 60, status: "DUE" });
  await payOrAsk(world.ctx, { asset: "EUR", quantity: Decimal.from("56"), reference: "own", beneficiaryId: bank });
  await at(8 * DAY);
  await world.settle();
  expect((await settlements()).slice(-2)).toMatchObject([
    { due: 60, status: "LAPSED" },
    { closing: 54, awaited: 60, due: 0 },
  ]);
});

test("business days and weeks: a Friday's period ends on Monday, and is asked for on the day the terms say", async () => {
  await terms({ businessDays: true, delayDays: 2 });
  await at(14 * DAY + HOUR);
  await world.settle();
  const four = (await settlements()).slice(-4);
  expect(four.map(days)).toEqual([
    [8, 9],
    [9, 10],
    [10, 11],
    [11, 14],
  ]);
  expect(four.map(({ askAt }) => (askAt - monday) / DAY)).toEqual([10, 11, 14, 15]);
  await terms({ schedule: "WEEKLY", weekday: 3 });
  await at(24 * DAY);
  await world.settle();
  expect((await settlements()).slice(-2).map(days)).toEqual([
    [14, 16],
    [16, 23],
  ]);
  await terms({ schedule: "NEVER" });
  await at(40 * DAY);
  await world.settle();
  expect((await last()) ?? {}).toMatchObject({ to: monday + 23 * DAY });
  await terms();
  await at(41 * DAY);
  await world.settle();
  expect((await settlements()).slice(-1).map(days)).toEqual([[23, 41]]);
});

test("no settlement goes to a retired or foreign bank account", async () => {
  const spare = await makeBeneficiary(world.ctx, { name: "Acme 2", asset: "EUR", iban: ibanOf(31) });
  await terms({ beneficiaryId: spare.beneficiaryId });
  await retireBeneficiary(world.ctx, { beneficiaryId: spare.beneficiaryId });
  await credit("30");
  await at(42 * DAY);
  await world.settle();
  expect(await last()).toMatchObject({ status: "DUE" });
  await expect(terms({ beneficiaryId: spare.beneficiaryId })).rejects.toEqual(code("INVALID_STATE"));
  const foreign = await makeBeneficiary(world.other, { name: "Other", asset: "EUR", iban: ibanOf(32) });
  await expect(terms({ beneficiaryId: foreign.beneficiaryId })).rejects.toEqual(code("NOT_FOUND"));
  const dollars = await makeBeneficiary(world.ctx, { name: "Acme", asset: "USD", iban: ibanOf(33) });
  await expect(terms({ beneficiaryId: dollars.beneficiaryId })).rejects.toEqual(code("VALIDATION_FAILED"));
  await expect(terms({ weekday: 2 })).rejects.toEqual(code("VALIDATION_FAILED"));
  await expect(terms({ reserveBps: 100 })).rejects.toEqual(code("VALIDATION_FAILED"));
  await terms();
  await world.settle();
  expect(await last()).toMatchObject({ status: "ASKED" });
  const settlementId = (await last())?.settlementId ?? "";
  await expect(getSettlement(world.other, { settlementId })).rejects.toEqual(code("NOT_FOUND"));
  expect((await listSettlements(world.other, {})).data).toEqual([]);
  expect((await listTerms(world.other)).data).toEqual([]);
  const text = (await getSettlement(hugo, { settlementId })).text;
  expect(JSON.parse(text)).toMatchObject({ username: "acme" });
});

test("each figure of a statement is the sum of its movements, page by page; nobody else's settlement has any", async () => {
  for (const each of await settlements()) {
    const { settlementId } = each;
    const found: number[] = [];
    for (const { kind, amount, count } of JSON.parse(JSON.stringify(each.byKind))) {
      const amounts: Decimal[] = [];
      let startsAfter: string | null | undefined;
      while (startsAfter !== null) {
        const given = { settlementId, kind, limit: 1, ...(startsAfter && { startsAfter }) };
        const page = await listSettlementMovements(ada, given);
        amounts.push(...page.data.map((movement) => movement.amount));
        startsAfter = page.startsAfter;
      }
      expect(amounts.reduce((sum, one) => sum.plus(one), Decimal.ZERO).compare(Decimal.from(String(amount)))).toBe(0);
      expect(amounts).toHaveLength(count);
      found.push(count);
    }
    const all = await listSettlementMovements(hugo, { settlementId });
    expect(all.data).toHaveLength(found.reduce((sum, one) => sum + one, 0));
    expect(all.data).toHaveLength(each.movements);
    await expect(listSettlementMovements(world.other, { settlementId })).rejects.toEqual(code("NOT_FOUND"));
  }
  await expect(listSettlementMovements(ada, { settlementId: "none" })).rejects.toEqual(code("NOT_FOUND"));
});

test("a page's token is its account's, and of one settlement", async () => {
  const refused = code("INVALID_PAGINATION_TOKEN");
  const [first, ...others] = (await settlements()).toSorted((a, b) => b.movements - a.movements);
  const { settlementId, movements } = first ?? { settlementId: "", movements: 0 };
  const { startsAfter } = await listSettlementMovements(ada, { settlementId, limit: 1 });
  expect(startsAfter).toEqual(expect.any(String));
  const token = { startsAfter: startsAfter ?? "" };
  expect((await listSettlementMovements(ada, { settlementId, ...token })).data).toHaveLength(movements - 1);
  await expect(listSettlementMovements(hugo, { settlementId, ...token })).rejects.toEqual(refused);
  expect(others.length).toBeGreaterThan(0);
  for (const other of others)
    await expect(listSettlementMovements(ada, { settlementId: other.settlementId, ...token })).rejects.toEqual(refused);
});

test("with two persons: what pays sooner or elsewhere waits for another of the house, what holds back more does not", async () => {
  await changeSettings(world.ctx, { secondPerson: "always" });
  const ivy = await personOfHouse(world, "Ivy");
  const waiting = waits(await terms({ businessDays: true, reserve: Decimal.from("1"), delayDays: 3 }));
  expect(waiting).toMatchObject({
    what: "settlement-terms",
    decides: "house",
    request: { place: ibanOf(30), reserve: "1" },
    before: { account: "acme", currency: "EUR", schedule: "DAILY", delayDays: "1", reserve: "0", place: ibanOf(30) },
  });
  // What ruled until the decision stays with it.
  const decided = await approve(ivy, { approvalId: waiting.approvalId });
  expect(decided.before).toEqual(waiting.before);
  const [set] = (await listTerms(ada)).data;
  expect(set).toMatchObject({ delayDays: 3, approvalId: waiting.approvalId, madeBy: "staff:Hugo" });
  const audited = await auditedOf(world.ctx, set?.termsId ?? "");
  expect(audited).toMatchObject([{ action: "settlement-terms.set" }]);
  const unchanged = { businessDays: true, reserve: Decimal.from("2"), delayDays: 4 };
  expect(await terms(unchanged)).toMatchObject({ version: (set?.version ?? 0) + 1 });
  for (const looser of [
    { reserve: Decimal.from("1") },
    { delayDays: 3 },
    { businessDays: false },
    { reserve: undefined, reserveBps: 10_000, reserveDays: 400 },
  ])
    expect(waits(await terms({ ...unchanged, ...looser })).status).toBe("PENDING");
  const bank2 = await makeBeneficiaryOrAsk(ada, { name: "Acme 3", asset: "EUR", iban: ibanOf(34) });
  await expect(terms({ ...unchanged, beneficiaryId: bank2.beneficiaryId })).rejects.toEqual(code("INVALID_STATE"));
  expect(await terms({ schedule: "NEVER" })).toMatchObject({ schedule: "NEVER" });
  const again = waits(await terms());
  await approve(ivy, { approvalId: again.approvalId });
  await credit("40");
  await at(43 * DAY);
  await world.settle();
  const latest = await last();
  expect(latest).toMatchObject({ status: "ASKED" });
  const payout = JSON.parse((await getPayout(ada, { payoutId: latest?.payoutId ?? "" })).text);
  expect(payout).toMatchObject({
    kind: "SETTLEMENT",
    status: "REQUESTED",
    askedBy: "worker",
    reference: latest?.reference,
  });
  await approve(ivy, { approvalId: payout.approvalId });
  expect(JSON.parse((await getPayout(ada, { payoutId: payout.payoutId })).text)).toMatchObject({ status: "APPROVED" });
});

test("the database refuses what was not agreed to, and figures that the ledger does not say", async () => {
  const raw = new pg.Client(world.app.env.databaseUrl);
  await raw.connect();
  const accountId = world.ctx.account?.id;
  const columns =
    "id, account_id, currency, version, schedule, business_days, delay_days, minimum_units, reserve, reserve_units, beneficiary_id, made_by";
  const loose = `insert into settlement_terms (${columns}) select gen_random_uuid(), account_id, currency, version + 1, 'DAILY', false, 1, 0,
    'FIXED', 0, $2, 'staff:Hugo' from settlement_terms where account_id = $1 order by version desc limit 1`;
  const [other] = (await world.ctx.db.beneficiary.findMany({ where: { iban: ibanOf(32) } })) ?? [];
  await expect(raw.query(loose, [accountId, other?.id])).rejects.toThrow(/standing bank account/);
  await raw.query("begin");
  await expect(raw.query(loose.replace("false, 1,", "true, 1,"), [accountId, bank])).rejects.toThrow(/second person/);
  await raw.query("rollback");
  const tight = loose.replace("false, 1, 0", "false, 30, 0");
  await expect(raw.query(tight, [accountId, bank])).rejects.toThrow(/no audit record tells of/);
  for (const statement of [
    "update settlement set closing_units = closing_units + 1",
    "update settlement set due_units = 1",
    "insert into settlement select * from settlement limit 1",
    "delete from settlement",
    "insert into fee_invoice (id, settlement_id, account_id, year, nth, lines, made_at) select gen_random_uuid(), id, account_id, 2026, 9, '[]', now() from settlement limit 1",
    "update settlement_terms set delay_days = 1",
  ])
    await expect(raw.query(statement), statement).rejects.toThrow(/permission denied/);
  await expect(
    raw.query("update settlement set payout_id = null, asked_at = null where payout_id is not null"),
  ).rejects.toThrow(/asked for once/);
  const fake = `insert into payout (id, account_id, asset, quantity_units, from_pending, reference, recorded_by, kind, status, is_out, beneficiary_id)
    values (gen_random_uuid(), $1, 'EUR', 1, false, 'x', 'worker', 'SETTLEMENT', 'REQUESTED', false, $2)`;
  await expect(raw.query(fake, [accountId, bank])).rejects.toThrow();
  await raw.end();
});

test("a posting cannot fall into a period that is closed: it is posted at its own time", async () => {
  const late = "01900000-0000-7000-8000-0000000000aa";
  const owner = new pg.Client(world.databaseUrl);
  await owner.connect();
  await expect(
    owner.query(`begin;
      insert into ledger_transaction (id, effect_key, event, account_id, at) values ('${late}', 'late', 'x', '${world.ctx.account?.id}', now() - interval '3 years');
      select enter_postings('{${late}}', '{acc:${world.ctx.account?.id}:available}', '{EUR}', '{-1}')`),
  ).rejects.toMatchObject({ code: "40001" });
  await owner.end();
});

test("days are those of the zone: of 23, 24 and 25 hours, and without a midnight", async () => {
  const hours = async (zone: string, day: string) => {
    const [row] = await world.ctx.db.$queryRawUnsafe<{ hours: number; begins: Date }[]>(
      `select extract(epoch from day_begins('${day}'::date + 1, '${zone}') - day_begins('${day}', '${zone}'))::float / 3600 as hours, day_begins('${day}', '${zone}') as begins`,
    );
    return [row?.hours, row?.begins.toISOString()];
  };
  expect(await hours("Europe/Berlin", "2026-11-02")).toEqual([24, "2026-11-01T23:00:00.000Z"]);
  expect(await hours("Europe/Berlin", "2026-03-29")).toEqual([23, "2026-03-28T23:00:00.000Z"]);
  expect(await hours("Europe/Berlin", "2026-10-25")).toEqual([25, "2026-10-24T22:00:00.000Z"]);
  expect(await hours("Australia/Lord_Howe", "2026-10-04")).toEqual([23.5, "2026-10-03T13:30:00.000Z"]);
  // In Santiago the day of the change begins at one o'clock.
  expect(await hours("America/Santiago", "2026-09-06")).toEqual([23, "2026-09-06T04:00:00.000Z"]);
  // On the Azores the first hour of the day of the change comes twice, and the day begins with the first one.
  expect(await hours("Atlantic/Azores", "2026-10-24")).toEqual([24, "2026-10-24T00:00:00.000Z"]);
  expect(await hours("Atlantic/Azores", "2026-10-25")).toEqual([25, "2026-10-25T00:00:00.000Z"]);
  expect(await hours("America/Havana", "2026-11-01")).toEqual([25, "2026-11-01T04:00:00.000Z"]);
  expect(await hours("Asia/Kolkata", "2026-09-06")).toEqual([24, "2026-09-05T18:30:00.000Z"]);
  await expect(changeSettings(world.ctx, { zone: "Mars/Olympus" })).rejects.toEqual(code("VALIDATION_FAILED"));
  expect((await houseOf(world.app)).name).toBe("house");
});
