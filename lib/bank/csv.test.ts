import { describe, expect, test } from "vitest";
import { code } from "#e2e/world/people-of.ts";
import { readCsv, unitsFrom } from "./csv.ts";
import { type Mapping, mappingFrom, plainMapping, readingOf, refuseMapping } from "./mapping.ts";
import { workdaysBetween } from "./statement.ts";

const MAPPING: Mapping = {
  encoding: "UTF8",
  delimiter: "SEMICOLON",
  skipLines: 1,
  header: true,
  dateFormat: "DD.MM.YYYY",
  decimal: "COMMA",
  thousands: "POINT",
  signs: "MINUS_IS_DEBIT",
  order: undefined,
  bookedColumn: "Tag",
  valuedColumn: "Valuta",
  amountColumn: "Betrag",
  debitColumn: undefined,
  creditColumn: undefined,
  currencyColumn: "W",
  referenceColumn: "Ref",
  textColumn: "Text",
  nameColumn: "Name",
  ibanColumn: "IBAN",
  idColumn: undefined,
  balanceColumn: undefined,
};
const OURS = { place: "bank:main", asset: "EUR" } as const;
const HEAD = "Umsätze\nTag;Valuta;Betrag;W;Ref;Text;Name;IBAN\n";
const read = (text: string, more: Partial<Mapping> = {}, bytes = Buffer.from(text, "utf8")) =>
  readCsv(bytes, { ...MAPPING, ...more }, OURS);
const LINE = "23.11.2026;24.11.2026;-1.234,56;EUR;E2E-1;Miete;Müller;DE89 3704 0044 0532 0130 00\n";

describe("a line", () => {
  test("is read to the cent, with its days, its parties and a key of all that it says", () => {
    const { lines, closedAt, reference, balances } = read(HEAD + LINE);
    expect(lines).toEqual([
      {
        side: "DEBIT",
        units: 123_456n,
        endToEnd: "E2E-1",
        remittance: "Miete",
        counterparty: "Müller",
        counterpartyIban: "DE89370400440532013000",
        bookedAt: new Date("2026-11-23"),
        valuedAt: new Date("2026-11-24"),
        reference: expect.stringMatching(/^csv:[0-9a-f]{64}$/),
      },
    ]);
    expect([closedAt.toISOString(), reference, balances]).toEqual([
      "2026-11-23T00:00:00.000Z",
      "2026-11-23 to 2026-11-23",
      undefined,
    ]);
  });

  test("keeps its key in a file that overlaps; equal ones of a day are the first, the second", () => {
    const [first, second] = read(HEAD + LINE + LINE).lines;
    const [other, same, again] = read(HEAD + LINE.replace("23.11", "22.11") + LINE + LINE).lines;
    expect(first?.reference).not.toBe(second?.reference);
    expect([same?.reference, again?.reference]).toEqual([first?.reference, second?.reference]);
    expect(other?.reference).not.toBe(first?.reference);
  });

  test("has the bank's own number where the mapping names it", () => {
    const [line] = read(HEAD + LINE, { idColumn: "Ref", referenceColumn: undefined }).lines;
    expect([line?.reference, line?.endToEnd]).toEqual(["E2E-1", undefined]);
  });

  test("in one byte for a letter is read as such", () => {
    const bytes = Buffer.from(HEAD + LINE, "latin1");
    expect(read("", { encoding: "LATIN1" }, bytes).lines[0]?.counterparty).toBe("Müller");
    expect(() => read("", {}, bytes)).toThrow(/encoding/);
  });

  test("of two columns is a debit or a credit", () => {
    const rows = "Tag;Soll;Haben\n23.11.2026;5,00;\n23.11.2026;;7,5\n23.11.2026;0,00;1,00\n";
    const two = {
      skipLines: 0,
      amountColumn: undefined,
      debitColumn: "Soll",
      creditColumn: "Haben",
      signs: "UNSIGNED",
    };
    const none = { valuedColumn: undefined, currencyColumn: undefined, referenceColumn: undefined };
    const rest = { textColumn: undefined, nameColumn: undefined, ibanColumn: undefined };
    const how = { ...two, ...none, ...rest } as Partial<Mapping>;
    expect(read(rows, how).lines.map(({ side, units }) => [side, units])).toEqual([
      ["DEBIT", 500n],
      ["CREDIT", 750n],
      ["CREDIT", 100n],
    ]);
    for (const bad of ["5,00;5,00", ";", "-5,00;"])
      expect(() => read(`Tag;Soll;Haben\n23.11.2026;${bad}\n`, how)).toThrow(/^Line 2: it has no amount/);
    const minus = { ...how, signs: "MINUS_IS_DEBIT" } as const;
    expect(read("Tag;Soll;Haben\n23.11.2026;-5,00;\n", minus).lines[0]).toMatchObject({ side: "DEBIT", units: 500n });
    expect(read(HEAD + LINE, { signs: "MINUS_IS_CREDIT" }).lines[0]?.side).toBe("CREDIT");
  });
});

describe("a column of balances", () => {
  const rows = ["20.11.2026;20.11.2026;5,00;EUR;;a;;;105,00", "23.11.2026;23.11.2026;-2,00;EUR;;b;;;103,00"];
  const head = HEAD.replace("IBAN", "IBAN;Saldo");
  const how = { balanceColumn: "Saldo", order: "OLDEST_FIRST" } as const;

  test("says what the account held before and after, whichever line comes first", () => {
    expect(read(`${head}${rows.join("\n")}`, how).balances).toEqual({ opening: 10_000n, closing: 10_300n });
    const newest = read(`${head}${[...rows].reverse().join("\n")}`, { ...how, order: "NEWEST_FIRST" });
    expect(newest.balances).toEqual({ opening: 10_000n, closing: 10_300n });
    expect(newest.lines.map(({ remittance }) => remittance)).toEqual(["a", "b"]);
  });

  test("that does not follow refuses the file", () => {
    expect(() => read(`${head}${[...rows].reverse().join("\n")}`, how)).toThrow(/^Line 4: its balance/);
  });
});

test("what moves nothing is no line, however it is written", () => {
  expect(read(HEAD + LINE + LINE.replace("-1.234,56", "0,00")).lines).toHaveLength(1);
});

describe("one line that is not understood refuses the file, by its number:", () => {
  test.each([
    [
      "an amount with a point for a comma",
      LINE.replace("1.234,56", "1234.56"),
      /^Line 4: -1234.56 is not a valid amount/,
    ],
    ["thousands at the wrong place", LINE.replace("1.234,56", "12.34,56"), /^Line 4: .* is not a valid amount/],
    ["a tenth of a cent", LINE.replace("1.234,56", "1,234"), /^Line 4: .* is not a valid amount/],
    ["an exponent", LINE.replace("1.234,56", "1e3"), /^Line 4/],
    ["no amount", LINE.replace("-1.234,56", ""), /^Line 4: it has no amount/],
    ["another currency", LINE.replace("EUR", "USD"), /^Line 4: it is not in EUR/],
    ["a day that there is not", LINE.replace("23.11.2026", "31.11.2026"), /^Line 4: 31.11.2026 is no date/],
    ["month and day the other way round", LINE.replace("23.11.2026", "11/23/2026"), /^Line 4: .* is no date/],
    ["no day", LINE.replace("23.11.2026", ""), /^Line 4: it has no booking date/],
    ["a column too many", LINE.replace("Miete", "Mie;te"), /^Line 4: it is no CSV/],
    ["a quote that does not end", LINE.replace("Miete", '"Miete'), /^Line 4: it is no CSV/],
    ["a text without end", LINE.replace("Miete", "x".repeat(1_001)), /^Line 4: the text is longer/],
  ])("%s", (_name, line, sentence) => {
    expect(() => read(HEAD + LINE + line)).toThrow(sentence);
  });

  test("no header, no lines, a header without the column, the bank's number twice, or none", () => {
    expect(() => read("")).toThrow(/no header/);
    expect(() => read(HEAD)).toThrow(/no lines/);
    expect(() => read(HEAD.replace("Betrag", "Summe") + LINE)).toThrow(
      /^Line 2: the header has the column Betrag 0 times/,
    );
    const byId = { idColumn: "Ref", referenceColumn: undefined };
    expect(() => read(HEAD + LINE + LINE, byId)).toThrow(/^Line 4: the file has the bank's number E2E-1 twice/);
    expect(() => read(HEAD + LINE.replace("E2E-1", ""), byId)).toThrow(/^Line 3: it has no number of the bank's/);
    expect(() => read(HEAD + LINE.replace("E2E-1", ""), byId)).toThrow(
      expect.objectContaining({
        detail: expect.objectContaining({ body: { line: 3, failure: { code: "NO_ID", line: 3 } } }),
      }),
    );
  });
});

test("amounts in every notation are exact", () => {
  const each = (text: string, decimal: Mapping["decimal"], thousands: Mapping["thousands"]) =>
    unitsFrom(text, { decimal, thousands }, "EUR");
  expect(each("1,234,567.8", "POINT", "COMMA")).toBe(123_456_780n);
  expect(each("1'234.56", "POINT", "APOSTROPHE")).toBe(123_456n);
  expect(each("1\u202f234,56", "COMMA", "SPACE")).toBe(123_456n);
  expect(each("90071992547409.93", "POINT", "NONE")).toBe(9_007_199_254_740_993n);
  expect(each("\u22125.00", "POINT", "NONE")).toBe(-500n);
  for (const text of ["1,234.5", "", "-", "1.2.3", "1 2", "0x1", "NaN", "5-", "1,23,456.00"])
    expect(each(text, "POINT", "SPACE")).toBeUndefined();
});

test.each<[string, Partial<Mapping>]>([
  ["no amount", { amountColumn: undefined }],
  ["an amount and a debit", { debitColumn: "Soll" }],
  ["one column without signs", { signs: "UNSIGNED" }],
  ["the same point twice", { thousands: "COMMA" }],
  ["balances in no order", { balanceColumn: "Saldo" }],
  ["one column for two", { textColumn: "Name" }],
  ["a name where there is no header", { header: false }],
])("a mapping with %s is refused", (_name, more) => {
  expect(() => refuseMapping({ ...MAPPING, ...more })).toThrow(
    expect.toSatisfy((e: unknown) => code("VALIDATION_FAILED").asymmetricMatch(e)),
  );
});

test("a mapping comes back as it was kept; what names no line is no part of its reading", () => {
  expect(mappingFrom({ place: "bank:main", currency: "EUR", version: "1", ...plainMapping(MAPPING) })).toEqual(
    Object.fromEntries(Object.entries(MAPPING).filter(([, value]) => value !== undefined)),
  );
  expect(readingOf({ ...MAPPING, skipLines: 3, valuedColumn: undefined })).toBe(readingOf(MAPPING));
  expect(readingOf({ ...MAPPING, textColumn: undefined })).not.toBe(readingOf(MAPPING));
});

test("working days between two days", () => {
  const between = (a: string, b: string) => workdaysBetween(new Date(a), new Date(b));
  expect(between("2026-11-20", "2026-11-23")).toBe(0);
  expect(between("2026-11-20", "2026-11-24")).toBe(1);
  expect(between("2026-11-23", "2026-11-23")).toBe(0);
});
