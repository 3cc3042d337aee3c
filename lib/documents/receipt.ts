import type { PaymentRecord } from "#lib/payments/contract.ts";
import { amountText, figureText, given, momentText, priceText, rateText, type Sheet, type Table } from "./sheet.ts";

/** The receipt of a payment: what was requested, what came, what was sold and credited. Pure. */
export function receiptOf(record: PaymentRecord, printedAt: Date): Sheet {
  const { cryptoType, networkType, fiat } = record;
  const crypto = (value: PaymentRecord["quantity"]) => amountText(value, cryptoType);
  return {
    title: "Receipt",
    subject: `Payment ${record.paymentId}`,
    figure: { label: "Credited", value: amountText(record.fiatReceived, fiat) },
    facts: [
      {
        heading: "Bill",
        facts: given([
          { label: "Account", value: record.username },
          { label: "Customer", value: record.subaccount },
          record.reference ? { label: "Reference", value: record.reference } : undefined,
          { label: "Requested", value: momentText(record.createdAt) },
          { label: "Expires", value: momentText(record.expiryTime) },
          { label: "Amount due", value: amountText(record.fiatReceivable, fiat) },
          { label: "Price", value: rateText(record.price, cryptoType, fiat) },
          { label: "Quantity due", value: crypto(record.quantity) },
          { label: "Strategy and fee", value: `${record.strategy}, ${record.feeModel}` },
          { label: "Address", value: record.address, mono: true },
        ]),
      },
      {
        heading: "Result",
        facts: given([
          { label: "Status", value: `${record.status}, ${record.amountStatus}` },
          record.labels.length > 0 ? { label: "Labels", value: record.labels.join(", ") } : undefined,
          { label: "Network", value: networkType ? `${cryptoType} on ${networkType}` : cryptoType },
          { label: "Received", value: crypto(record.quantityReceived) },
          { label: "Converted", value: crypto(record.quantityConverted) },
          { label: "Held as crypto", value: crypto(record.quantityUnconverted) },
          { label: "Pending", value: crypto(record.quantityPending) },
          { label: "Fees", value: crypto(record.feeQuantity) },
          { label: "Paid out", value: crypto(record.quantityPaidOut) },
          { label: "Credited", value: amountText(record.fiatReceived, fiat) },
        ]),
      },
    ],
    table: depositTable(record),
    note: `Printed ${momentText(printedAt.getTime())}. Received = converted + held + pending + fees + paid out.`,
  };
}

/** A line for each sale of a deposit; one for a deposit that was not sold. */
function depositTable({ deposits, fiat }: PaymentRecord): Table {
  const rows = deposits.flatMap((deposit) => {
    const asset = deposit.cryptoType;
    const head = [momentText(deposit.firstSeen), `${deposit.txHash}:${deposit.outputIndex}`];
    const retained = [...head, deposit.status, amountText(deposit.quantity, asset), "", ""];
    if (deposit.fills.length === 0) return [retained];
    return deposit.fills.map((fill) => [
      ...head,
      fill.method,
      amountText(fill.quantity, asset),
      priceText(fill.price),
      figureText(fill.fiat, fiat),
    ]);
  });
  return {
    heading: "Deposits and sales",
    columns: [
      { label: "First seen", share: 20 },
      { label: "Transaction", share: 31, mono: true },
      { label: "Method", share: 13 },
      { label: "Quantity", share: 16, end: true },
      { label: `Price, ${fiat}`, share: 9, end: true },
      { label: `Credited, ${fiat}`, share: 11, end: true },
    ],
    rows,
  };
}
