import { afterAll, beforeAll, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { frozenClock } from "#e2e/world/frozen-clock.ts";
import { personIn, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { setTermsOrAsk } from "#lib/approvals/terms-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { listSettlements } from "./get-settlements.ts";

// Business days leave out the days on which banks are closed: at Easter, at year's end, and those that the house lists.

let world: World;
let hugo: Ctx;
let ada: Ctx;
let clock: Awaited<ReturnType<typeof frozenClock>>;
let bank: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  hugo = await personOfHouse(world, "Hugo");
  ada = await personIn(world, "Ada");
  clock = await frozenClock(world);
  await at("2027-03-01T12:00:00Z");
  bank = (await makeBeneficiary(world.ctx, { name: "Acme GmbH", asset: "EUR", iban: ibanOf(30) })).beneficiaryId;
  await terms("EUR", 1);
});
afterAll(async () => {
  await clock?.end();
  await world?.close();
});

async function at(when: string): Promise<void> {
  await clock.set(new Date(when));
  await world.price("BTC", "EUR", "60000");
}
const terms = (currency: "EUR", delayDays: number) =>
  setTermsOrAsk(hugo, {
    account: "acme",
    currency,
    schedule: "DAILY",
    businessDays: true,
    delayDays,
    beneficiaryId: bank,
  });
const house = async (settings: Record<string, string>) => {
  const account = await houseOf(world.app);
  await changeSettings({ ...hugo, account }, settings);
};
const one = async (text: string, values: unknown[] = []): Promise<string[]> =>
  (await world.app.database.pool.query<{ day: string }>(text, values)).rows.map(({ day }) => day);
const ofEur = "(select t from settlement_terms t where currency = 'EUR' order by version desc limit 1)";
/** Where the period ends that a moment lies in, and where it began. */
const period = async (moment: string) => [
  ...(await one(`select last_end(${ofEur}, $1, 'UTC')::date::text as day`, [moment])),
  ...(await one(`select next_end(${ofEur}, $1, 'UTC')::date::text as day`, [moment])),
];
const requested = (ends: string, delay: number) =>
  one(`select asked_on(jsonb_populate_record(${ofEur}, jsonb_build_object('delay_days', $2::int)), $1)::text as day`, [
    ends,
    delay,
  ]);

test("Easter is where the calendar has it, and TARGET is closed on six days a year", async () => {
  const known = [
    "1818-03-22",
    "1961-04-02",
    "2000-04-23",
    "2024-03-31",
    "2025-04-20",
    "2026-04-05",
    "2027-03-28",
    "2038-04-25",
    "2049-04-18",
    "2285-03-22",
  ];
  for (const day of known)
    expect(await one("select easter_of($1)::text as day", [Number(day.slice(0, 4))])).toEqual([day]);
  expect(
    await one(
      "select d::date::text as day from generate_series('2027-01-01'::date, '2027-12-31', '1 day') d where is_target_holiday(d::date)",
    ),
  ).toEqual(["2027-01-01", "2027-03-26", "2027-03-29", "2027-05-01", "2027-12-25", "2027-12-26"]);
});

test("until the house says otherwise business days are weekdays", async () => {
  expect(await period("2027-03-26T12:00:00Z")).toEqual(["2027-03-26", "2027-03-29"]);
  expect(await requested("2027-03-26", 2)).toEqual(["2027-03-29"]);
});

test("with TARGET's days a period of Easter ends on Tuesday, and T + n counts past it and past the year's end", async () => {
  await house({ bankCalendar: "TARGET" });
  // From Maundy Thursday's end over Good Friday and Easter Monday.
  expect(await period("2027-03-26T12:00:00Z")).toEqual(["2027-03-25", "2027-03-30"]);
  expect(await period("2027-03-29T23:59:59Z")).toEqual(["2027-03-25", "2027-03-30"]);
  expect(await period("2027-03-30T00:00:00Z")).toEqual(["2027-03-30", "2027-03-31"]);
  expect(await requested("2027-03-25", 1)).toEqual(["2027-03-25"]);
  expect(await requested("2027-03-25", 2)).toEqual(["2027-03-30"]);
  // Friday 24 December, then Monday 27; Friday 31, then Monday 3 January.
  expect(await period("2027-12-25T12:00:00Z")).toEqual(["2027-12-24", "2027-12-27"]);
  expect(await requested("2027-12-31", 2)).toEqual(["2028-01-03"]);
  // 1 January 2029 is a Monday, 25 and 26 December 2028 Monday and Tuesday.
  expect(await period("2028-12-25T12:00:00Z")).toEqual(["2028-12-22", "2028-12-27"]);
  expect(await requested("2028-12-29", 2)).toEqual(["2029-01-02"]);
});

test("TARGET is of EUR alone; days that the house lists are of every currency, with TARGET's", async () => {
  const days = (currency: string) =>
    one("select d::text as day from bank_days($1, '2027-12-24', 1) d limit 4", [currency]);
  expect(await one("select d::text as day from bank_days('USD', '2027-03-26', 1) d limit 2")).toEqual([
    "2027-03-26",
    "2027-03-29",
  ]);
  await house({ bankHolidays: "24.12.2027 Heiligabend\n2027-12-28 Stocktaking" });
  expect(await days("EUR")).toEqual(["2027-12-27", "2027-12-29", "2027-12-30", "2027-12-31"]);
  expect(await days("USD")).toEqual(["2027-12-27", "2027-12-29", "2027-12-30", "2027-12-31"]);
  expect(await one("select value as day from setting where name = 'bankHolidays'")).toEqual([
    "2027-12-24 Heiligabend; 2027-12-28 Stocktaking",
  ]);
  await expect(house({ bankHolidays: "Christmas" })).rejects.toThrow("must be up to 400 dates");
  await expect(
    world.app.database.pool.query(
      `insert into setting (id, account_id, by_house, name, value, valid_from, changed_by)
       values (gen_random_uuid(), null, true, 'bankHolidays', 'never', business_now(), 'x')`,
    ),
  ).rejects.toThrow();
  await house({ bankHolidays: "default" });
});

test("a settlement of Maundy Thursday is made on Tuesday with the days between, and asked for then", async () => {
  await at("2027-03-25T10:00:00Z");
  await world.settle();
  const bill = await world.bill({ fiatReceivable: Decimal.from("10") });
  await world.pay(bill, bill.quantity);
  const made = async () =>
    (await listSettlements(ada, {})).data
      .map(({ text }) => JSON.parse(text))
      .map(({ from, to, due, askAt }) => ({
        from: new Date(from).toISOString().slice(0, 10),
        to: new Date(to).toISOString().slice(0, 10),
        due,
        askAt: new Date(askAt).toISOString().slice(0, 10),
      }));
  const before = (await made()).length;
  for (const day of ["26", "29"]) {
    await at(`2027-03-${day}T10:00:00Z`);
    await world.settle();
  }
  expect(await made()).toHaveLength(before);
  await at("2027-03-30T00:00:01Z");
  await world.settle();
  expect((await made())[0]).toEqual({ from: "2027-03-25", to: "2027-03-30", due: 10, askAt: "2027-03-30" });
  expect(await world.broken()).toEqual([]);
});

test("a day that is taken off the list opens a period that was to end later", async () => {
  await at("2027-04-05T12:00:00Z");
  await world.settle();
  await house({ bankHolidays: "2027-04-06 Bridge" });
  await world.settle();
  const due = () => one("select due_at::text as day from settlement_due where currency = 'EUR'");
  expect(await due()).toEqual([expect.stringContaining("2027-04-07 00:00")]);
  await house({ bankHolidays: "default" });
  await world.settle();
  expect(await due()).toEqual([expect.stringContaining("2027-04-06 00:00")]);
});
