import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { ApiFault } from "#lib/contract/api-fault.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { ERROR_CODES, STATUS_OF_CODE } from "#lib/kernel/errors.ts";
import { answerLanguage, type Language } from "#lib/i18n/language.ts";
import { englishFault } from "#lib/i18n/field-faults.en.ts";
import { germanField } from "#lib/i18n/field-faults.de.ts";
import { codeText, faultText } from "./fault-text.ts";

const SERVER = "A sentence of the server.";
const faultOf = (code: string, body = {}) => new ApiFault(400, code, SERVER, "r1", body);
const speak = (language: Language) => answerLanguage(() => language);
afterEach(() => speak("en"));

test("no code of the API shows the server's sentence on a German page", () => {
  speak("de");
  const shown = [...Object.keys(STATUS_OF_CODE), "UNREACHABLE", "A_NEWER_CODE"].map((code) => faultText(faultOf(code)));
  expect(shown.filter((one) => one === SERVER || one.length < 10)).toEqual([]);
  expect(new Set(shown).size).toBe(shown.length);
});

test.each(["en", "de"] as const)("%s: every code has a sentence of its own, whoever says it first", (language) => {
  speak(language);
  const sentences = Map.groupBy(ERROR_CODES, (code) => codeText(code));
  const same = [...sentences.values()].filter((codes) => codes.length > 1);
  expect([same, ERROR_CODES.filter((code) => !/^\p{Lu}.{9,}[.!]$/u.test(codeText(code)))]).toEqual([[], []]);
});

test("a sentence of many causes is said exactly, in German as in English, with its facts", () => {
  const fault = new ApiFault(409, "INVALID_STATE", "You keep 50 views already; delete one first.", "r1", {});
  expect(faultText(fault)).toBe("You keep 50 views already; delete one first.");
  speak("de");
  expect(faultText(fault)).toBe("Sie haben schon 50 Ansichten: Löschen Sie zuerst eine.");
  expect(faultText(new ApiFault(403, "FORBIDDEN", "You hold no role where this is decided."))).toBe(
    "Sie haben keine Rolle dort, wo dies entschieden wird.",
  );
});

test("in English it shows only where a code has many causes", () => {
  expect(Object.keys(STATUS_OF_CODE).filter((code) => faultText(faultOf(code)) === SERVER)).toEqual([
    "VALIDATION_FAILED",
    "UNAUTHENTICATED",
    "FORBIDDEN",
    "NOT_FOUND",
    "INVALID_STATE",
    "INSUFFICIENT_FUNDS",
    "RATE_LIMITED",
    "SERVICE_UNAVAILABLE",
  ]);
});

describe("the answer's facts are written as the reader's language writes them", () => {
  const fact = (text: string) => Decimal.from(text);
  test.each([
    ["AMOUNT_OUT_OF_RANGE", { minimum: fact("1.5"), maximum: fact("1000000") }, "1,5", "1\u00a0000\u00a0000"],
    ["BELOW_MINIMUM", { minimum: fact("0.25") }, "0,25"],
    ["QUANTITY_MISMATCH", { expectedQuantity: fact("12345.5") }, "12\u00a0345,5"],
    ["INSUFFICIENT_LIQUIDITY", { available: fact("2.5") }, "2,5"],
    ["EXPOSURE_LIMIT", { room: fact("99.5") }, "99,5"],
    ["SERVICE_UNAVAILABLE", { network: "eth" }, "Knoten von eth"],
    [
      "VALIDATION_FAILED",
      { errors: [{ field: "fiat", message: "must be one of EUR" }] },
      "fiat muss eines von EUR sein",
    ],
  ])("%s", (code, body, ...figures) => {
    speak("de");
    for (const figure of figures) expect(faultText(faultOf(code, body))).toContain(figure);
  });
});

test("what is no fault of the API is one of the desk", () => {
  expect(faultText(new Error("boom"))).toBe("The desk had an internal error.");
});

test("each predicate of a field that the contracts' words name has its German, and its sentence in English", () => {
  const sources = ["../lib/contract/fields.ts", "../lib/contract/text-fault.ts", "../lib/http/input.ts"]
    .map((path) => readFileSync(new URL(path, import.meta.url), "utf8"))
    .join("\n");
  const written = [...sources.matchAll(/(?<=[`"])(?:is required|must [^`"]+)(?=[`"])/g)].map(([one]) => one);
  const predicates = written
    .filter((one) => !/\$\{(words|article)/.test(one))
    .map((one) => one.replaceAll(/\$\{counted[^}]*\}/g, "2 entries").replaceAll(/\$\{[^}]*\}/g, "7"));
  expect(predicates.length).toBeGreaterThan(12);
  expect(predicates.filter((one) => germanField(one) === "ist nicht gültig")).toEqual([]);
  expect(predicates.filter((one) => !/^(Enter|Select|Remove) .+\.$/.test(englishFault(one)))).toEqual([]);
  expect(englishFault("delayDays must be a whole number from 0 to 100000.")).toBe(
    "Enter a whole number from 0 to 100\u00a0000.",
  );
  expect(englishFault("email is taken.")).toBe("This is taken.");
  expect(germanField("must be one of BTC, BCH")).toBe("muss eines von BTC, BCH sein");
  expect(germanField("must be odd")).toBe("ist nicht gültig");
});

test("a sentence about the request’s own fields is the page's in English too", () => {
  const unknown = (message: string) => faultText(new ApiFault(404, "NOT_FOUND", message, "r1", {}));
  const generic = "This no longer exists, or belongs to another account.";
  expect(unknown("There is no case with this caseId.")).toBe(generic);
  expect(unknown("There is no webhook endpoint with this id.")).toBe(generic);
  expect(unknown("This link opens nothing.")).toBe("This link opens nothing.");
});
