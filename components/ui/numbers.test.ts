import { afterEach, describe, expect, test } from "vitest";
import { answerLanguage, type Language, languageOf } from "#lib/i18n/language.ts";
import { headingOf, valuesOf } from "#lib/exports/columns.ts";
import { csvLine } from "#lib/exports/csv.ts";
import { cellOf, sheetOf } from "#lib/exports/sheet.ts";
import { unzipped } from "#lib/exports/unzipped.fixture.ts";
import { type Asset, CRYPTO_ASSETS, CRYPTOS, FIATS, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { parseJson, writeJson } from "#lib/kernel/json.ts";
import { amountOf, MAX_UNITS } from "#lib/kernel/money.ts";
import { ANYBODY } from "#lib/contract/voice.ts";
import { draw } from "#lib/documents/draw.ts";
import { noteOf } from "#lib/documents/note.ts";
import { printedWords } from "#lib/documents/printed-words.fixture.ts";
import { figureText, amountText as documentText } from "#lib/documents/sheet.ts";
import { conversion, QUOTED_AT } from "#components/conversions/conversion.fixture.ts";
import { amountText, typedDecimal } from "#lib/i18n/amount.ts";

const item = {
  txId: "t1",
  address: "1HnhWpkMHMjgt167kvgcPyurMmsCQ2WPgg",
  subaccount: "acme-42",
  txHash: "00",
  outputIndex: 0,
};
const ASSETS = [...CRYPTO_ASSETS, ...FIATS];
const AMOUNTS = 10_000;
const AMOUNT_AT = headingOf("statement").indexOf("amount");
/** Browsers from these places; the last three speak no language of the desk. */
const LOCALES = ["en-GB", "de-DE", "de-CH;q=0.9,fr;q=0.8", "ar-EG", "hi-IN-u-nu-deva"];

/** What a reader of each place is shown: nothing but the language can make a number differ, so each is played once. */
const SPOKEN = [...new Set(LOCALES.map((accepted) => languageOf({ chosen: undefined, accepted, payer: true })))];

afterEach(() => answerLanguage(() => "en"));

test("readers of all these places speak two languages", () => {
  expect(SPOKEN).toEqual(["en", "de"]);
});

describe("a number is the same wherever it is met", () => {
  test.each(SPOKEN)(
    "10 000 random amounts of each asset, shown, copied, exported, printed and answered, in %s",
    (language) => {
      answerLanguage(() => language);
      const next = random((SPOKEN.indexOf(language) + 1) * 7919);
      const unequal: string[] = [];
      for (let at = 0; at < AMOUNTS; at += 1) {
        for (const asset of ASSETS) {
          const value = amountOf(asset, next());
          const literal = writeJson(value);
          const numbers = [
            value,
            typedDecimal(amountText(value, scaleOf(asset))),
            ...written(value),
            printed(value, asset),
          ];
          if (numbers.some((one) => one?.toString() !== literal)) unequal.push(`${asset} ${literal}`);
        }
      }
      expect(unequal).toEqual([]);
    },
  );
});

const MOVEMENT = {
  at: 0,
  transactionId: "t",
  event: "deposit",
  asset: "BTC",
  account: "available",
  balance: Decimal.ZERO,
} as const;

/** What the API's reader, a CSV file and a sheet hold of it. */
function written(value: Decimal): (Decimal | undefined)[] {
  const answered = parseJson(writeJson(value));
  const exported = valuesOf("statement", { ...MOVEMENT, amount: value })[AMOUNT_AT];
  const cell = cellOf(value);
  return [
    answered instanceof Decimal ? answered : undefined,
    exported instanceof Decimal ? Decimal.parse(csvLine([exported]).trim()) : undefined,
    Decimal.parse(String(cell?.value)),
  ];
}

/** What a paper says of it, with its asset behind it. */
function printed(value: Decimal, asset: Asset): Decimal | undefined {
  const [figure = "", symbol] = documentText(value, asset).split(" ");
  return symbol === asset && figure === figureText(value, asset) ? typedDecimal(figure) : undefined;
}

describe("files, read back as a reader's program reads them", () => {
  test("a contract note drawn of random amounts says each of them, whatever the language of the desk", async () => {
    answerLanguage(() => "de");
    const next = random(20_261_121);
    for (const [at, crypto] of CRYPTOS.entries()) {
      for (const fiat of FIATS) {
        const amount = () => amountOf(CRYPTO_ASSETS.find((one) => one.startsWith(crypto)) ?? "BTC", next());
        const items = Array.from({ length: 14 }, (_, row) => ({
          ...item,
          paymentId: `payment-${at}-${row}`,
          quantity: amount(),
        }));
        const record = conversion({
          baseSymbol: crypto,
          quoteSymbol: fiat,
          quantity: amount(),
          feeQuantity: amount(),
          fiatReceived: amountOf(fiat, next()),
          items,
        });
        const { text } = printedWords(
          Buffer.from(await draw(noteOf(record, new Date(QUOTED_AT), "utc"), { ...ANYBODY, language: "de" })),
        );
        const pieces = new Set(text.split("\n"));
        const figures = items.map(({ quantity }) => figureText(quantity, crypto));
        const named = [record.quantity, record.feeQuantity ?? Decimal.ZERO].map((one) => documentText(one, crypto));
        const credited = documentText(record.fiatReceived ?? Decimal.ZERO, fiat);
        expect([...figures, ...named, credited].filter((one) => !pieces.has(one))).toEqual([]);
      }
    }
  });

  test("a sheet and a CSV file of random amounts hold each of them to its last digit", async () => {
    const next = random(8);
    const amounts = ASSETS.flatMap((asset) => Array.from({ length: 500 }, () => amountOf(asset, next())));
    const literals = amounts.map((amount) => amount.toString());
    const csv = amounts.map((amount) => csvLine([amount])).join("");
    expect(csv.trim().split("\r\n")).toEqual(literals);
    const sheet = unzipped(
      await sheetOf(
        ["amount"],
        amounts.map((amount) => [amount]),
      ),
    );
    const texts = [...sheet.matchAll(/<si><t[^>]*>([^<]*)<\/t><\/si>/g)].map(([, text]) => text ?? "");
    const cells = [...sheet.matchAll(/<c r="A(\d+)"([^>]*)>(?:<is><t[^>]*>([^<]*)<\/t><\/is>|<v>([^<]*)<\/v>)<\/c>/g)];
    const held = cells.map(([, , facts = "", inline, value = ""]) =>
      facts.includes('t="s"') ? texts[Number(value)] : (inline ?? value),
    );
    expect(held.slice(1).map((one) => Decimal.parse(one ?? "")?.toString() ?? String(Number(one)))).toEqual(literals);
  });
});

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
