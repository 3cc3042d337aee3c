import { z } from "zod";
import { exact, pageOf, time } from "#lib/api/answers.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { oneOf, text, whole } from "#lib/api/fields.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES } from "#lib/kernel/assets.ts";
import { APPROVAL_KINDS, APPROVAL_STATES } from "./approval-states.ts";

const meaning = (description: string, example?: unknown) =>
  example === undefined ? { description } : { description, example };

const change = z
  .object({
    name: z.string().meta(meaning("Name of the setting.", "spreadBps.BTC.EUR")),
    before: z
      .union([exact(), z.string()])
      .optional()
      .meta(
        meaning(
          "What rules there, set under this name or further up: now, while it waits; else when it was decided. Absent: nothing.",
          100,
        ),
      ),
    after: z
      .union([exact(), z.string()])
      .meta(meaning("What shall rule; the word default takes the account's own value back.", 80)),
  })
  .meta({ id: "ApprovalChange" });

/** What a payout says, asked for or recorded. */
export const payoutFields = {
  asset: z.enum([...CRYPTOS, ...FIATS]),
  networkType: z.enum(NETWORK_TYPES).optional(),
  quantity: exact(),
  paymentId: z.string().optional(),
  txId: z.string().optional(),
  reference: z.string(),
  txHash: z.string().optional(),
};

const askedPayout = z.object(payoutFields).meta({ id: "AskedPayout" });

/** A request that waits, or waited, for a second person. */
export const approvalRecord = z
  .object({
    approvalId: z.string(),
    what: z.enum(APPROVAL_KINDS).meta(meaning("What was asked for: a payout, or settings.", "payout")),
    status: z
      .enum(APPROVAL_STATES)
      .meta(meaning("PENDING, or how it ended; one that nobody decided in time is EXPIRED.", "PENDING")),
    payout: askedPayout.optional().meta(meaning("The payout as it was asked for.")),
    changes: z.array(change).optional().meta(meaning("The settings as they were asked for, before and after.")),
    reason: z.string().optional().meta(meaning("Why it was asked for.", "Agreed with the account on 19 November.")),
    askedBy: z.string().meta(meaning("Who asked.", "staff:Ada")),
    askedAt: time().meta(meaning("When, epoch milliseconds.")),
    yours: z.boolean().meta(meaning("Whether the caller asked for it, and so cannot decide it.", false)),
    expiresAt: time().meta(meaning("Until when it can be decided, epoch milliseconds.")),
    decidedBy: z.string().optional().meta(meaning("Who decided.", "staff:Grace")),
    decidedAt: time().optional().meta(meaning("When it was decided, epoch milliseconds.")),
    note: z.string().optional().meta(meaning("What the decider said to it.", "Compared with the bank's order.")),
    payoutId: z.string().optional(),
  })
  .meta({ id: "Approval" });

export type ApprovalRecord = z.output<typeof approvalRecord>;

export const listApprovalsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/approvals",
  scope: "audit:read",
  summary: "Answers what waits, or waited, for a second person, newest first.",
  query: z.object({
    status: oneOf(APPROVAL_STATES).optional().meta(meaning("Only requests in this state, by the business clock.")),
    limit: whole(1, 500).optional(),
    startsAfter: text(1, 2_048).optional(),
  }),
  answer: pageOf(approvalRecord).meta({ id: "ApprovalPage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});

const said = text(1, 1_000).meta(meaning("Why, for the record.", "Compared with the bank's order."));

export const approveRequestEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/approvals/[approvalId]/approve",
  scope: "settings:write",
  summary: "Does what was asked for, as a second person; both stand in the audit record.",
  description:
    "A person other than the asker, whose role allows the deed itself. It is done in the transaction of the decision, by the rules of this moment: a payout above what is free is refused and the request goes on waiting.",
  body: z.object({ note: said.optional() }),
  answer: approvalRecord,
  refuses: ["NOT_FOUND", "FORBIDDEN", "INVALID_STATE", "INSUFFICIENT_FUNDS"],
});

export const declineRequestEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/approvals/[approvalId]/decline",
  scope: "payouts:write",
  summary: "Refuses what was asked for, as a second person; nothing is done.",
  body: z.object({ note: said }),
  answer: approvalRecord,
  refuses: ["NOT_FOUND", "FORBIDDEN", "INVALID_STATE"],
});

export const withdrawRequestEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/approvals/[approvalId]/withdraw",
  scope: "payouts:write",
  summary: "Takes one's own request back; nothing is done.",
  body: z.object({ note: said.optional() }),
  answer: approvalRecord,
  refuses: ["NOT_FOUND", "FORBIDDEN", "INVALID_STATE"],
});
