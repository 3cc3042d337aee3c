import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { actorText } from "#lib/i18n/actor-text.ts";
import { conversionsText } from "#lib/i18n/conversions.ts";
import { printedText } from "#lib/i18n/printed.ts";
import { paymentsText } from "#lib/i18n/payments.ts";
import { countText } from "#lib/i18n/amount.ts";
import { amountText, figureText, given, momentText, rateText, type Sheet, type Table } from "./sheet.ts";

/** The contract note of a conversion: what was sold at which rate, for what, and of whom. In the reader's voice. */
export function noteOf(record: ConversionRecord, printedAt: Date, zone: string): Sheet {
  const { baseSymbol: base, quoteSymbol: fiat, quote } = record;
  const words = printedText;
  const { contractNote } = words;
  const price = record.price ?? quote?.price;
  const fee = record.feeQuantity ?? quote?.feeQuantity;
  const credited = record.fiatReceived
    ? { label: words.credited, value: amountText(record.fiatReceived, fiat) }
    : undefined;
  const moment = (label: string, at: number | string | undefined) =>
    at === undefined ? undefined : { label, value: momentText(at, zone) };
  return {
    title: record.status === "EXECUTED" ? contractNote.title : contractNote.notExecuted,
    subject: contractNote.subject(record.invoiceId),
    figure: credited ?? { label: contractNote.toBeCredited, value: offered(record) },
    facts: [
      {
        heading: contractNote.trade,
        facts: given([
          { label: words.account, value: record.username },
          { label: contractNote.side, value: contractNote[record.side](base, fiat) },
          { label: words.quantity, value: amountText(record.quantity, base) },
          price ? { label: words.price, value: rateText(price, base, fiat) } : undefined,
          { label: contractNote.feeModel, value: paymentsText.feeModel[record.feeModel] },
          fee ? { label: contractNote.fee, value: amountText(fee, base) } : undefined,
          credited,
        ]),
      },
      {
        heading: contractNote.timeline,
        facts: given([
          { label: words.status, value: conversionsText.status[record.status] },
          moment(contractNote.created, record.created),
          { label: contractNote.createdBy, value: actorText(record.createdBy) },
          moment(contractNote.quoted, quote?.quoteTime),
          quote ? { label: contractNote.quote, value: quote.quoteId, mono: true } : undefined,
          moment(contractNote.executed, record.executed),
          moment(contractNote.cancelled, record.cancelled),
        ]),
      },
    ],
    table: itemTable(record),
    note: contractNote.note(momentText(printedAt.getTime(), zone)),
  };
}

function offered({ quote, quoteSymbol }: ConversionRecord): string {
  return quote ? amountText(quote.fiatReceivable, quoteSymbol) : printedText.contractNote.noQuote;
}

function itemTable({ items, baseSymbol }: ConversionRecord): Table {
  const { contractNote, customer, quantityIn } = printedText;
  return {
    heading: contractNote.items(countText(items.length)),
    columns: [
      { label: contractNote.payment, share: 31, mono: true },
      { label: contractNote.deposit, share: 31, mono: true },
      { label: customer, share: 20 },
      { label: quantityIn(baseSymbol), share: 18, end: true },
    ],
    rows: items.map((item) => [item.paymentId, item.txId, item.subaccount, figureText(item.quantity, baseSymbol)]),
  };
}
