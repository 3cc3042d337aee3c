import { z } from "zod";
import { approvalRecord } from "#lib/contract/approval.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { prose } from "#lib/contract/fields.ts";
import { paymentRecord } from "./contract.ts";
import { TX_ID, meaning } from "#lib/contract/meanings.ts";

const note = z.object({
  note: prose(1, 1_000).meta(meaning("Why, for the record.", "Sender confirmed by telephone.")),
});

/** Staff let a held deposit go on: it is treated as of now (rulebook 7.3). */
export const releaseDepositEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/deposits/[txId]/release",
  params: { txId: TX_ID },
  scope: "holds:write",
  freshProof: true,
  summary: "Releases a held deposit; it is treated by its bill's strategy as of now.",
  body: note,
  answer: paymentRecord,
  refuses: ["NOT_FOUND", "FORBIDDEN", "INVALID_STATE"],
});

/** Staff refuse a held deposit: it stays pending until it is paid back. */
export const declineDepositEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/deposits/[txId]/decline",
  params: { txId: TX_ID },
  scope: "holds:write",
  freshProof: true,
  summary: "Declines a held deposit; it waits to be paid back to its sender.",
  description:
    "Where the operator holds the deposit and asks for two persons, one of its own people asks for another by this: 202 answers the request.",
  body: note,
  answer: paymentRecord,
  waits: approvalRecord,
  refuses: ["NOT_FOUND", "FORBIDDEN", "INVALID_STATE"],
});

/** The house's compliance lets a held deposit of an account go on. */
export const releaseHeldEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/deposits/[txId]/release",
  params: { txId: TX_ID },
  scope: "house:holds",
  summary: "Releases a held deposit of whichever account; it is treated by its bill's strategy as of now.",
  body: note,
  answer: paymentRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

/** The house's compliance refuses a held deposit of an account. */
export const declineHeldEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/deposits/[txId]/decline",
  params: { txId: TX_ID },
  scope: "house:holds",
  summary: "Declines a held deposit of whichever account; it waits to be paid back to its sender.",
  description: "Where the operator asks for two persons it waits for another of the operator: 202 answers the request.",
  body: note,
  answer: paymentRecord,
  waits: approvalRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});
