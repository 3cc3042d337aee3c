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
