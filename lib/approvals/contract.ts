import { z } from "zod";
import { pageOf } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { prose, text, whole } from "#lib/contract/fields.ts";
import { fieldsOf } from "#lib/contract/filter-fields.ts";
import { approvalRecord } from "#lib/contract/approval.ts";
import { APPROVAL_ID, LIMIT, STARTS_AFTER, meaning } from "#lib/contract/meanings.ts";
import { APPROVAL_FILTERS } from "./filters.ts";

const query = z.object({
  ...fieldsOf(APPROVAL_FILTERS),
  limit: whole(1, 500).optional().meta(LIMIT),
  startsAfter: text(1, 2_048).optional().meta(STARTS_AFTER),
});
/** Who of the house may decide which kind the verb looks up. */
const ofHouse = { scope: "house:audit" } as const;

export const listApprovalsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/approvals",
  scope: "audit:read",
  summary: "Answers what waits, or waited, for a second person, newest first.",
  query: query,
  answer: pageOf(approvalRecord).meta({ id: "ApprovalPage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});

const justification = prose(1, 1_000).meta(meaning("Why, for the record.", "Compared with the bank's order."));

export const approveRequestEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/approvals/[approvalId]/approve",
  params: { approvalId: APPROVAL_ID },
  scope: "audit:read",
  freshProof: true,
  summary: "Does what was asked for, as a second person; both stand in the audit record.",
  description:
    "A person other than the asker, whose role allows the action itself. It is done in the transaction of the decision, by the rules of this moment: a payout above what is free is refused and the request goes on waiting.",
  body: z.object({ note: justification.optional() }),
  answer: approvalRecord,
  refuses: ["NOT_FOUND", "FORBIDDEN", "INVALID_STATE", "INSUFFICIENT_FUNDS"],
});

export const declineRequestEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/approvals/[approvalId]/decline",
  params: { approvalId: APPROVAL_ID },
  scope: "audit:read",
  freshProof: true,
  summary: "Refuses what was asked for, as a second person; nothing is done.",
  body: z.object({ note: justification }),
  answer: approvalRecord,
  refuses: ["NOT_FOUND", "FORBIDDEN", "INVALID_STATE"],
});

export const withdrawRequestEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/approvals/[approvalId]/withdraw",
  params: { approvalId: APPROVAL_ID },
  scope: "audit:read",
  freshProof: true,
  summary: "Takes one's own request back; nothing is done.",
  body: z.object({ note: justification.optional() }),
  answer: approvalRecord,
  refuses: ["NOT_FOUND", "FORBIDDEN", "INVALID_STATE"],
});

/** What the house decides: of its own requests, and of those that accounts may not decide themselves. */
export const listHouseApprovalsEndpoint = endpoint({
  ...ofHouse,
  method: "GET",
  path: "/house/v1/approvals",
  summary: "Answers what waits, or waited, for a second person of the operator, newest first.",
  query: query,
  answer: pageOf(approvalRecord).meta({ id: "ApprovalPage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});

export const approveHouseRequestEndpoint = endpoint({
  ...ofHouse,
  freshProof: true,
  method: "POST",
  path: "/house/v1/approvals/[approvalId]/approve",
  params: { approvalId: APPROVAL_ID },
  summary: "Does what was asked for, as a second person of the operator.",
  description:
    "Somebody at the operator other than the asker, whose role allows the action; where an account has nobody who may decide its own request, an administrator of the operator.",
  body: z.object({ note: justification.optional() }),
  answer: approvalRecord,
  refuses: ["NOT_FOUND", "FORBIDDEN", "INVALID_STATE", "INSUFFICIENT_FUNDS"],
});

export const declineHouseRequestEndpoint = endpoint({
  ...ofHouse,
  freshProof: true,
  method: "POST",
  path: "/house/v1/approvals/[approvalId]/decline",
  params: { approvalId: APPROVAL_ID },
  summary: "Refuses what was asked for, as a second person of the operator; nothing is done.",
  body: z.object({ note: justification }),
  answer: approvalRecord,
  refuses: ["NOT_FOUND", "FORBIDDEN", "INVALID_STATE"],
});

export const withdrawHouseRequestEndpoint = endpoint({
  ...ofHouse,
  method: "POST",
  path: "/house/v1/approvals/[approvalId]/withdraw",
  params: { approvalId: APPROVAL_ID },
  summary: "Takes one's own request back; nothing is done.",
  body: z.object({ note: justification.optional() }),
  answer: approvalRecord,
  refuses: ["NOT_FOUND", "FORBIDDEN", "INVALID_STATE"],
});
