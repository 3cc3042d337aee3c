import { afterEach, describe, expect, test } from "vitest";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { ANYBODY, type Voice, type Spoken } from "#lib/contract/voice.ts";
import { letterOf as approvalLetter } from "#lib/approvals/letter.ts";
import { draw } from "#lib/documents/draw.ts";
import { noteOf } from "#lib/documents/note.ts";
import { printedWords } from "#lib/documents/printed-words.fixture.ts";
import { receiptOf } from "#lib/documents/receipt.ts";
import type { Sheet } from "#lib/documents/sheet.ts";
import { invoiceSheet, statementSheet } from "#lib/documents/statement-document.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountIn, momentIn } from "#lib/mail/say.ts";
import { letterOf as leftLetter } from "#lib/outgoing/letter.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import type { StatementRecord } from "#lib/settlements/statement-contract.ts";
import { letterOf as withdrawalLetter } from "#lib/transfers/letter.ts";
import { conversion } from "#components/conversions/conversion.fixture.ts";
import { answerLanguage, answerNumbers, speakingTo } from "#lib/i18n/language.ts";
import { de as germanLetters } from "#lib/i18n/letters.de.ts";
import { en as englishLetters } from "#lib/i18n/letters.en.ts";
import { en as englishPrinted } from "#lib/i18n/printed.en.ts";
import { nothingAnswered, wordingFaults } from "./wording.ts";

// Every mail and every paper, in both languages, held to what the screens are held to.

const of = (text: string) => Decimal.from(text);
const AT = Date.UTC(2026, 10, 21, 12, 5, 41);
const ID = "019a8f3c-8c1e-7abc-8def-0123456789ab";

const payment = {
  paymentId: ID,
  username: "acme",
  subaccount: "shop-7",
  reference: "r-17",
  cryptoType: "USDT",
  networkType: "tron",
  fiat: "EUR",
  createdAt: AT,
  expiryTime: AT + 900_000,
  fiatReceivable: of("1790.6"),
  fiatReceived: of("1790.6"),
  price: of("0.92047111"),
  quantity: of("1945.307"),
  quantityReceived: of("1945.307"),
  quantityConverted: of("1945.307"),
  quantityUnconverted: of("0"),
  quantityPending: of("0"),
  quantityPaidOut: of("0"),
  feeQuantity: of("0"),
  strategy: "RFQ",
  feeModel: "SPREAD",
  address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
  status: "COMPLETED",
  amountStatus: "OVERPAID",
  labels: ["LIMIT_NOT_MET", "WRONG_ASSET"],
  deposits: [
    {
      cryptoType: "USDT",
      firstSeen: AT,
      txHash: "a1b2",
      outputIndex: 0,
      status: "CREDITED",
      quantity: of("1945.307"),
      fills: [{ method: "MARKET", quantity: of("1945.307"), price: of("1234.5"), fiat: of("1790.6") }],
    },
    { cryptoType: "USDT", firstSeen: AT, txHash: "c3", outputIndex: 1, status: "HELD", quantity: of("1"), fills: [] },
  ],
} as unknown as PaymentRecord;

const statement = {
  asset: "EUR",
  username: "acme",
  zone: "Europe/Berlin",
  from: AT - 86_400_000,
  to: AT,
  opening: of("12345.6"),
  closing: of("23456.78"),
  byKind: [
    { kind: "CONVERTED", amount: of("11111.18"), count: 1234 },
    { kind: "PAID_OUT", amount: of("-5000"), count: 1 },
  ],
  fees: [
    { kind: "SPREAD", asset: "EUR", amount: of("1234.56"), count: 1234 },
    { kind: "TRANSACTION", asset: "USDT", networkType: "eth", amount: of("3.5"), count: 2 },
  ],
  lines: [
    { at: AT, kind: "LOCKED", transactionId: ID, amount: of("-1234.56"), balance: of("11111.04"), reference: "r" },
    { at: AT, kind: "KEPT", transactionId: ID, amount: of("1234.56"), balance: of("12345.6") },
  ],
  settlement: {
    reference: "S-7",
    due: of("0"),
    reserve: of("1000"),
    awaited: of("2000"),
    withheld: "OWED",
    invoiceNumber: "F-7",
  },
} as unknown as StatementRecord;

const DOCUMENTS: Readonly<Record<string, (zone: string) => Sheet>> = {
  receipt: (zone) => receiptOf(payment, new Date(AT), zone),
  "contract note": (zone) =>
    noteOf(conversion({ status: "EXECUTED", executed: new Date(AT).toISOString() }), new Date(AT), zone),
  "conversion that was not executed": (zone) => noteOf(conversion({ status: "CREATED" }), new Date(AT), zone),
  "settlement statement": (zone) => statementSheet(statement, "Acme GmbH", { at: new Date(AT), zone }),
  "statement of account": (zone) =>
    statementSheet({ ...statement, settlement: undefined } as StatementRecord, undefined, { at: new Date(AT), zone }),
  "fee invoice": () =>
    invoiceSheet(statement, { number: "F-7", at: new Date(AT) }, { issuer: "Meridian", tax: "exempt" }),
};

const approval = (more: object) =>
  ({
    approvalId: ID,
    decides: "house",
    account: "acme",
    status: "PENDING",
    askedBy: "staff:Otto",
    askedAt: AT,
    yours: false,
    needs: 2,
    expiresAt: AT,
    ...more,
  }) as unknown as ApprovalRecord;
const EXECUTION = {
  baseSymbol: "BTC",
  quoteSymbol: "EUR",
  quantity: "1234.5",
  lowestPrice: "58205.88",
  until: `${AT}`,
};
const PAYOUT = { asset: "USDT", networkType: "tron", quantity: of("12345.5"), reference: "r", beneficiary: "Acme" };
const RESET = { act: "reset", kind: "FACTOR", email: "a@b.test", role: "admin" };
const REQUESTS = [
  { what: "payout", payout: PAYOUT },
  { what: "setting", changes: [{ name: "spreadBps", before: of("100"), after: of("120") }] },
  { what: "execution", request: EXECUTION },
  { what: "person", request: RESET },
  { what: "person", request: { ...RESET, act: "role" } },
  { what: "move", request: { asset: "BTC", quantity: "1234.5", from: "bank:main", to: "bank:b-2" } },
  { what: "hold", request: { txId: ID, note: "n" } },
];

type Composed = { subject: string; text: string };
const LEFT = { network: "tron", txHash: "f".repeat(64), to: ["TJRab"], left: [] } as const;
const LOST = [{ asset: "USDT@tron", units: 12_345_500_000n, fee: 1_000_000n }] as const;
const WITHDRAWN = { venue: "v1", venueRef: "7", asset: "EUR", units: 123_456_789n, address: "x", label: "y" } as const;

/** Letters as their writers write them, with their figures. */
const composed = (to: Voice): Composed[] => [
  ...REQUESTS.map((request) => approvalLetter(approval(request), to)),
  leftLetter({ ...LEFT, left: LOST, inBlock: true })(to),
  leftLetter({ ...LEFT, inBlock: false })(to),
  withdrawalLetter({ ...WITHDRAWN, status: "DONE" })(to),
  withdrawalLetter({ ...WITHDRAWN, status: "PENDING" } as never)(to),
];

/** Each text of a catalogue, with values such as its letters take. */
const textsOf = (catalogue: object): string[] =>
  Object.values(catalogue).flatMap((word: unknown) => {
    if (typeof word === "string") return [word];
    if (typeof word !== "function") return textsOf(word as object);
    return [String((word as (...given: string[]) => unknown)("acme", "shop", "x", "y"))];
  });

/** Ids and hashes are no figures, and a price has the decimals that it has. */
const plain = (line: string): string =>
  line.replace(/^.* EUR (?=per|je)/, "").replaceAll(/[0-9a-f]{8}-[\da-f-]{27}|\b[0-9a-f]{64}\b|\b[0-9a-f]{4}:\d/g, "¤");

const faultsIn = (lines: readonly string[], language: Spoken): string[] =>
  lines.flatMap((line) =>
    wordingFaults(plain(line), language, nothingAnswered()).map((fault) => `${fault} in “${line}”`),
  );

/** Words of English letters and papers, but for those that German has too. */
const ENGLISH = new Set(
  [englishLetters, englishPrinted]
    .flatMap(textsOf)
    .flatMap((text) => text.match(/\p{L}{3,}/gu) ?? [])
    .map((word) => word.toLowerCase()),
);
const OF_BOTH: ReadonlySet<string> = new Set([
  ..."acme shop test link spread limit status name hand block browser mail gas token webhook webhooks".split(" "),
  ..."api app authenticator passkey desk single sign still was".split(" "),
]);
const englishIn = (lines: readonly string[]): string[] =>
  lines
    .flatMap((line) => line.match(/\p{L}{3,}/gu) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => ENGLISH.has(word) && !OF_BOTH.has(word));

const reader = (language: Spoken): Voice => ({ ...ANYBODY, language, zone: "Europe/Berlin" });

afterEach(() => {
  answerLanguage(() => "en");
  answerNumbers(() => "LANGUAGE");
});

describe.each(["en", "de"] as const)("in %s", (language) => {
  const to = reader(language);

  test.each(Object.entries(DOCUMENTS))("a %s is worded as the screens are", async (_, write) => {
    const { text } = printedWords(
      Buffer.from(
        await draw(
          speakingTo(to, () => write(to.zone)),
          to,
        ),
      ),
    );
    const lines = text.split("\n");
    expect(lines.length).toBeGreaterThan(10);
    expect(faultsIn(lines, language)).toEqual([]);
    expect(language === "de" ? englishIn(lines) : []).toEqual([]);
  });

  test("a mail is worded as the screens are", () => {
    const lines = speakingTo(to, () => composed(to)).flatMap(({ subject, text }) => [subject, ...text.split("\n")]);
    const catalogue = textsOf(language === "de" ? germanLetters : englishLetters);
    expect(lines.length).toBeGreaterThan(50);
    expect(faultsIn([...lines, ...catalogue], language)).toEqual([]);
    expect(language === "de" ? englishIn([...lines, ...catalogue]) : []).toEqual([]);
  });
});

test("figures and times of a letter are written as its reader chose", () => {
  const say = (to: Voice) => speakingTo(to, () => `${amountIn("12345.6", "EUR")} ${momentIn(AT, to.zone)}`);
  expect(say(ANYBODY)).toBe("12\u00a0345.60\u00a0EUR 21 Nov 2026, 12:05:41 UTC");
  expect(say(reader("de"))).toBe("12\u00a0345,60\u00a0EUR 21. Nov. 2026, 13:05:41 MEZ");
  expect(say({ ...reader("de"), numbers: "POINT_COMMA" })).toContain("12.345,60\u00a0EUR");
  expect(say({ ...ANYBODY, numbers: "COMMA_POINT" })).toContain("12,345.60\u00a0EUR");
});
