import type { Asset, Crypto } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { StatementRecord } from "#lib/settlements/statement-contract.ts";
import { printedText } from "#lib/i18n/printed.ts";
import { settlementsText } from "#lib/i18n/settlements.ts";
import { countText } from "#lib/i18n/amount.ts";
import { stampText } from "#lib/i18n/times.ts";
import { amountText, figureText, type Fact, given, momentText, type Sheet, type Table } from "./sheet.ts";

const periodText = ({ from, to, zone }: StatementRecord): string =>
  printedText.invoice.periodText(stampText(from, zone), stampText(to, zone), zone);

const assetText = (asset: string, networkType: string | undefined): string =>
  networkType ? printedText.on(asset, networkType) : asset;

/** A statement: what was there, what moved it, what is there, and each movement. In the reader's voice. */
export function statementSheet(
  statement: StatementRecord,
  paidTo: string | undefined,
  printed: { at: Date; zone: string },
): Sheet {
  const { asset, settlement, networkType, username, zone } = statement;
  const words = printedText.statement;
  const money = (value: Decimal) => amountText(value, asset);
  return {
    title: settlement ? words.title : words.ofAccount,
    subject: settlement ? settlement.reference : `${username}, ${asset}`,
    figure: settlement
      ? { label: words.due, value: money(settlement.due) }
      : { label: words.closingBalance, value: money(statement.closing) },
    facts: [
      {
        heading: printedText.account,
        facts: given([
          { label: printedText.account, value: username },
          { label: words.currency, value: assetText(asset, networkType) },
          { label: words.from, value: stampText(statement.from, zone) },
          { label: words.to, value: words.until(stampText(statement.to, zone)) },
          { label: words.zone, value: zone },
          paidTo === undefined ? undefined : { label: words.paidTo, value: paidTo },
          settlement?.invoiceNumber ? { label: words.feeInvoice, value: settlement.invoiceNumber } : undefined,
        ]),
      },
      { heading: words.balance, facts: balanceFacts(statement) },
    ],
    table: feeTable(statement),
    more: [movementTable(statement)],
    note: words.note(momentText(printed.at.getTime(), printed.zone)),
  };
}

function balanceFacts({ asset, opening, closing, byKind, settlement }: StatementRecord): Fact[] {
  const words = printedText.statement;
  const { kinds } = settlementsText;
  const money = (label: string, value: Decimal): Fact => ({
    label,
    value: amountText(value, asset),
    end: true,
  });
  return given([
    money(words.opening, opening),
    ...byKind.map(({ kind, amount, count }) => money(words.kind(kinds[kind], countText(count)), amount)),
    money(words.closing, closing),
    settlement && money(words.reserve, settlement.reserve),
    settlement && !settlement.awaited.isZero() ? money(words.awaited, settlement.awaited) : undefined,
    settlement?.withheld && { label: words.due, value: words.withheld[settlement.withheld], end: true },
    settlement && !settlement.withheld ? money(words.due, settlement.due) : undefined,
  ]);
}

function feeTable({ fees }: StatementRecord): Table {
  const words = printedText.statement;
  return {
    heading: fees.length === 0 ? words.noFees : words.fees,
    columns: [
      { label: words.fee, share: 60 },
      { label: words.parts, share: 15, end: true },
      { label: words.amount, share: 25, end: true },
    ],
    rows: fees.map(({ kind, asset, networkType, amount, count }) => [
      words.feeKinds[kind],
      countText(count),
      networkType ? printedText.on(amountText(amount, asset), networkType) : amountText(amount, asset),
    ]),
  };
}

function movementTable({ lines, zone, asset }: StatementRecord): Table {
  const words = printedText.statement;
  const { kinds } = settlementsText;
  const figure = (value: Decimal, of: Asset | Crypto) => figureText(value, of);
  return {
    heading: words.movements(countText(lines.length)),
    columns: [
      { label: words.time(zone), share: 24 },
      { label: words.movement, share: 19 },
      { label: words.object, share: 36, mono: true },
      { label: words.reference, share: 12 },
      { label: words.amountIn(asset), share: 14, end: true },
      { label: words.balanceIn(asset), share: 15, end: true },
    ],
    rows: lines.map((line) => [
      stampText(line.at, zone),
      kinds[line.kind],
      line.invoiceId ?? line.payoutId ?? line.paymentId ?? line.transactionId,
      line.reference ?? line.subaccount ?? "",
      figure(line.amount, asset),
      figure(line.balance, asset),
    ]),
  };
}

/** What the house charged in a settlement's period, under the invoice's number. In the reader's voice. */
export function invoiceSheet(
  statement: StatementRecord,
  invoice: { number: string; at: Date },
  /** Absent where the operator has set no name to issue papers under, or nothing to say about tax. */
  { issuer, tax }: { issuer: string | undefined; tax: string | undefined },
): Sheet {
  const { asset, fees, settlement, username, zone } = statement;
  const words = printedText.invoice;
  const charged = fees.filter((fee) => fee.asset === asset);
  const [fiat] = charged;
  return {
    title: words.title,
    subject: invoice.number,
    figure: {
      label: fiat ? words.inPrice : words.fees,
      value: (fiat ? [fiat] : fees).map((fee) => amountText(fee.amount, fee.asset)).join(", "),
    },
    facts: [
      {
        heading: words.invoice,
        facts: given([
          { label: words.number, value: invoice.number },
          { label: words.issued, value: `${stampText(invoice.at.getTime(), zone)}, ${zone}` },
          { label: words.by, value: issuer ?? words.operator },
          { label: words.to, value: username },
          tax ? { label: words.tax, value: tax } : undefined,
        ]),
      },
      {
        heading: words.for,
        facts: given([
          settlement && { label: words.settlement, value: settlement.reference },
          { label: words.period, value: periodText(statement) },
          { label: words.currency, value: asset },
        ]),
      },
    ],
    table: { ...feeTable(statement), heading: words.fees },
    note: words.note,
  };
}
