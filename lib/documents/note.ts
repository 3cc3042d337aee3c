import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { amountText, figureText, given, momentText, rateText, type Sheet, type Table } from "./sheet.ts";

/** The contract note of a conversion: what was sold at which rate, for what, and of whom. Pure. */
export function noteOf(record: ConversionRecord, printedAt: Date): Sheet {
  const { baseSymbol: base, quoteSymbol: fiat, quote } = record;
  const price = record.price ?? quote?.price;
  const fee = record.feeQuantity ?? quote?.feeQuantity;
  return {
    title: record.status === "EXECUTED" ? "Contract note" : "Conversion, not executed",
    subject: `Conversion ${record.invoiceId}`,
    figure: {
      label: record.fiatReceived ? "Credited" : "To be credited",
      value: record.fiatReceived ? amountText(record.fiatReceived, fiat) : offered(record),
    },
    facts: [
      {
        heading: "Trade",
        facts: given([
          { label: "Account", value: record.username },
          { label: "Side", value: `${record.side} ${base} for ${fiat}` },
          { label: "Quantity", value: amountText(record.quantity, base) },
          price ? { label: "Price", value: rateText(price, base, fiat) } : undefined,
          { label: "Fee model", value: record.feeModel },
          fee ? { label: "Fee", value: amountText(fee, base) } : undefined,
          record.fiatReceived ? { label: "Credited", value: amountText(record.fiatReceived, fiat) } : undefined,
        ]),
      },
      {
        heading: "Timeline",
        facts: given([
          { label: "Status", value: record.status },
          { label: "Created", value: `${momentText(record.created)}` },
          { label: "Created by", value: record.createdBy },
          quote ? { label: "Quoted", value: momentText(quote.quoteTime) } : undefined,
          quote ? { label: "Quote", value: quote.quoteId, mono: true } : undefined,
          record.executed ? { label: "Executed", value: momentText(record.executed) } : undefined,
          record.cancelled ? { label: "Cancelled", value: momentText(record.cancelled) } : undefined,
        ]),
      },
    ],
    table: itemTable(record),
    note: `Printed ${momentText(printedAt.getTime())}. The items add up to the quantity.`,
  };
}

function offered({ quote, quoteSymbol }: ConversionRecord): string {
  return quote ? amountText(quote.fiatReceivable, quoteSymbol) : "no quote";
}

function itemTable({ items, baseSymbol }: ConversionRecord): Table {
  return {
    heading: `Items, ${items.length}`,
    columns: [
      { label: "Payment", share: 31, mono: true },
      { label: "Deposit", share: 31, mono: true },
      { label: "Customer", share: 20 },
      { label: `Quantity, ${baseSymbol}`, share: 18, end: true },
    ],
    rows: items.map((item) => [item.paymentId, item.txId, item.subaccount, figureText(item.quantity, baseSymbol)]),
  };
}
