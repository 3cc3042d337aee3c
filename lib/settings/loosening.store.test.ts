import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { CRYPTOS, FIATS, ASSET_SYMBOLS } from "#lib/kernel/assets.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import type { SettingName } from "./definitions.ts";
import { leastSetting, settingFor } from "./setting.ts";
import { insertSetting, loosening, type SettingOwner } from "./store.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Whose = "all" | "acme" | "own";
type Values = Record<string, string>;

const placeOf = (whose: Whose): SettingOwner => ({
  accountId: whose === "all" ? undefined : accountOf(world.ctx).id,
  byHouse: whose !== "own",
});

async function set(tx: Ctx, whose: Whose, values: Values): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await insertSetting(tx.db, {
      ...placeOf(whose),
      id: tx.id(),
      name,
      value,
      validFrom: await tx.now(),
      changedBy: "test",
      approvalId: undefined,
    });
}

const UNDONE = Symbol("what the test has written is undone");

async function undone(work: (tx: Ctx) => Promise<void>): Promise<void> {
  await world.ctx
    .transaction(async (tx) => {
      await work(tx);
      throw UNDONE;
    })
    .catch((error: unknown) => {
      if (error !== UNDONE) throw error;
    });
}

type Case = [what: string, before: Partial<Record<Whose, Values>>, whose: Whose, change: Values, loosens: string[]];

describe("program and database compare what rules, before and after", () => {
  test.each<Case>([
    [
      "the value for all that comes back",
      { all: { spreadBps: "50" }, acme: { spreadBps: "100" } },
      "acme",
      { spreadBps: "" },
      ["spreadBps"],
    ],
    [
      "the same value for all that comes back, and follows the next change for all",
      { all: { spreadBps: "50" }, acme: { spreadBps: "50" } },
      "acme",
      { spreadBps: "" },
      ["spreadBps"],
    ],
    [
      "the rate that rules anyway, which the next change for all would pass by",
      { all: { spreadBps: "50" } },
      "acme",
      { spreadBps: "50" },
      ["spreadBps"],
    ],
    ["the default rate, likewise", {}, "acme", { spreadBps: "100" }, ["spreadBps"]],
    ["the default rate for all, behind which nothing stands", {}, "all", { spreadBps: "100" }, []],
    ["the default rate for all of one crypto", {}, "all", { "spreadBps.BTC": "100" }, ["spreadBps.BTC"]],
    ["a rate that stands there already", { acme: { spreadBps: "50" } }, "acme", { spreadBps: "50" }, []],
    ["nothing taken back", { all: { spreadBps: "50" } }, "acme", { spreadBps: "" }, []],
    [
      "a rate that one change sets, and sets back",
      { acme: { spreadBps: "50" } },
      "acme",
      { "spreadBps.BTC": "50", spreadBps: "50" },
      ["spreadBps.BTC"],
    ],
    [
      "the plain value that comes back",
      { all: { depositLimit: "5", "depositLimit.BTC": "2" } },
      "all",
      { "depositLimit.BTC": "" },
      ["depositLimit.BTC"],
    ],
    [
      "a crypto's value before a fiat's",
      { all: { "confirmations.EUR": "3,50000:6" } },
      "all",
      { "confirmations.BTC": "2" },
      ["confirmations.BTC"],
    ],
    [
      "a crypto's value as tight as the fiat's",
      { all: { "confirmations.EUR": "3,50000:6" } },
      "all",
      { "confirmations.BTC": "4,50000:6" },
      [],
    ],
    [
      "a crypto's rate before a fiat's",
      { all: { "spreadBps.EUR": "200" } },
      "all",
      { "spreadBps.BTC": "100" },
      ["spreadBps.BTC"],
    ],
    [
      "a crypto's span before a fiat's",
      { all: { "guaranteeMs.EUR": "60000" } },
      "all",
      { "guaranteeMs.BTC": "7200000" },
      ["guaranteeMs.BTC"],
    ],
    [
      "a crypto's value for all before an account's plain one",
      { acme: { confirmations: "20" } },
      "all",
      { "confirmations.BTC": "2" },
      ["confirmations.BTC"],
    ],
    [
      "a crypto's value for all beside what an account has chosen for itself",
      { own: { confirmations: "20" } },
      "all",
      { "confirmations.BTC": "2" },
      [],
    ],
    [
      "what the operator has for an account behind what that has for itself",
      { acme: { confirmations: "20" }, own: { confirmations: "30" } },
      "all",
      { "confirmations.BTC": "3" },
      ["confirmations.BTC"],
    ],
    [
      "the operator's looser value that rules once the account's own is gone",
      { all: { "confirmations.BTC": "1" }, own: { "confirmations.BTC": "2" } },
      "own",
      { "confirmations.BTC": "" },
      ["confirmations.BTC"],
    ],
    [
      "a plain value that rules nothing yet, as every crypto has its own",
      {
        all: {
          spreadBps: "90",
          "spreadBps.BTC": "90",
          "spreadBps.BCH": "90",
          "spreadBps.USDT": "90",
          "spreadBps.USDC": "90",
        },
      },
      "all",
      { spreadBps: "10" },
      ["spreadBps"],
    ],
    [
      "a limit of what has neither crypto nor fiat, as every fiat has its own",
      { all: Object.fromEntries(FIATS.map((fiat) => [`networkFeeRate.${fiat}`, "100"])) },
      "all",
      { networkFeeRate: "300" },
      ["networkFeeRate"],
    ],
    [
      "the wider of two limits that both apply",
      { all: { openExposureLimit: "500", "openExposureLimit.EUR": "150" } },
      "all",
      { "openExposureLimit.EUR": "" },
      ["openExposureLimit.EUR"],
    ],
    [
      "a limit beside a tighter one that applies too",
      { all: { openExposureLimit: "150" } },
      "all",
      { "openExposureLimit.EUR": "500" },
      [],
    ],
    [
      "two values of one change that loosen only together",
      { all: { "confirmations.EUR": "20", "confirmations.BTC.EUR": "20" } },
      "all",
      { "confirmations.BTC.EUR": "", "confirmations.BTC": "2" },
      ["confirmations.BTC"],
    ],
    [
      "a change that tightens before it takes back",
      { all: { "confirmations.BTC": "6" } },
      "all",
      { confirmations: "20", "confirmations.BTC": "" },
      [],
    ],
    [
      "an explorer's address",
      { all: { "explorerTx.bitcoin": "https://one.example/{}" } },
      "all",
      { "explorerTx.bitcoin": "https://other.example/{}" },
      ["explorerTx.bitcoin"],
    ],
    ["a hedge at its usual time", { all: { hedgeAt: "SEEN" } }, "all", { hedgeAt: "" }, []],
  ])("%s", async (_what, before, whose, change, loosens) => {
    await undone(async (tx) => {
      for (const [of, values] of Object.entries(before)) await set(tx, of as Whose, values);
      expect(await loosening(tx.db, placeOf(whose), change)).toEqual(loosens);
      await set(tx, "all", { secondPerson: "always" });
      if (loosens.length > 0) await expect(set(tx, whose, change)).rejects.toThrow("needs a second person");
      else await set(tx, whose, change);
    });
  });
});

test("the database compares every crypto and fiat there is", async () => {
  await undone(async (tx) => {
    for (const crypto of CRYPTOS)
      for (const fiat of FIATS) {
        const name = `depositLimit.${crypto}.${fiat}`;
        await set(tx, "all", { [name]: "1" });
        expect(await loosening(tx.db, placeOf("all"), { [name]: "2" })).toEqual([name]);
      }
  });
});

const PAIRS = ["", ...CRYPTOS].flatMap((crypto) => ["", ...FIATS].map((fiat) => [crypto, fiat] as const));
const whole = (name: SettingName) => (house: Values, crypto: string, fiat: string) =>
  settingFor({ house, account: {} }, name, crypto, fiat);
const least =
  (name: Parameters<typeof leastSetting>[1], narrowed: (crypto: string, fiat: string) => string[]) =>
  (house: Values, crypto: string, fiat: string) =>
    leastSetting({ house, account: {} }, name, narrowed(crypto, fiat))?.toString();

test.each([
  ["executionLimit", whole("executionLimit")],
  ["depositLimit", whole("depositLimit")],
  [
    "openExposureLimit",
    least("openExposureLimit", (crypto, fiat) =>
      crypto === "" ? ["", `.${fiat}`] : [`.${crypto}`, `.${crypto}.${fiat}`],
    ),
  ],
  [
    "houseExposureLimit",
    least("houseExposureLimit", (crypto, fiat) =>
      fiat === "" ? ["", `.${crypto}`] : [`.${fiat}`, `.${crypto}.${fiat}`],
    ),
  ],
  ["hedgeSizeLimit", least("hedgeSizeLimit", (crypto, fiat) => ["", `.${crypto}`, `.${fiat}`, `.${crypto}.${fiat}`])],
] as const)("the database reads %s of every pair as the program does", async (stem, ofProgram) => {
  const names = [
    stem,
    ...ASSET_SYMBOLS.map((symbol) => `${stem}.${symbol}`),
    ...CRYPTOS.flatMap((crypto) => FIATS.map((fiat) => `${stem}.${crypto}.${fiat}`)),
  ];
  for (let seed = 0; seed < 12; seed += 1) {
    const values = Object.fromEntries(
      names.flatMap((name, at) =>
        (at * 7 + seed * 5) % 12 < 3 ? [[name, `${((at * 31 + seed * 17) % 97) + 1}`]] : [],
      ),
    );
    const rows = await world.ctx.db.$queryRaw<{ value: string | null }[]>`
      select setting_value(${JSON.stringify(values)}::jsonb, ${stem}, crypto, fiat) as value
      from unnest(${PAIRS.map(([crypto]) => crypto)}::text[], ${PAIRS.map(([, fiat]) => fiat)}::text[])
        with ordinality p (crypto, fiat, nth) order by nth`;
    expect(rows.map(({ value }) => value ?? undefined)).toEqual(
      PAIRS.map(([crypto, fiat]) => ofProgram(values, crypto, fiat)),
    );
  }
});

test("of two who change settings at a time the second waits, and is measured by what the first has left", async () => {
  const [first, second] = [new pg.Client(world.databaseUrl), new pg.Client(world.databaseUrl)];
  await Promise.all([first.connect(), second.connect()]);
  const insert = (by: pg.Client, name: string, value: string) =>
    by.query(
      `insert into setting (id, by_house, name, value, valid_from, changed_by)
      values (gen_random_uuid(), true, $1, $2, clock_timestamp(), 'test')`,
      [name, value],
    );
  try {
    await insert(first, "confirmations.EUR", "6");
    await insert(first, "confirmations.BTC.EUR", "6");
    await insert(first, "secondPerson", "always");
    await first.query("begin");
    await insert(first, "confirmations.BTC.EUR", "");
    const waiting = insert(second, "confirmations.BTC", "2");
    const refused = expect(waiting).rejects.toThrow("confirmations.BTC needs a second person");
    await expect
      .poll(async () => {
        const { rows } = await first.query("select from pg_locks where locktype = 'advisory' and not granted");
        return rows.length;
      })
      .toBe(1);
    await first.query("commit");
    await refused;
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
});
