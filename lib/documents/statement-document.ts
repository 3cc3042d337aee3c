import type { Asset, Crypto } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { StatementRecord } from "#lib/settlements/statement-contract.ts";
import { amountText, figureText, type Fact, given, momentText, type Sheet, type Table } from "./sheet.ts";

/** How a statement's paper names what moved the balance. */
export const KIND_WORDS: Readonly<Record<StatementRecord["lines"][number]["kind"], string>> = {
  CONVERTED: "Converted",
  INVOICE: "Conversion invoice",
  REVERSED: "Reversed",
  SETTLED: "Settled",
  PAID_OUT: "Paid out",
  RETURNED: "Payout returned",
  KEPT: "Kept as crypto",
  LOCKED: "Into a conversion",
  UNLOCKED: "Out of a conversion",
  OTHER: "Other",
};
const FEE_WORDS: Readonly<Record<StatementRecord["fees"][number]["kind"], string>> = {
  SPREAD: "Spread, in the price",
  EXPLICIT: "Explicit fee, withheld on sale",
  TRANSACTION: "Transaction fee, withheld when kept",
};
const WITHHELD_WORDS = {
  OWED: "Nothing due: the account owes the house",
  NOTHING: "Nothing due",
  MINIMUM: "Below the minimum",
} as const;

/** A moment in a zone, as `2026-11-02 00:00:00`. */
function localText(at: number, zone: string): string {
  return new Date(at).toLocaleString("sv-SE", { timeZone: zone });
}
const periodText = ({ from, to, zone }: StatementRecord): string =>
  `${localText(from, zone)} to ${localText(to, zone)}, ${zone}`;

/** A statement: what was there, what moved it, what is there, and each movement. Pure. */
export function statementSheet(statement: StatementRecord, paidTo: string | undefined, printedAt: Date): Sheet {
  const { asset, settlement } = statement;
  const money = (value: Decimal) => amountText(value, asset);
  return {
    title: settlement ? "Settlement statement" : "Statement of account",
    subject: settlement ? settlement.reference : `${statement.username}, ${asset}`,
    figure: settlement
      ? { label: "Due", value: money(settlement.due) }
      : { label: "Closing balance", value: money(statement.closing) },
    facts: [
      {
        heading: "Account",
        facts: given([
          { label: "Account", value: statement.username },
          { label: "Currency", value: statement.networkType ? `${asset} on ${statement.networkType}` : asset },
          { label: "From", value: localText(statement.from, statement.zone) },
          { label: "To", value: `${localText(statement.to, statement.zone)}, not included` },
          { label: "Time zone", value: statement.zone },
          paidTo === undefined ? undefined : { label: "Paid to", value: paidTo },
          settlement?.invoiceNumber ? { label: "Fee invoice", value: settlement.invoiceNumber } : undefined,
        ]),
      },
      { heading: "Balance", facts: balanceFacts(statement) },
    ],
    table: feeTable(statement),
    more: [movementTable(statement)],
    note: `Printed ${momentText(printedAt.getTime())}. Opening and all movements are the closing balance.`,
  };
}

function balanceFacts({ asset, opening, closing, byKind, settlement }: StatementRecord): Fact[] {
  const money = (label: string, value: Decimal): Fact => ({
    label,
    value: amountText(value, asset),
    end: true,
  });
  return given([
    money("Opening", opening),
    ...byKind.map(({ kind, amount, count }) => money(`${KIND_WORDS[kind]} (${count})`, amount)),
    money("Closing", closing),
    settlement && money("Reserve", settlement.reserve),
    settlement && !settlement.awaited.isZero() ? money("Due before, not paid yet", settlement.awaited) : undefined,
    settlement?.withheld && { label: "Due", value: WITHHELD_WORDS[settlement.withheld], end: true },
    settlement && !settlement.withheld ? money("Due", settlement.due) : undefined,
  ]);
}

function feeTable({ fees }: StatementRecord): Table {
  return {
    heading: fees.length === 0 ? "Fees: none" : "Fees, stated; the spread is part of the price and no movement",
    columns: [
      { label: "Fee", share: 60 },
      { label: "Parts", share: 15, end: true },
      { label: "Amount", share: 25, end: true },
    ],
    rows: fees.map(({ kind, asset, networkType, amount, count }) => [
      FEE_WORDS[kind],
      String(count),
      networkType ? `${amountText(amount, asset)} on ${networkType}` : amountText(amount, asset),
    ]),
  };
}

function movementTable({ lines, zone, asset }: StatementRecord): Table {
  const figure = (value: Decimal, of: Asset | Crypto) => figureText(value, of);
  return {
    heading: `Movements, ${lines.length}`,
    columns: [
      { label: `Time, ${zone}`, share: 19, mono: true },
      { label: "Movement", share: 17 },
      { label: "Payment, conversion or payout", share: 34, mono: true },
      { label: "Reference", share: 14 },
      { label: `Amount, ${asset}`, share: 14, end: true, mono: true },
      { label: `Balance, ${asset}`, share: 15, end: true, mono: true },
    ],
    rows: lines.map((line) => [
      localText(line.at, zone),
      KIND_WORDS[line.kind],
      line.invoiceId ?? line.payoutId ?? line.paymentId ?? line.transactionId,
      line.reference ?? line.subaccount ?? "",
      figure(line.amount, asset),
      figure(line.balance, asset),
    ]),
  };
}

/** What the house charged in a settlement's period, under the invoice's number. Pure. */
export function invoiceSheet(statement: StatementRecord, invoice: { number: string; at: Date }, house: string): Sheet {
  const { asset, fees, settlement, username } = statement;
  const charged = fees.filter((fee) => fee.asset === asset);
  const [fiat] = charged;
  return {
    title: "Fee invoice",
    subject: invoice.number,
    figure: {
      label: fiat ? "Fees in the price" : "Fees",
      value: (fiat ? [fiat] : fees).map((fee) => amountText(fee.amount, fee.asset)).join(", "),
    },
    facts: [
      {
        heading: "Invoice",
        facts: given([
          { label: "Number", value: invoice.number },
          { label: "Issued", value: momentText(invoice.at.getTime()) },
          { label: "By", value: house },
          { label: "To", value: username },
        ]),
      },
      {
        heading: "For",
        facts: given([
          settlement && { label: "Settlement", value: settlement.reference },
          { label: "Period", value: periodText(statement) },
          { label: "Currency", value: asset },
        ]),
      },
    ],
    table: { ...feeTable(statement), heading: "Fees" },
    note: "Settled already: the spread is part of the prices, all other fees were withheld. Nothing is to be paid.",
  };
}
