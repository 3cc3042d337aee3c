import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { accountOf } from "#lib/kernel/context.ts";
import { type Definition, SETTINGS } from "./definitions.ts";
import { CONFIRMATIONS } from "./confirmations.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { accountChange, applyChange, houseChange, houseSettings, settingsOf } from "./change-settings.ts";
import { exactSetting } from "./setting.ts";
import { loosening } from "./store.ts";

let world: World;
let ruler: pg.Client;
beforeAll(async () => {
  world = await openWorld();
  ruler = new pg.Client(world.databaseUrl);
  await ruler.connect();
});
afterAll(async () => {
  await ruler.end();
  await world.close();
});

const own = () => ({ accountId: accountOf(world.ctx).id, byHouse: false });
const forAll = { accountId: undefined, byHouse: true };
const isLooser = async (place: Parameters<typeof loosening>[1], name: string, value: string) =>
  (await loosening(world.ctx.db, place, { [name]: value })).length === 1;

test("the database knows every setting, whose it is and which way it loosens", async () => {
  const rows = await world.ctx.db.settingRule.findMany({ orderBy: { name: "asc" } });
  const declared = Object.entries<Definition>(SETTINGS)
    .map(([name, { owner, looser }]) => ({
      name,
      owner,
      looser: typeof looser === "object" ? "word" : looser,
      word: typeof looser === "object" ? looser.word : null,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const ordered = rows.sort((a, b) => (a.name < b.name ? -1 : 1));
  expect(ordered.map(({ unset: _unset, ...rule }) => rule)).toEqual(declared);
  for (const { name, unset } of ordered) {
    const { standard } = SETTINGS[name as keyof typeof SETTINGS] as Definition;
    if (standard !== undefined) expect([name, unset]).toEqual([name, standard]);
  }
});

test("the execution limit is the operator's: an account that sets it is refused, and one of its own would rule nothing", async () => {
  await expect(accountChange(world.ctx, { "executionLimit.EUR": "50" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await applyChange(world.ctx, { place: own(), values: { "executionLimit.EUR": "50" } });
  const settings = await settingsOf(world.ctx, accountOf(world.ctx).id);
  expect(exactSetting(settings, "executionLimit", "BTC", "EUR")).toBeUndefined();
  await applyChange(world.ctx, houseChange(world.ctx, world.ctx.account, { "executionLimit.EUR": "60" }));
  const ruled = await settingsOf(world.ctx, accountOf(world.ctx).id);
  expect(exactSetting(ruled, "executionLimit", "BTC", "EUR")?.toString()).toBe("60");
});

test("a day's zone goes by the name that a place has now, and the database has to know it", async () => {
  const set = (zone: string) => applyChange(world.ctx, houseChange(world.ctx, undefined, { zone }));
  for (const zone of ["Asia/Kolkata", "Europe/Kyiv"]) {
    await set(zone);
    expect((await houseSettings(world.ctx)).house["zone"]).toBe(zone);
  }
  await expect(set("Asia/KOLKATA")).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  await set("UTC");
});

describe("a value that loosens", () => {
  test.each([
    ["depositLimit.BTC", "9999", false],
    ["spreadBps", "99", true],
    ["spreadBps", "100", false],
    ["toleranceBps", "1", true],
    ["overpayment", "KEEP", false],
    ["limitPrice.USDT.EUR", "0.9", true],
    ["secondPerson", "always", false],
    ["secondPerson", "never", true],
    ["approverAgeMs", "86399999", true],
    ["approverAgeMs", "86400000", false],
    ["stepUpMs", "900001", true],
    ["stepUpMs", "900000", false],
  ])("of a house that has said nothing: %s to %s, %s", async (name, value, looser) => {
    expect(await isLooser(own(), name, value)).toBe(looser);
  });

  test.each([
    ["confirmations.BTC", CONFIRMATIONS.bitcoin],
    ["confirmations.BCH", CONFIRMATIONS.bitcoincash],
    ["confirmations.USDC", CONFIRMATIONS.eth],
    ["confirmations.USDT", CONFIRMATIONS.tron],
    ["confirmations", CONFIRMATIONS.tron],
  ])("%s are fewer than the network's own %d", async (name, least) => {
    expect(await isLooser(own(), name, String(least - 1))).toBe(true);
    expect(await isLooser(own(), name, String(least))).toBe(false);
    expect(await isLooser(own(), name, `${least},1000:${least - 1}`)).toBe(true);
  });

  test("live has limits of its own where the house has said nothing; what is above them loosens, in a sandbox nothing is", async () => {
    const looser = async (values: Record<string, string>) => (await loosening(world.ctx.db, forAll, values)).sort();
    const limits = {
      "openExposureLimit.EUR": "100000.01",
      "openExposureLimit.JPY": "10000001",
      "openExposureLimit.BTC.EUR": "9000000",
      "houseExposureLimit.BTC": "16.67",
      houseExposureLimit: "17",
    };
    const within = {
      "openExposureLimit.EUR": "100000",
      "openExposureLimit.JPY": "10000000",
      "houseExposureLimit.BTC": "16.66",
      "openExposureLimit.USD": "",
    };
    expect(await looser(limits)).toEqual([]);
    await ruler.query("update deployment set mode = 'live', clock_offset_ms = 0");
    await ruler.query("insert into price_reference (base, fiat, bid, at) values ('BTC', 'EUR', 60000, now())");
    const before = await looser(limits);
    const inside = await looser(within);
    await ruler.query("delete from price_reference where base = 'BTC' and fiat = 'EUR'");
    const blind = await looser({ "houseExposureLimit.BTC": "0.1" });
    await ruler.query("update deployment set mode = 'sandbox'");
    expect(before).toEqual([
      "houseExposureLimit",
      "houseExposureLimit.BTC",
      "openExposureLimit.EUR",
      "openExposureLimit.JPY",
    ]);
    expect(inside).toEqual([]);
    expect(blind).toEqual(["houseExposureLimit.BTC"]);
  });

  test("is measured against what the same authority has ruling there", async () => {
    await changeSettings(world.ctx, { "depositLimit.BTC": "2", "confirmations.BTC": "3,1000:6" });
    expect(await isLooser(own(), "depositLimit.BTC", "2.1")).toBe(true);
    expect(await isLooser(own(), "depositLimit.BTC", "2")).toBe(false);
    expect(await isLooser(own(), "depositLimit.BTC", "")).toBe(true);
    expect(await isLooser(own(), "confirmations.BTC", "4,1000:5")).toBe(true);
    expect(await isLooser(own(), "confirmations.BTC", "4,1000:6")).toBe(false);
    expect(await isLooser(forAll, "depositLimit.BTC", "5")).toBe(false);
    await applyChange(world.ctx, houseChange(world.ctx, undefined, { "depositLimit.BTC": "1" }));
    expect(await isLooser(forAll, "depositLimit.BTC", "1.5")).toBe(true);
    const { house, account } = await settingsOf(world.ctx, own().accountId);
    expect([house["depositLimit.BTC"], account["depositLimit.BTC"]]).toEqual(["1", "2"]);
  });
});

describe("the house's value", () => {
  test("for one account goes before the one for all, until it is taken back", async () => {
    const ruled = async () => (await settingsOf(world.ctx, own().accountId)).house["spreadBps"];
    await applyChange(world.ctx, houseChange(world.ctx, undefined, { spreadBps: "70" }));
    expect(await ruled()).toBe("70");
    await applyChange(world.ctx, houseChange(world.ctx, world.ctx.account, { spreadBps: "60" }));
    expect(await ruled()).toBe("60");
    await applyChange(world.ctx, houseChange(world.ctx, world.ctx.account, { spreadBps: "default" }));
    expect(await ruled()).toBe("70");
  });

  test("stands in the audit record of the house, and of the account it is for", async () => {
    const rows = await world.ctx.db.audit.findMany({
      where: { objectId: "spreadBps" },
      select: { account: { select: { name: true } } },
      orderBy: { seq: "desc" },
      take: 5,
    });
    const mine = world.ctx.account?.name;
    expect(rows.toReversed().map(({ account }) => account?.name)).toEqual(["house", "house", mine, "house", mine]);
  });
});

describe("while a second person is asked for, the database itself refuses", () => {
  beforeAll(() => changeSettings(world.ctx, { secondPerson: "always" }));

  test.each([
    ["a rate", { spreadBps: "50" }],
    ["a guard", { "depositLimit.BTC": "default" }],
    ["the rule itself", { secondPerson: "never" }],
  ])("%s that one person sets, whoever it is", async (_name, values) => {
    await expect(changeSettings(world.ctx, values)).rejects.toThrow("second person");
  });

  test("nothing that tightens", async () => {
    await changeSettings(world.ctx, { "depositLimit.BTC": "1" });
  });
});
