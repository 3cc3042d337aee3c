import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { StatementRecord } from "#lib/settlements/statement-contract.ts";
import { conversion, quote } from "#components/conversions/conversion.fixture.ts";
import { deposit, payment } from "#components/payments/payment.fixture.ts";
import { noteOf } from "./note.ts";
import { receiptOf } from "./receipt.ts";
import type { Sheet } from "./sheet.ts";
import { invoiceSheet, statementSheet } from "./statement-document.ts";

// Every figure of these records is another one, so that none can stand for another on paper.

const of = (text: string) => Decimal.from(text);
const AT = new Date("2026-11-22T09:00:00Z");
const plain = (text: string) => text.replaceAll(/\s/gu, " ");
const facts = ({ facts: groups }: Sheet) =>
  Object.fromEntries(groups.flatMap((group) => group.facts.map(({ label, value }) => [label, plain(value)])));
const rows = ({ rows: all }: Sheet["table"]) => all.map((row) => row.map(plain).join(" | "));
const figure = (sheet: Sheet) => [sheet.figure.label, plain(sheet.figure.value)];

test("each figure of a receipt stands beside its own words, each sale with its own part of the deposit", () => {
  const fill = (quantity: string, price: string, fiat: string) => ({
    method: "RFQ" as const,
    feeModel: "SPREAD" as const,
    quantity: of(quantity),
    feeQuantity: of("0.00000001"),
    price: of(price),
    fiat: of(fiat),
    at: AT.getTime(),
  });
  const sheet = receiptOf(
    payment({
      quantityReceived: of("0.00900001"),
      quantityPending: of("0.00010002"),
      quantityConverted: of("0.00200003"),
      quantityUnconverted: of("0.00030004"),
      quantityPaidOut: of("0.00040005"),
      feeQuantity: of("0.00050006"),
      fiatReceived: of("118.79"),
      deposits: [
        deposit({
          quantity: of("0.00300007"),
          fills: [fill("0.00100008", "59400", "59.4"), fill("0.00100009", "59300.5", "59.39")],
        }),
      ],
    }),
    AT,
    "UTC",
  );
  expect(figure(sheet)).toEqual(["Credited", "118.79 EUR"]);
  expect(facts(sheet)).toMatchObject({
    ...{ Received: "0.00900001 BTC", Converted: "0.00200003 BTC", "Held as crypto": "0.00030004 BTC" },
    ...{ Pending: "0.00010002 BTC", Fees: "0.00050006 BTC", "Paid out": "0.00040005 BTC", Credited: "118.79 EUR" },
    ...{ "Quantity due": "0.00420876 BTC" },
  });
  expect(rows(sheet.table).map((row) => row.split(" | ").slice(3).join(" | "))).toEqual([
    "0.00100008 BTC | 59 400 | 59.40",
    "0.00100009 BTC | 59 300.5 | 59.39",
  ]);
});

test("a contract note has its fee in the crypto, its credit in the fiat, each item's own quantity", () => {
  const executed = conversion({
    status: "EXECUTED",
    quote: quote(),
    price: of("58123.45"),
    feeQuantity: of("0.0001271"),
    fiatReceived: of("731.37"),
  });
  const sheet = noteOf(executed, AT, "UTC");
  expect(figure(sheet)).toEqual(["Credited", "731.37 EUR"]);
  expect(facts(sheet)).toMatchObject({ Quantity: "0.01271030 BTC", Fee: "0.00012710 BTC", Credited: "731.37 EUR" });
  expect(rows(sheet.table).map((row) => row.split(" | ").at(-1))).toEqual(["0.00220876", "0.00050055", "0.01000099"]);
  expect(facts(sheet)).toMatchObject({ "Created by": "Anna Keller" });
  const offered = noteOf(conversion({ status: "QUOTED", quote: quote({ fiatReceivable: of("730.01") }) }), AT, "UTC");
  expect(plain(offered.figure.value)).toBe("730.01 EUR");
});

const STATEMENT = {
  username: "acme",
  asset: "EUR",
  zone: "UTC",
  from: AT.getTime() - 86_400_000,
  to: AT.getTime(),
  opening: of("1000.01"),
  closing: of("426.82"),
  movements: 2,
  byKind: [
    { kind: "CONVERTED", amount: of("218.8"), count: 1 },
    { kind: "PAID_OUT", amount: of("-791.99"), count: 1 },
  ],
  fees: [
    { kind: "EXPLICIT", asset: "BTC", amount: of("0.0002"), count: 3 },
    { kind: "SPREAD", asset: "EUR", amount: of("2.29"), count: 2 },
  ],
  payments: [],
  invoices: [],
  lines: [
    {
      at: AT.getTime(),
      kind: "CONVERTED",
      transactionId: "x1",
      event: "e",
      amount: of("218.8"),
      balance: of("1218.81"),
    },
    {
      at: AT.getTime(),
      kind: "PAID_OUT",
      transactionId: "x2",
      event: "e",
      amount: of("-791.99"),
      balance: of("426.82"),
    },
  ],
} as unknown as StatementRecord;
const SETTLEMENT = {
  ...{ reference: "S-1", reserve: of("22.69"), awaited: of("31.07"), due: of("373.06"), closing: of("426.82") },
  invoiceNumber: "FI-1",
} as unknown as NonNullable<StatementRecord["settlement"]>;

test("a settlement's statement is headed by what is due, any other by its closing; each movement has amount and balance", () => {
  const printed = { at: AT, zone: "UTC" };
  const settled = statementSheet({ ...STATEMENT, settlement: SETTLEMENT }, "Acme Bank", printed);
  expect(figure(settled)).toEqual(["Due", "373.06 EUR"]);
  expect(facts(settled)).toMatchObject({
    ...{ Opening: "1 000.01 EUR", Closing: "426.82 EUR", Reserve: "22.69 EUR", Due: "373.06 EUR" },
    ...{ "Due before, not paid yet": "31.07 EUR" },
  });
  expect(rows(settled.table)).toEqual([
    "Explicit fee, withheld on sale | 3 | 0.00020000 BTC",
    "Spread, in the price | 2 | 2.29 EUR",
  ]);
  const [movements] = settled.more ?? [];
  expect(movements && rows(movements).map((row) => row.split(" | ").slice(-2).join(" | "))).toEqual([
    "218.80 | 1 218.81",
    "−791.99 | 426.82",
  ]);
  expect(plain(statementSheet(STATEMENT, undefined, printed).figure.value)).toBe("426.82 EUR");
});

test("a fee invoice is headed by what was charged in its own currency, else by all that was", () => {
  const document = (record: StatementRecord) =>
    plain(invoiceSheet(record, { number: "FI-1", at: AT }, { issuer: undefined, tax: undefined }).figure.value);
  expect(document({ ...STATEMENT, settlement: SETTLEMENT })).toBe("2.29 EUR");
  expect(document({ ...STATEMENT, fees: STATEMENT.fees.slice(0, 1) })).toBe("0.00020000 BTC");
});
