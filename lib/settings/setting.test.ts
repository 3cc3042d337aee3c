import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import {
  asksSecondPerson,
  checkSetting,
  DEFAULT,
  exactSetting,
  isRisky,
  rulingValue,
  type SettingName,
  SETTINGS,
  settingFor,
  UNSET,
  wholeSetting,
} from "./setting.ts";

const DEFAULTS = {
  spreadBps: "100",
  explicitFeeBps: "100",
  transactionFeeBps: "50",
  toleranceBps: "0",
  overpayment: "CONVERT",
  guaranteeMs: "7200000",
  holdGraceMs: "600000",
  maxDepthBps: "200",
  lifetimeMs: "1200000",
  quoteLifetimeMs: "10000",
};
const WITHOUT_DEFAULT: SettingName[] = [
  "limitPrice",
  "openExposureLimit",
  "houseExposureLimit",
  "depositLimit",
  "typedAbove",
  "confirmations",
  "confirmationsPerBlock",
  "secondFactor",
  "secondPerson",
  "stepUpMs",
  "explorerTx",
  "explorerAddress",
];

describe("where nobody has set anything", () => {
  test.each(Object.entries(DEFAULTS) as [SettingName, string][])("%s is %s", (name, value) => {
    expect(settingFor({}, name, "BTC", "EUR")).toBe(value);
    expect(rulingValue({}, name)).toBe(value);
  });

  test("what is no setting has no value", () => expect(rulingValue({}, "nothing.BTC.EUR")).toBeUndefined());

  test("a misspelt name does not compile, nor does one of another unit", () => {
    // @ts-expect-error: it would read as "no limit"
    expect(exactSetting({ houseExposureLimit: "5" }, "houseExposureLimt", "BTC", "EUR")).toBeUndefined();
    // @ts-expect-error: basis points are no amount
    expect(exactSetting({}, "spreadBps", "BTC", "EUR")).toEqual(Decimal.from(100));
    // @ts-expect-error: it has no default, so it has not always a value
    expect(() => wholeSetting({}, "stepUpMs", "BTC", "EUR")).toThrow("no whole number");
  });

  test("every other setting has no value, and there are no others", () => {
    expect(WITHOUT_DEFAULT.map((name) => settingFor({}, name, "BTC", "EUR"))).toEqual(
      WITHOUT_DEFAULT.map(() => undefined),
    );
    expect(Object.keys(SETTINGS)).toEqual(expect.arrayContaining([...Object.keys(DEFAULTS), ...WITHOUT_DEFAULT]));
    expect(Object.keys(SETTINGS)).toHaveLength(Object.keys(DEFAULTS).length + WITHOUT_DEFAULT.length);
  });
});

describe("the value that rules", () => {
  const STEPS = ["spreadBps.BTC.EUR", "spreadBps.BTC", "spreadBps.EUR", "spreadBps"];

  test("is the pair's, else the crypto's, else the fiat's, else the plain one, else the default", () => {
    fc.assert(
      fc.property(fc.subarray(STEPS), (set) => {
        const settings = Object.fromEntries(set.map((name) => [name, `of ${name}`]));
        const first = STEPS.find((name) => set.includes(name));
        expect(settingFor(settings, "spreadBps", "BTC", "EUR")).toBe(first ? `of ${first}` : "100");
        expect(rulingValue(settings, "spreadBps.BTC.EUR")).toBe(first ? `of ${first}` : "100");
      }),
    );
  });

  test("of a narrower name reads nothing of another pair", () => {
    const settings = { "spreadBps.BCH": "7", "spreadBps.BTC.USD": "8", "spreadBps.USD": "9" };
    expect(settingFor(settings, "spreadBps", "BTC", "EUR")).toBe("100");
    expect(rulingValue(settings, "spreadBps.BTC")).toBe("100");
    expect(rulingValue(settings, "spreadBps.USD")).toBe("9");
    expect(rulingValue({ spreadBps: "5" }, "spreadBps")).toBe("5");
  });

  test("reads as a whole number, or as an exact one that may be missing", () => {
    expect(wholeSetting({ "spreadBps.BTC": "7" }, "spreadBps", "BTC", "EUR")).toBe(7);
    expect(() => wholeSetting({ spreadBps: "1.5" }, "spreadBps", "BTC", "EUR")).toThrow();
    expect(exactSetting({ "limitPrice.USDT.EUR": "0.98" }, "limitPrice", "USDT", "EUR")?.toString()).toBe("0.98");
    expect(exactSetting({}, "limitPrice", "USDT", "EUR")).toBeUndefined();
  });
});

test("rates, limit prices and the second person itself are risky, narrowed or not; nothing else is", () => {
  const risky = ["spreadBps", "explicitFeeBps", "transactionFeeBps", "limitPrice", "secondPerson"];
  expect(Object.keys(SETTINGS).filter(isRisky)).toEqual(risky);
  expect(Object.keys(SETTINGS).filter((name) => isRisky(`${name}.BTC.EUR`))).toEqual(risky);
  expect(["constructor", "nothing", ""].map(isRisky)).toEqual([false, false, false]);
});

test("a second person is asked in live, and in a sandbox that says so", () => {
  expect(asksSecondPerson("live", {})).toBe(true);
  expect(asksSecondPerson("live", { secondPerson: "live" })).toBe(true);
  expect(asksSecondPerson("sandbox", {})).toBe(false);
  expect(asksSecondPerson("sandbox", { secondPerson: "live" })).toBe(false);
  expect(asksSecondPerson("sandbox", { secondPerson: "always" })).toBe(true);
});

/** The sentence it is refused with; undefined when it is taken. */
function refusal(name: string, value: string): string | undefined {
  try {
    checkSetting(name, value);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    const { code, message, detail } = error as Refusal;
    expect(code).toBe("VALIDATION_FAILED");
    expect(detail.errors).toEqual([{ field: name, message }]);
    return message;
  }
}

describe("a value within its bounds is stored, one step beyond is refused", () => {
  test.each([
    ["spreadBps", "0", "5000", "5001"],
    ["explicitFeeBps", "0", "5000", "5001"],
    ["transactionFeeBps", "0", "5000", "5001"],
    ["toleranceBps", "0", "5000", "5001"],
    ["guaranteeMs", "0", "604800000", "604800001"],
    ["lifetimeMs", "1000", "604800000", "604800001"],
    ["quoteLifetimeMs", "5000", "60000", "60001"],
    ["stepUpMs", "60000", "43200000", "43200001"],
  ])("%s from %s to %s", (name, least, most, beyond) => {
    const outside = `${name} must be a whole number from ${least} to ${most}.`;
    expect([checkSetting(name, least), checkSetting(name, most)]).toEqual([least, most]);
    expect(refusal(name, beyond)).toBe(outside);
    expect(refusal(name, `${least}.5`)).toBe(outside);
    if (least !== "0") expect(refusal(name, String(Number(least) - 1))).toBe(outside);
    expect(refusal(name, "-1")).toBe(`${name} must be a number that is not negative.`);
    expect(refusal(name, "x")).toBe(`${name} must be a number that is not negative.`);
  });

  test.each([
    ["limitPrice", "0.00000001", "0.000000001", "limitPrice takes at most 8 decimals and 15 significant digits."],
    ["openExposureLimit", "0.01", "0.001", "openExposureLimit takes at most 2 decimals."],
    ["openExposureLimit.JPY", "0.01", "0.001", "openExposureLimit.JPY takes at most 2 decimals."],
    ["houseExposureLimit", "0.00000001", "0.000000001", "houseExposureLimit takes at most 8 decimals."],
    ["houseExposureLimit.USDT", "0.000001", "0.0000001", "houseExposureLimit.USDT takes at most 6 decimals."],
    ["depositLimit.USDC.EUR", "0.000001", "0.0000001", "depositLimit.USDC.EUR takes at most 6 decimals."],
    ["depositLimit.EUR", "0.00000001", "0.000000001", "depositLimit.EUR takes at most 8 decimals."],
    ["typedAbove.USDT", "0.000001", "0.0000001", "typedAbove.USDT takes at most 6 decimals."],
    [
      "limitPrice.USDT.EUR",
      "0.00000001",
      "1e-9",
      "limitPrice.USDT.EUR takes at most 8 decimals and 15 significant digits.",
    ],
  ])("%s down to %s", (name, smallest, finer, sentence) => {
    expect(checkSetting(name, smallest)).toBe(smallest);
    expect(refusal(name, finer)).toBe(sentence);
    expect(refusal(name, "0")).toBe(`${name} must be above zero.`);
  });

  test("a number is stored in its plain form", () => expect(checkSetting("typedAbove", "1.50e2")).toBe("150"));

  test.each([
    ["overpayment", ["CONVERT", "KEEP"], "overpayment must be one of CONVERT, KEEP."],
    ["secondFactor", ["OPTIONAL", "REQUIRED"], "secondFactor must be one of OPTIONAL, REQUIRED."],
    ["secondPerson", ["live", "always"], "secondPerson must be one of live, always."],
  ])("%s is one of %j", (name, choices, sentence) => {
    expect(choices.map((choice) => checkSetting(name, choice))).toEqual(choices);
    expect(refusal(name, "SOMETHING")).toBe(sentence);
  });

  test("tiers are told what they look like", () => {
    expect(refusal("confirmations.BTC", "2,1")).toBe(
      "confirmations.BTC must be a number of confirmations, or tiers such as 2,1000:3,50000:6.",
    );
  });

  test.each([...Object.keys(DEFAULTS), "limitPrice", "confirmations", "explorerTx.bitcoin"])(
    "%s is taken back by the word default",
    (name) => expect(checkSetting(name, DEFAULT)).toBe(UNSET),
  );
  test("what is taken back is stored as nothing", () => expect([DEFAULT, UNSET]).toEqual(["default", ""]));
});

describe("a name", () => {
  test.each(["nothing", "nothing.BTC", "constructor", "", "toString"])("%j is no setting", (name) =>
    expect(refusal(name, "1")).toBe(`There is no setting named ${name}.`),
  );

  test.each([
    "spreadBps.DOGE",
    "spreadBps.BTC.CHF",
    "spreadBps.DOGE.EUR",
    "spreadBps.BTC.EUR.EUR",
    "spreadBps.",
    "spreadBps.EUR.BTC",
    "spreadBps.BTC.BCH",
    "spreadBps.EUR.USD",
  ])("%j names no pair of ours", (name) =>
    expect(refusal(name, "1")).toBe(`${name} names a crypto or fiat that is not supported.`),
  );

  test.each(["spreadBps.BTC", "spreadBps.EUR", "spreadBps.BTC.EUR"])("%s names one of ours", (name) =>
    expect(checkSetting(name, "1")).toBe("1"),
  );
});

describe("where an explorer shows things", () => {
  test.each([
    "https://explorer.example/tx/{}",
    "http://explorer.example/{}",
    "https://explorer.example/tx/{}/outputs?full=1",
  ])("%s is a web address with a place", (link) => expect(checkSetting("explorerTx.bitcoin", link)).toBe(link));

  test.each([
    "https://explorer.example/tx/",
    "ftp://explorer.example/{}",
    "xhttps://explorer.example/{}",
    "https://explorer.example/{}/{}",
    "https://explorer.example/ {}",
    "https://explorer.example/{} x",
    "https://{}",
    "https://exa mple/{}",
    "https://[/{}",
  ])("%s is none", (link) =>
    expect(refusal("explorerTx.eth", link)).toBe(
      "explorerTx.eth must be a web address with {} in it, such as https://explorer.example/tx/{}.",
    ),
  );

  test.each(["explorerTx", "explorerAddress.BTC", "explorerTx.bitcoin.eth"])("%s names no one network", (name) =>
    expect(refusal(name, "https://explorer.example/{}")).toBe(
      `${name} must name one network, such as explorerTx.bitcoin.`,
    ),
  );
});
