// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./contract.ts";

export const getNoteCall: Call<typeof contract.getNoteEndpoint> = {
  method: "GET",
  path: "/manage/v1/conversions/[invoiceId]/note.pdf",
  file: "application/pdf",
};

export const getReceiptCall: Call<typeof contract.getReceiptEndpoint> = {
  method: "GET",
  path: "/manage/v1/payments/[paymentId]/receipt.pdf",
  file: "application/pdf",
};
