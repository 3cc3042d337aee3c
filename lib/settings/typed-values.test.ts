import { percentText } from "#lib/i18n/amount.ts";
import { expect, test } from "vitest";
import { answerLanguage } from "#lib/i18n/language.ts";
import { SETTINGS } from "./definitions.ts";
import { pairOf, settingUnit, valueText, stemOf, storedOf, writtenOf } from "./typed-values.ts";

const WORDS = { units: { minutes: "minutes", seconds: "seconds" }, choices: { KEEP: "Keep the surplus" } };

test.each([
  ["spreadBps", "80", "0.80", "0.80\u00a0%"],
  ["spreadBps.BTC.EUR", "5000", "50.00", "50.00\u00a0%"],
  ["guaranteeMs", "7200000", "120", "120\u00a0minutes"],
  ["lifetimeMs", "90000", "1.5", "1.5\u00a0minutes"],
  ["quoteLifetimeMs", "10000", "10", "10\u00a0seconds"],
  ["limitPrice.USDT.EUR", "0.95", "0.95", "0.95\u00a0EUR"],
  ["overpayment", "KEEP", "KEEP", "Keep the surplus"],
])("%s: %s is written %s, and back", (name, stored, written, expected) => {
  expect(writtenOf(name, stored)).toBe(written);
  expect(storedOf(name, written)).toBe(stored);
  expect(valueText(name, stored, WORDS)).toBe(expected);
});

test("in which unit people read and write every setting", () => {
  const byUnit = Map.groupBy(Object.keys(SETTINGS), settingUnit);
  expect(Object.fromEntries([...byUnit].map(([unit, names]) => [unit, names.join(" ")]))).toEqual({
    percent: "spreadBps explicitFeeBps transactionFeeBps toleranceBps maxDepthBps networkFeeBps",
    minutes:
      "guaranteeMs holdGraceMs lifetimeMs hedgeAgeLimitMs approverAgeMs stepUpMs idleMs urgentCaseMs normalCaseMs lowCaseMs",
    seconds: "quoteLifetimeMs",
    price: "limitPrice networkFeeRate gasPrice energyPrice",
    money: "openExposureLimit executionLimit houseExposureLimit hedgeSizeLimit depositLimit typedAbove",
    days: "bankHolidays",
    text: "issuerName issuerAddress issuerTaxId feeTaxNote merchantName returnUrl",
    choice:
      "overpayment hedgeAt confirmations confirmationsPerBlock secondFactor secondPerson zone bankCalendar explorerTx explorerAddress",
  });
  expect([settingUnit("spreadBps.BTC.EUR"), settingUnit("nothing")]).toEqual(["percent", "choice"]);
});

test.each([
  ["networkFeeRate", "200", "200\u00a0sat/B"],
  ["gasPrice", "100", "100\u00a0gwei"],
  ["energyPrice", "420", "420\u00a0sun"],
  ["hedgeSizeLimit", "50000", "50\u00a0000\u00a0EUR"],
  ["depositLimit.BTC", "0.5", "0.5\u00a0BTC"],
  ["openExposureLimit", "7", "7"],
  ["merchantName", "7", "7"],
  [
    "bankHolidays",
    "2026-12-24 Christmas Eve; 2026-12-31 New Year's Eve",
    "2026-12-24 Christmas Eve; 2026-12-31 New Year's Eve",
  ],
  ["zone", "Europe/Berlin", "Europe/Berlin"],
  ["confirmations", "2,1000:3", "2,1000:3"],
  ["spreadBps", "", ""],
])("%s of %s is read as %s", (name, stored, expected) => expect(valueText(name, stored, WORDS)).toBe(expected));

test("holidays are written a line each and stored in their order; words stand as they are written, or not at all", () => {
  const stored = "2026-12-24 Christmas Eve; 2026-12-31 New Year's Eve";
  expect(writtenOf("bankHolidays", stored)).toBe(stored.replace("; ", "\n"));
  expect(storedOf("bankHolidays", "2026-12-31 New Year's Eve\n2026-12-24 Christmas Eve")).toBe(stored);
  expect(storedOf("bankHolidays", "no day")).toBeUndefined();
  expect([storedOf("merchantName", " 7,5 Eleven "), writtenOf("merchantName", "7.5")]).toEqual(["7,5 Eleven", "7.5"]);
  expect([storedOf("zone", " "), storedOf("merchantName", "")]).toEqual([undefined, undefined]);
  expect([storedOf("depositLimit.BTC", "0,50"), storedOf("depositLimit.BTC", "0")]).toEqual(["0.5", undefined]);
  expect([storedOf("toleranceBps", "0"), storedOf("spreadBps", "0.123456789")]).toEqual(["0", undefined]);
  expect([writtenOf("overpayment", "0.5"), writtenOf("spreadBps", "")]).toEqual(["0.5", ""]);
});

test.each([
  ["spreadBps", "0.005"],
  ["spreadBps", "-1"],
  ["spreadBps", "much"],
  ["guaranteeMs", "0.000001"],
  ["limitPrice.USDT.EUR", "0"],
  ["openExposureLimit.EUR", "100,000"],
  ["openExposureLimit.EUR", ""],
])("%s cannot be %s", (name, written) => {
  expect(storedOf(name, written)).toBeUndefined();
});

test("in German the mark is a comma, shown and written, and read back", () => {
  answerLanguage(() => "de");
  try {
    expect([valueText("spreadBps", "80", WORDS), writtenOf("spreadBps", "80")]).toEqual(["0,80\u00a0%", "0,80"]);
    expect(valueText("openExposureLimit.EUR", "1234567.5", WORDS)).toBe("1\u00a0234\u00a0567,5\u00a0EUR");
    for (const [name, stored] of [
      ["limitPrice.USDT.EUR", "1.234"],
      ["lifetimeMs", "90000"],
      ["spreadBps", "5000"],
    ] as const)
      expect(storedOf(name, writtenOf(name, stored))).toBe(stored);
    expect(percentText(100)).toBe("1,00\u00a0%");
  } finally {
    answerLanguage(() => "en");
  }
});

test("a comma is read as a point; names tell what they are for", () => {
  expect(storedOf("spreadBps", "0,8")).toBe("80");
  expect([stemOf("spreadBps.BTC.EUR"), pairOf("spreadBps.BTC.EUR"), pairOf("overpayment")]).toEqual([
    "spreadBps",
    "BTC/EUR",
    "",
  ]);
});
