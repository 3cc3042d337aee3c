import type { PaymentRecord } from "#lib/payments/contract.ts";
import { printedText } from "#lib/i18n/printed.ts";
import { paymentText } from "#lib/i18n/payment.ts";
import { paymentsText } from "#lib/i18n/payments.ts";
import { amountText, figureText, given, momentText, priceText, rateText, type Sheet, type Table } from "./sheet.ts";

/** The receipt of a payment: what was requested, received, sold and credited. In the reader's voice. */
export function receiptOf(record: PaymentRecord, printedAt: Date, zone: string): Sheet {
  const { cryptoType, networkType, fiat } = record;
  const words = printedText;
  const { receipt } = words;
  const { status, amountStatus, label, strategy, feeModel } = paymentsText;
  const crypto = (value: PaymentRecord["quantity"]) => amountText(value, cryptoType);
  return {
    title: receipt.title,
    subject: receipt.subject(record.paymentId),
    figure: { label: words.credited, value: amountText(record.fiatReceived, fiat) },
    facts: [
      {
        heading: receipt.bill,
        facts: given([
          { label: words.account, value: record.username },
          { label: words.customer, value: record.subaccount },
          record.reference ? { label: receipt.reference, value: record.reference } : undefined,
          { label: receipt.requested, value: momentText(record.createdAt, zone) },
          { label: receipt.expires, value: momentText(record.expiryTime, zone) },
          { label: receipt.due, value: amountText(record.fiatReceivable, fiat) },
          { label: words.price, value: rateText(record.price, cryptoType, fiat) },
          { label: receipt.quantityDue, value: crypto(record.quantity) },
          { label: receipt.strategy, value: `${strategy[record.strategy]}, ${feeModel[record.feeModel]}` },
          { label: receipt.address, value: record.address, mono: true },
        ]),
      },
      {
        heading: receipt.result,
        facts: given([
          { label: words.status, value: `${status[record.status]}, ${amountStatus[record.amountStatus]}` },
          record.labels.length > 0
            ? { label: receipt.labels, value: record.labels.map((one) => label[one]).join(", ") }
            : undefined,
          { label: receipt.network, value: networkType ? words.on(cryptoType, networkType) : cryptoType },
          { label: receipt.received, value: crypto(record.quantityReceived) },
          { label: receipt.converted, value: crypto(record.quantityConverted) },
          { label: receipt.held, value: crypto(record.quantityUnconverted) },
          { label: receipt.pending, value: crypto(record.quantityPending) },
          { label: receipt.fees, value: crypto(record.feeQuantity) },
          { label: receipt.paidOut, value: crypto(record.quantityPaidOut) },
          { label: words.credited, value: amountText(record.fiatReceived, fiat) },
        ]),
      },
    ],
    table: depositTable(record, zone),
    note: receipt.note(momentText(printedAt.getTime(), zone)),
  };
}

/** A line for each sale of a deposit; one for a deposit that was not sold. */
function depositTable({ deposits, fiat }: PaymentRecord, zone: string): Table {
  const words = printedText;
  const { receipt } = words;
  const rows = deposits.flatMap((deposit) => {
    const asset = deposit.cryptoType;
    const head = [momentText(deposit.firstSeen, zone), `${deposit.txHash}:${deposit.outputIndex}`];
    const retained = [...head, paymentText.deposit[deposit.status], amountText(deposit.quantity, asset), "", ""];
    if (deposit.fills.length === 0) return [retained];
    return deposit.fills.map((fill) => [
      ...head,
      receipt.methods[fill.method],
      amountText(fill.quantity, asset),
      priceText(fill.price),
      figureText(fill.fiat, fiat),
    ]);
  });
  return {
    heading: receipt.deposits,
    columns: [
      { label: receipt.firstSeen, share: 24 },
      { label: receipt.transaction, share: 27, mono: true },
      { label: receipt.method, share: 13 },
      { label: words.quantity, share: 16, end: true },
      { label: words.priceIn(fiat), share: 9, end: true },
      { label: words.creditedIn(fiat), share: 11, end: true },
    ],
    rows,
  };
}
