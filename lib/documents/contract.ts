import { endpoint } from "#lib/contract/endpoint.ts";
import { INVOICE_ID, PAYMENT_ID } from "#lib/contract/meanings.ts";

/** A bill and what became of it, on one page A4. */
export const getReceiptEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/payments/[paymentId]/receipt.pdf",
  params: { paymentId: PAYMENT_ID },
  scope: "payments:read",
  summary: "Answers the receipt of a payment as PDF: bill, deposits, sales, with every id and rate.",
  media: ["application/pdf"],
  refuses: ["PAYMENT_NOT_FOUND"],
});

/** The contract note of a conversion, on one page A4. */
export const getNoteEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/conversions/[invoiceId]/note.pdf",
  params: { invoiceId: INVOICE_ID },
  scope: "conversions:read",
  summary: "Answers the contract note of a conversion as PDF: quote, rate, fee, result and items.",
  media: ["application/pdf"],
  refuses: ["NOT_FOUND"],
});
