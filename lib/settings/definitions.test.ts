import { expect, test } from "vitest";
import { type Definition, definitionOf, SETTINGS } from "./definitions.ts";

test("what each is, whose, and which way it weakens a guard or moves money", () => {
  const rules = Object.entries<Definition>(SETTINGS).map(([name, { kind, owner, looser }]) => [
    name,
    `${kind}, ${owner}, ${typeof looser === "object" ? `to ${looser.word}` : looser}`,
  ]);
  const byRule = Map.groupBy(rules, ([, rule]) => rule);
  expect(Object.fromEntries([...byRule].map(([rule, of]) => [rule, of.map(([name]) => name).join(" ")]))).toEqual({
    "bps, house-per-account, any": "spreadBps explicitFeeBps transactionFeeBps maxDepthBps",
    "bps, account, any": "toleranceBps",
    "bps, house, higher": "networkFeeBps",
    "choice, account, to CONVERT": "overpayment",
    "choice, house, to SEEN": "hedgeAt",
    "choice, house, to OPTIONAL": "secondFactor",
    "choice, house, to never": "secondPerson",
    "choice, house, any": "bankCalendar",
    "milliseconds, house-per-account, any": "guaranteeMs holdGraceMs lifetimeMs quoteLifetimeMs",
    "milliseconds, house, higher": "hedgeAgeLimitMs stepUpMs idleMs",
    "milliseconds, house, lower": "approverAgeMs",
    "milliseconds, house, never": "urgentCaseMs normalCaseMs lowCaseMs",
    "price, account, any": "limitPrice",
    "price, house, higher": "networkFeeRate gasPrice energyPrice",
    "fiat, both, higher": "openExposureLimit",
    "fiat, house-per-account, higher": "executionLimit",
    "fiat, house, higher": "hedgeSizeLimit",
    "crypto, both, higher": "depositLimit",
    "crypto, house, higher": "houseExposureLimit",
    "crypto, account, higher": "typedAbove",
    "tiers, both, lower": "confirmations",
    "tiers, house, lower": "confirmationsPerBlock",
    "zone, house, any": "zone",
    "days, house, any": "bankHolidays",
    "text, house, any": "issuerName issuerAddress issuerTaxId feeTaxNote",
    "text, account, any": "merchantName",
    "url, account, any": "returnUrl",
    "link, house, any": "explorerTx explorerAddress",
  });
});

test("no account learns what the house takes on in all, and how it guards itself", () => {
  const hidden = Object.keys(SETTINGS).filter((name) => definitionOf(name)?.hidden);
  expect(hidden.sort()).toEqual([
    "approverAgeMs",
    "bankCalendar",
    "bankHolidays",
    "confirmationsPerBlock",
    "energyPrice",
    "gasPrice",
    "hedgeAgeLimitMs",
    "hedgeAt",
    "hedgeSizeLimit",
    "houseExposureLimit",
    "networkFeeBps",
    "networkFeeRate",
  ]);
});
