import { afterEach, describe, expect, test } from "vitest";
import { answerLanguage, type Language, languageOf } from "#components/text/language.ts";
import { valuesOf } from "#lib/exports/columns.ts";
import { csvLine } from "#lib/exports/csv.ts";
import { cellOf } from "#lib/exports/sheet.ts";
import { CRYPTO_ASSETS, FIATS, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { parseJson, writeJson } from "#lib/kernel/json.ts";
import { amountOf, MAX_UNITS } from "#lib/kernel/money.ts";
import { amountText, typedDecimal } from "./amount.ts";

const ASSETS = [...CRYPTO_ASSETS, ...FIATS];
const AMOUNTS = 10_000;
/** Browsers from these places; the last three speak no language of the desk. */
const LOCALES = ["en-GB", "de-DE", "de-CH;q=0.9,fr;q=0.8", "ar-EG", "hi-IN-u-nu-deva"];

afterEach(() => answerLanguage(() => "en"));

describe("a number is the same wherever it is met", () => {
  test.each(LOCALES)(
    "10 000 random amounts of each asset, shown, copied, exported and answered, in %s",
    (accepted) => {
      const language = languageOf({ chosen: undefined, accepted, payer: true });
      answerLanguage(() => language);
      const next = random(accepted.length * 7919);
      const unequal: string[] = [];
      for (let at = 0; at < AMOUNTS; at += 1) {
        for (const asset of ASSETS) {
          const value = amountOf(asset, next());
          const literal = writeJson(value);
          const told = [value, typedDecimal(amountText(value, scaleOf(asset))), ...written(value)];
          if (told.some((one) => one?.toString() !== literal)) unequal.push(`${asset} ${literal}`);
        }
      }
      expect(unequal).toEqual([]);
    },
    30_000,
  );
});

/** What the API's reader, a CSV file and a sheet hold of it. */
function written(value: Decimal): (Decimal | undefined)[] {
  const answered = parseJson(writeJson(value));
  const [exported] = valuesOf("statement", { at: "", amount: value }).slice(-2);
  const cell = cellOf(value);
  return [
    answered instanceof Decimal ? answered : undefined,
    exported instanceof Decimal ? Decimal.parse(csvLine([exported]).trim()) : undefined,
    Decimal.parse(String(cell?.value)),
  ];
}

test.each<[Language, string, string | undefined]>([
  ["en", "1 234.5", "1234.5"],
  ["en", "1,234", undefined],
  ["de", "1 234,5", "1234.5"],
  ["de", "0.25", "0.25"],
  ["de", "1.234", undefined],
  ["de", "1.234,5", undefined],
  ["de", "−2,5", "-2.5"],
])("on a page in %s, %j is read as %s", (language, typed, read) => {
  answerLanguage(() => language);
  expect(typedDecimal(typed)?.toString()).toBe(read);
});

/** Whole units of any size up to the largest, the same ones in every run (xorshift). */
function random(seed: number): () => bigint {
  let state = BigInt(seed) | 1n;
  return () => {
    state ^= (state << 13n) & 0xffffffffffffffffn;
    state ^= state >> 7n;
    state ^= (state << 17n) & 0xffffffffffffffffn;
    return state % (MAX_UNITS >> (state % 50n));
  };
}
