import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { type SettingName, SETTINGS } from "./definitions.ts";
import {
  asksSecondPerson,
  checkSetting,
  DEFAULT,
  exactSetting,
  NOTHING_SET,
  refuseBeyond,
  ruling,
  rulingValue,
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
  hedgeAt: "CONFIRMED",
  networkFeeBps: "1000",
  networkFeeRate: "200",
  gasPrice: "100",
  energyPrice: "420",
  urgentCaseMs: "14400000",
  normalCaseMs: "86400000",
  lowCaseMs: "432000000",
  zone: "UTC",
  bankCalendar: "WEEKDAYS",
};
const WITHOUT_DEFAULT: SettingName[] = [
  "limitPrice",
  "openExposureLimit",
  "executionLimit",
  "houseExposureLimit",
  "hedgeAgeLimitMs",
  "hedgeSizeLimit",
  "depositLimit",
  "typedAbove",
  "confirmations",
  "confirmationsPerBlock",
  "secondFactor",
  "secondPerson",
  "approverAgeMs",
  "idleMs",
  "stepUpMs",
  "bankHolidays",
  "issuerName",
  "issuerAddress",
  "issuerTaxId",
  "feeTaxNote",
  "merchantName",
  "returnUrl",
  "explorerTx",
  "explorerAddress",
];

describe("where nobody has set anything", () => {
  test.each(Object.entries(DEFAULTS) as [SettingName, string][])("%s is %s", (name, value) => {
    expect(settingFor(NOTHING_SET, name, "BTC", "EUR")).toBe(value);
    expect(rulingValue(NOTHING_SET, name)).toBe(value);
  });

  test("what is no setting has no value", () => expect(rulingValue(NOTHING_SET, "nothing.BTC.EUR")).toBeUndefined());

  test("a misspelt name does not compile, nor does one of another unit", () => {
    // @ts-expect-error: it would read as "no limit"
    expect(() => exactSetting(ruling({ houseExposureLimit: "5" }), "houseExposureLimt", "BTC", "EUR")).toThrow();
    // @ts-expect-error: basis points are no amount
    expect(exactSetting(NOTHING_SET, "spreadBps", "BTC", "EUR")).toEqual(Decimal.from(100));
    // @ts-expect-error: it has no default, so it has not always a value
    expect(() => wholeSetting(NOTHING_SET, "stepUpMs", "BTC", "EUR")).toThrow("no whole number");
  });

  test("every other setting has no value, and there are no others", () => {
    expect(WITHOUT_DEFAULT.map((name) => settingFor(NOTHING_SET, name, "BTC", "EUR"))).toEqual(
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
        const settings = ruling(Object.fromEntries(set.map((name) => [name, `of ${name}`])));
        const first = STEPS.find((name) => set.includes(name));
        expect(settingFor(settings, "spreadBps", "BTC", "EUR")).toBe(first ? `of ${first}` : "100");
        expect(rulingValue(settings, "spreadBps.BTC.EUR")).toBe(first ? `of ${first}` : "100");
      }),
    );
  });

  test("of a narrower name reads nothing of another pair", () => {
    const settings = ruling({ "spreadBps.BCH": "7", "spreadBps.BTC.USD": "8", "spreadBps.USD": "9" });
    expect(settingFor(settings, "spreadBps", "BTC", "EUR")).toBe("100");
    expect(rulingValue(settings, "spreadBps.BTC")).toBe("100");
    expect(rulingValue(settings, "spreadBps.USD")).toBe("9");
    expect(rulingValue(ruling({ spreadBps: "5" }), "spreadBps")).toBe("5");
  });

  test("reads as a whole number, or as an exact one that may be missing", () => {
    expect(wholeSetting(ruling({ "spreadBps.BTC": "7" }), "spreadBps", "BTC", "EUR")).toBe(7);
    expect(() => wholeSetting(ruling({ spreadBps: "1.5" }), "spreadBps", "BTC", "EUR")).toThrow();
    expect(exactSetting(ruling({ "limitPrice.USDT.EUR": "0.98" }), "limitPrice", "USDT", "EUR")?.toString()).toBe(
      "0.98",
    );
    expect(exactSetting(NOTHING_SET, "limitPrice", "USDT", "EUR")).toBeUndefined();
  });
});

describe("of two who may set it", () => {
  const of = (house: Record<string, string>, account: Record<string, string>) => ({ house, account });

  test("the tighter rules, whoever it is and however narrowly they said it", () => {
    expect(exactSetting(of({ depositLimit: "3" }, { "depositLimit.BTC": "5" }), "depositLimit", "BTC", "EUR")).toEqual(
      Decimal.from("3"),
    );
    expect(exactSetting(of({ depositLimit: "3" }, { depositLimit: "2" }), "depositLimit", "BTC", "EUR")).toEqual(
      Decimal.from("2"),
    );
    expect(
      settingFor(of({ confirmations: "2,1000:6" }, { confirmations: "3,500:4" }), "confirmations", "BTC", "EUR"),
    ).toBe("3,500:4,1000:6");
    expect(settingFor(of({}, { confirmations: "1" }), "confirmations", "BTC", "EUR")).toBe("1");
  });

  test("what is the house's is not the account's to say, and the other way round", () => {
    expect(wholeSetting(of({ spreadBps: "80" }, { spreadBps: "0" }), "spreadBps", "BTC", "EUR")).toBe(80);
    expect(wholeSetting(of({}, { spreadBps: "0" }), "spreadBps", "BTC", "EUR")).toBe(100);
    expect(wholeSetting(of({ toleranceBps: "9" }, { toleranceBps: "5" }), "toleranceBps", "BTC", "EUR")).toBe(5);
  });

  test("an account chooses within the house's bounds", () => {
    const settings = of({ "depositLimit.BTC": "3", confirmations: "2" }, {});
    expect(() => refuseBeyond(settings, "depositLimit.BTC", "3.1", "live")).toThrow("up to 3");
    expect(() => refuseBeyond(settings, "confirmations", "1", "live")).toThrow("from 2");
    for (const [name, value] of [
      ["depositLimit.BTC", "3"],
      ["depositLimit.BTC", UNSET],
      ["confirmations", "4"],
      ["depositLimit.BCH", "9"],
    ] as const)
      expect(() => refuseBeyond(settings, name, value, "live")).not.toThrow();
  });
});

test("a second person is asked as the house says, otherwise in live", () => {
  const houseRule = (secondPerson: string) => ({ house: { secondPerson }, account: {} });
  expect(asksSecondPerson("live", NOTHING_SET)).toBe(true);
  expect(asksSecondPerson("live", houseRule("never"))).toBe(false);
  expect(asksSecondPerson("sandbox", NOTHING_SET)).toBe(false);
  expect(asksSecondPerson("sandbox", houseRule("always"))).toBe(true);
  expect(asksSecondPerson("sandbox", { house: {}, account: { secondPerson: "always" } })).toBe(false);
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

const BOUNDS: [name: SettingName, least: string, most: string, beyond: string][] = [
  ["spreadBps", "0", "5000", "5001"],
  ["explicitFeeBps", "0", "5000", "5001"],
  ["transactionFeeBps", "0", "5000", "5001"],
  ["toleranceBps", "0", "5000", "5001"],
  ["maxDepthBps", "0", "5000", "5001"],
  ["networkFeeBps", "0", "10000", "10001"],
  ["guaranteeMs", "0", "604800000", "604800001"],
  ["holdGraceMs", "0", "604800000", "604800001"],
  ["lifetimeMs", "1000", "604800000", "604800001"],
  ["quoteLifetimeMs", "5000", "60000", "60001"],
  ["hedgeAgeLimitMs", "1000", "604800000", "604800001"],
  ["approverAgeMs", "0", "2592000000", "2592000001"],
  ["stepUpMs", "60000", "43200000", "43200001"],
  ["idleMs", "60000", "43200000", "43200001"],
  ["urgentCaseMs", "60000", "2592000000", "2592000001"],
  ["normalCaseMs", "60000", "2592000000", "2592000001"],
  ["lowCaseMs", "60000", "2592000000", "2592000001"],
];

const namesOf = (...kinds: string[]) =>
  Object.entries(SETTINGS)
    .flatMap(([name, { kind }]) => (kinds.includes(kind) ? [name] : []))
    .sort();

describe("a value within its bounds is stored, one step beyond is refused", () => {
  test.each(BOUNDS)("%s from %s to %s", (name, least, most, beyond) => {
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

  test("every whole number has its line above", () => {
    const whole = namesOf("bps", "milliseconds");
    expect(BOUNDS.map(([name]) => name).sort()).toEqual(whole);
  });

  test.each([
    ["overpayment", ["CONVERT", "KEEP"], "overpayment must be one of CONVERT, KEEP."],
    ["hedgeAt", ["CONFIRMED", "SEEN"], "hedgeAt must be one of CONFIRMED, SEEN."],
    ["bankCalendar", ["WEEKDAYS", "TARGET"], "bankCalendar must be one of WEEKDAYS, TARGET."],
    ["secondFactor", ["OPTIONAL", "REQUIRED"], "secondFactor must be one of OPTIONAL, REQUIRED."],
    ["secondPerson", ["never", "always"], "secondPerson must be one of never, always."],
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

describe("who papers and the payer's page come from", () => {
  test("is one line of text, without its outer spaces", () => {
    expect(checkSetting("merchantName", " Café Zoë & Söhne ")).toBe("Café Zoë & Söhne");
    expect(checkSetting("merchantName", "7")).toBe("7");
    expect(checkSetting("merchantName", "x".repeat(60))).toHaveLength(60);
    expect(checkSetting("issuerName", DEFAULT)).toBe(UNSET);
  });

  const LENGTHS = {
    issuerName: 80,
    issuerAddress: 200,
    issuerTaxId: 40,
    feeTaxNote: 200,
    merchantName: 60,
  };
  test.each(Object.entries(LENGTHS))("%s has at most %d characters", (name, most) => {
    expect(checkSetting(name, "é".repeat(most))).toBe("é".repeat(most));
    expect(refusal(name, "x".repeat(most + 1))).toBe(`${name} must be one line of 1 to ${most} characters.`);
  });
  test("no other setting is a text", () => expect(Object.keys(LENGTHS).sort()).toEqual(namesOf("text")));
  test("an address to lead back to has at most 500", () => {
    const url = (length: number) => "https://shop.example/".padEnd(length, "x");
    expect(checkSetting("returnUrl", url(500))).toBe(url(500));
    expect(refusal("returnUrl", url(501))).toBe("returnUrl must be one line of 1 to 500 characters.");
  });

  test.each(["", "   ", "x".repeat(61), "two\nlines", "a\u202Eb", "zero\u200Bwidth", "\u0000", "a\uD800"])(
    "%j is none",
    (value) => expect(refusal("merchantName", value)).toBe("merchantName must be one line of 1 to 60 characters."),
  );

  test.each(["https://shop.example/thanks?from=desk", "http://localhost:4000/done"])("%s leads back", (url) =>
    expect(checkSetting("returnUrl", url)).toBe(url),
  );

  test.each([
    "shop.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://",
    "https://shop example/",
    "https://bank.example@evil.example/",
    "https://:bank.example@evil.example/",
    "see https://shop.example/",
    "https://[shop.example/",
    'https://shop.example/"><script>',
    "//shop.example/",
  ])("%s leads nowhere", (url) =>
    expect(refusal("returnUrl", url)).toBe("returnUrl must be a web address such as https://shop.example/thanks."),
  );

  test("live leads back by https alone", () => {
    expect(checkSetting("returnUrl", "https://shop.example/", "live")).toBe("https://shop.example/");
    expect(() => checkSetting("returnUrl", "http://shop.example/", "live")).toThrow("must be a web address");
  });

  test("no pair has one of its own", () =>
    expect(refusal("merchantName.BTC", "Shop")).toBe("merchantName.BTC is one for all pairs."));
});

test("a life too short to pay in is refused in live", () => {
  expect(checkSetting("lifetimeMs", "299999", "sandbox")).toBe("299999");
  expect(() => checkSetting("lifetimeMs", "299999", "live")).toThrow("from 300000");
  expect(checkSetting("lifetimeMs", "300000", "live")).toBe("300000");
});
