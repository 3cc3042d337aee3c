import { describe, expect, test } from "vitest";
import { camt } from "./bank.fixture.ts";
import { readCamt } from "./camt.ts";
import { textOfXml } from "./xml-text.ts";

const IBAN = "DE89370400440532013000";
const entry = { amount: "12.50", side: "CRDT", reference: "A-1", text: "Invoice 7" } as const;
const FILE = camt({ iban: IBAN, opening: "0.00", closing: "12.50", day: "2026-11-23", entries: [entry] });

describe("dates of a bank", () => {
  const read = (dates: string) => {
    const [statement] = readCamt(FILE.replaceAll("<Dt>2026-11-23</Dt>", dates));
    return [statement?.closedAt, statement?.lines[0]?.bookedAt].map((at) => at?.toISOString());
  };

  test.each([
    ["a day", "<Dt>2026-11-23</Dt>", "2026-11-23T00:00:00.000Z"],
    ["a day with its zone", "<Dt>2026-11-23+01:00</Dt>", "2026-11-23T00:00:00.000Z"],
    ["a day of UTC", "<Dt>2026-11-23Z</Dt>", "2026-11-23T00:00:00.000Z"],
    ["a time", "<DtTm>2026-11-23T08:30:00+01:00</DtTm>", "2026-11-23T07:30:00.000Z"],
    ["a time of UTC", "<DtTm>2026-11-23T08:30:00.5Z</DtTm>", "2026-11-23T08:30:00.500Z"],
  ])("%s", (_what, dates, at) => expect(read(dates)).toEqual([at, at]));

  test.each(["Asia/Kolkata", "America/Sao_Paulo"])(
    "a time without a zone is one moment, on a server in %s too",
    (zone) => {
      const before = process.env["TZ"];
      process.env["TZ"] = zone;
      try {
        const at = "2026-11-23T00:30:00.000Z";
        expect(read("<DtTm>2026-11-23T00:30:00</DtTm>")).toEqual([at, at]);
      } finally {
        if (before === undefined) delete process.env["TZ"];
        else process.env["TZ"] = before;
      }
    },
  );

  test.each(["2026-02-30", "2026-04-31", "2026-02-29"])("%s is no day, and not one of the next month", (day) => {
    expect(() => read(`<Dt>${day}</Dt>`)).toThrow("has no date");
    expect(() => read(`<DtTm>${day}T10:00:00+01:00</DtTm>`)).toThrow("has no date");
  });

  test.each(["11/23/2026", "23.11.2026", "2026-13-01", "2026-11-23T25:00:00", ""])("%o is none", (text) => {
    expect(() => read(`<Dt>${text}</Dt>`)).toThrow("has no date");
    expect(() => read(`<DtTm>${text}</DtTm>`)).toThrow("has no date");
  });
});

describe("amounts of a bank", () => {
  const read = (amount: string) => readCamt(FILE.replaceAll(">12.50<", `>${amount}<`))[0]?.lines[0]?.units;

  test.each([
    ["12.50000", 1_250n],
    ["+12.5", 1_250n],
    [".5", 50n],
    ["12.", 1_200n],
    ["0012", 1_200n],
    ["10000000000000000", 10n ** 18n],
  ])("%s is a decimal as XML has them", (text, units) => expect(read(text)).toBe(units));

  test.each(["1e3", "-12.50", "12,50", "12.505", ".", "", "0x10", "10000000000000000.01", "9".repeat(70)])(
    "%o is none, or more than any account holds, and the file is refused for it",
    (text) => expect(() => read(text)).toThrow("is not a valid amount of EUR"),
  );

  test("yen have no decimals but zeros", () => {
    const yen = (amount: string) =>
      readCamt(
        FILE.replaceAll('"EUR"', '"JPY"').replaceAll("<Ccy>EUR<", "<Ccy>JPY<").replaceAll(">12.50<", `>${amount}<`),
      );
    expect(yen("1250.00")[0]?.lines[0]?.units).toBe(1_250n);
    expect(() => yen("1250.50")).toThrow("is not a valid amount of JPY");
  });
});

test("what is written as character data is read like any other text", () => {
  const [statement] = readCamt(FILE.replace("<Ustrd>Invoice 7</Ustrd>", "<Ustrd><![CDATA[Invoice <7> & 8]]></Ustrd>"));
  expect(statement?.lines[0]?.remittance).toBe("Invoice <7> & 8");
});

test.each([
  ["free text", "<Ustrd>MV0123456789</Ustrd>", "MV0123456789"],
  ["a reference of its own form", "<Strd><CdtrRefInf><Ref>MV0123456789</Ref></CdtrRefInf></Strd>", "MV0123456789"],
  ["both", "<Ustrd>rent</Ustrd><Strd><AddtlRmtInf>May</AddtlRmtInf></Strd>", "rent May"],
])("what a payer writes is read as %s", (_form, written, text) => {
  const [statement] = readCamt(FILE.replace("<Ustrd>Invoice 7</Ustrd>", written));
  expect(statement?.lines[0]?.remittance).toBe(text);
});

describe("an entry for which the bank has no number of its own", () => {
  const numbers = (day: string, id: string, ...own: (readonly [amount: string, references: string])[]) => {
    const entries = own.map(([amount]) => ({ amount, side: "CRDT" as const, reference: "R" }));
    const text = camt({ iban: IBAN, opening: "0.00", closing: "0.00", day, id, entries });
    let nth = 0;
    const [statement] = readCamt(text.replaceAll("<AcctSvcrRef>R</AcctSvcrRef>", () => own[nth++]?.[1] ?? ""));
    return statement?.lines.map(({ reference }) => reference) ?? [];
  };
  const service = (text: string) => `<AcctSvcrRef>${text}</AcctSvcrRef>`;
  const counted = (text: string) => `<NtryRef>${text}</NtryRef>`;

  test.each([
    ["as of MT 940", service("NONREF"), service("NONREF")],
    ["as of the EPC", service("NOTPROVIDED"), service("NotProvided")],
    ["but its place in the statement", counted("1"), counted("0002")],
    ["but its place beside the word", service("NONREF") + counted("1"), service("NONREF") + counted("2")],
  ])("%s: is named by what it says, the same in each file, and never as another", (_how, first, second) => {
    const monday = numbers("2026-11-23", "camt053_ONLINEBA", ["12.50", first], ["12.50", second]);
    expect(new Set(monday).size).toBe(2);
    expect(numbers("2026-11-23", "another", ["12.50", first], ["12.50", second])).toEqual(monday);
    const tuesday = numbers("2026-11-24", "camt053_ONLINEBA", ["12.50", first], ["7.00", second]);
    expect(new Set([...monday, ...tuesday]).size).toBe(4);
  });

  test("has another number of the bank's where one stands", () => {
    expect(numbers("2026-11-23", "S", ["1.00", service("NONREF") + counted("0001074359000700")])).toEqual([
      "0001074359000700",
    ]);
    expect(numbers("2026-11-23", "S", ["1.00", service("A-1") + counted("1")], ["1.00", ""])).toEqual(["A-1", "S/2"]);
  });
});

describe("the balances between which the lines lie", () => {
  const BALANCE = /<Bal>.*<\/Bal>/;
  const balance = (kind: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-23</Dt></Dt></Bal>`;
  const read = (...balances: (readonly [kind: string, amount: string])[]) =>
    readCamt(FILE.replace(BALANCE, balances.map((each) => balance(...each)).join("")))[0]?.balances;

  test.each([
    [
      "of a whole day",
      [
        ["OPBD", "1.00"],
        ["CLBD", "13.50"],
      ],
    ],
    [
      "in either order, among available ones",
      [
        ["CLAV", "99"],
        ["CLBD", "13.50"],
        ["ITAV", "8"],
        ["OPBD", "1.00"],
      ],
    ],
    [
      "after what the one before closed with",
      [
        ["PRCD", "1.00"],
        ["CLBD", "13.50"],
      ],
    ],
    [
      "of its first page",
      [
        ["OPBD", "1.00"],
        ["ITBD", "13.50"],
      ],
    ],
    [
      "of a page in its middle",
      [
        ["ITBD", "1.00"],
        ["ITBD", "13.50"],
      ],
    ],
    [
      "of its last page",
      [
        ["ITBD", "1.00"],
        ["CLBD", "13.50"],
      ],
    ],
  ] as const)("%s", (_what, balances) => expect(read(...balances)).toEqual({ opening: 100n, closing: 1_350n }));

  test.each([
    ["OPENING", /has no opening balance \(OPBD, PRCD or ITBD\)\.$/, [["CLBD", "1.00"]]],
    [
      "CLOSING",
      /has no closing balance \(CLBD or ITBD\)\.$/,
      [
        ["OPBD", "1.00"],
        ["CLAV", "1.00"],
      ],
    ],
    ["CLOSING", /has no closing balance/, [["ITBD", "1.00"]]],
    [
      undefined,
      /has no opening balance .* and no closing balance/,
      [
        ["OPAV", "1.00"],
        ["CLAV", "1.00"],
      ],
    ],
  ] as const)("lacks %s", (value, sentence, balances) => {
    const failure = { code: "NO_BALANCES", statement: "STMT-1", ...(value && { value }) };
    expect(() => read(...balances)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(sentence),
        detail: expect.objectContaining({ body: { failure } }),
      }),
    );
  });
});

describe("the letters of a file", () => {
  const NAME = "Müller & Söhne, Straße 5";
  const written = (declared: string) =>
    FILE.replace("UTF-8", declared).replace("Invoice 7", NAME.replace("&", "&amp;").concat(" – 5 €"));
  const latin = (text: string, euro: number, dash: number) =>
    Uint8Array.from(text, (letter) => (letter === "€" ? euro : letter === "–" ? dash : letter.charCodeAt(0)));
  const wide = (text: string, order: "le" | "be", mark: boolean) => {
    const bytes = Buffer.from((mark ? "\ufeff" : "") + text, "utf16le");
    return Uint8Array.from(order === "le" ? bytes : bytes.swap16());
  };
  const read = (bytes: Uint8Array) => readCamt(textOfXml(bytes))[0]?.lines[0]?.remittance;

  test.each([
    ["UTF-8", Buffer.from(written("UTF-8"))],
    ["UTF-8 behind its mark", Buffer.from(`\ufeff${written("UTF-8")}`)],
    ["UTF-8, though it declares another", Buffer.from(written("ISO-8859-1"))],
    ["Windows-1252", latin(written("Windows-1252"), 0x80, 0x96)],
    ["ISO-8859-1, as programs write it", latin(written("ISO-8859-1"), 0x80, 0x96)],
    ["UTF-16 behind its mark", wide(written("UTF-16"), "le", true)],
    ["UTF-16 of the other order", wide(written("UTF-16"), "be", true)],
    ["UTF-16 without a mark", wide(written("UTF-16"), "le", false)],
    ["UTF-16 of the other order without a mark", wide(written("UTF-16"), "be", false)],
  ])("%s", (_how, bytes) => expect(read(bytes)).toBe(`${NAME} – 5 €`));

  test("ISO-8859-15, in which the euro stands elsewhere", () => {
    expect(read(latin(written("iso-8859-15").replace("–", "-"), 0xa4, 0x2d))).toBe(`${NAME} - 5 €`);
  });

  test.each([
    ["UTF-8, and is not", "UTF-8", latin(written("UTF-8"), 0x80, 0x96)],
    ["none, and is not UTF-8", "UTF-8", latin(written("UTF-8").replace(' encoding="UTF-8"', ""), 0x80, 0x96)],
    ["one that is not read", "Shift_JIS", latin(written("Shift_JIS"), 0x80, 0x96)],
    ["half a letter of UTF-16", "UTF-16LE", wide(written("UTF-16"), "le", true).slice(0, -1)],
  ])("declares %s", (_how, value, bytes) =>
    expect(() => textOfXml(bytes)).toThrow(
      expect.objectContaining({ detail: expect.objectContaining({ body: { failure: { code: "ENCODING", value } } }) }),
    ),
  );
});

test("a file of more elements than any that is taken has is not read to its end", () => {
  const refused = expect.objectContaining({ message: "The file has more than 5000 lines." });
  expect(() => readCamt(`<Document>${"<a/>".repeat(500_000)}`)).toThrow(refused);
  expect(() => readCamt(`<Document>${"<a/>".repeat(400_000)}</Document>`)).toThrow(/holds no statement/);
});
