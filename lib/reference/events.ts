import type { z } from "zod";
import {
  assignmentEventData,
  conversionEventData,
  paymentEventData,
  payoutEventData,
  refundEventData,
  settlementEventData,
  testEventData,
} from "#lib/webhooks/contract.ts";
import { TEST_TYPE } from "#lib/webhooks/event-filters.ts";
import { EVENT_TYPES } from "#lib/events/event-types.ts";
import { EXAMPLE_IDS } from "#lib/contract/example-ids.ts";
import type { OpenApiWebhook } from "./document.ts";
import type { JsonSchema, SchemaBook } from "./schemas.ts";

type EventType = (typeof EVENT_TYPES)[number] | typeof TEST_TYPE;

/** When each event is sent; the document's webhooks section. */
export const EVENT_FACTS: Readonly<Record<EventType, string>> = {
  "payment.created": "A bill was made.",
  "payment.detected": "Money for a bill was seen for the first time and is not confirmed.",
  "payment.deposit.confirmed": "A deposit reached its confirmations.",
  "payment.deposit.converted": "A deposit, or a part of it, was sold.",
  "payment.deposit.credited": "A deposit was kept as crypto.",
  "payment.deposit.held": "A deposit waits for a person.",
  "payment.deposit.released": "A held deposit goes on.",
  "payment.deposit.declined": "A held deposit was declined.",
  "payment.deposit.dropped": "A deposit that was not credited is gone from the chain.",
  "payment.deposit.reversed": "A deposit that was credited is gone from the chain; its postings were taken back.",
  "payment.completed": "A bill is paid, or paid over: goods may be released when no label speaks against it.",
  "payment.underpaid": "A bill expired with less than it asked for.",
  "payment.expired": "A bill expired without any money, or the last of it went after that; once in a bill's life.",
  "payment.reopened": "Late money came to a bill that was finished, or money of it vanished.",
  "conversion.created": "A conversion invoice was created.",
  "conversion.quoted": "An invoice has a new quote.",
  "conversion.executing": "An invoice is being executed.",
  "conversion.executed": "An invoice was executed.",
  "conversion.cancelled": "An invoice was cancelled.",
  "conversion.failed": "An invoice failed for good.",
  "payout.requested": "A payout to a beneficiary was asked for; its money is reserved.",
  "payout.approved": "A payout was agreed to and may leave.",
  "payout.rejected": "A payout was refused; its money is free again.",
  "payout.cancelled": "A payout was taken back, or nobody decided it; its money is free again.",
  "payout.broadcast": "A transaction that pays the payout was seen for the first time.",
  "payout.confirmed": "A payout has left for good: its transaction is final, or a line of the bank pays it.",
  "payout.failed":
    "A payout could not be paid, or the bank has returned it; its money is free again, but for what is recorded in its place.",
  "refund.requested":
    "A payer gave the address of a refund by a link: the payout to it is asked for, its money reserved.",
  "refund.unavailable":
    "A payer opened a refund link, and nothing of the deposit can be given back any more: the link is ended.",
  "settlement.created": "A period was settled: its statement is there, and what is due of it.",
  "settlement.paid": "The bank has paid what a settlement asked for.",
  "assignment.made": "Money that nobody expected was found to be the account's: it is available.",
  "assignment.taken-back":
    "What was assigned is not the account's any more: its bank, its venue or its block took it back, or it belongs to something else.",
  "webhook.test": "Somebody asked for a test.",
};

const header = (name: string, description: string, example: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string", examples: [example] },
});

const SIGNED = [
  header("webhook-id", "Identifier of the event, the same in every delivery of it.", EXAMPLE_IDS.event),
  header("webhook-timestamp", "When this try was sent, epoch seconds.", "1795069924"),
  header(
    "webhook-signature",
    "`v1,` and base64 HMAC-SHA256 of `id.timestamp.body`; two, divided by a space, while secrets change.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];

/** The webhooks section: what is sent, when, and how it is signed (Standard Webhooks). */
export function webhooksOf(book: SchemaBook): Record<string, OpenApiWebhook> {
  return Object.fromEntries(
    ([...EVENT_TYPES, TEST_TYPE] as const).map((type) => [type, { post: webhookOf(book, type) }]),
  );
}

function webhookOf(book: SchemaBook, type: EventType): OpenApiWebhook["post"] {
  return {
    operationId: type.replaceAll(/[.](\w)/g, (_dot, letter: string) => letter.toUpperCase()),
    tags: ["Events"],
    summary: EVENT_FACTS[type],
    parameters: SIGNED,
    requestBody: { required: true, content: { "application/json": { schema: bodyOf(book, type) } } },
    responses: {
      "2XX": { description: "Taken. Answer within 15 seconds; anything else is tried again." },
      "410": { description: "No longer wanted: the endpoint is switched off." },
    },
  };
}

function bodyOf(book: SchemaBook, type: EventType): JsonSchema {
  return {
    type: "object",
    required: ["type", "timestamp", "data"],
    properties: {
      type: { const: type, description: "Kind of event.", examples: [type] },
      timestamp: {
        type: "string",
        format: "date-time",
        description: "When it happened, by the business clock.",
        examples: ["2026-11-19T11:52:04.801Z"],
      },
      data: {
        ...book.output(dataOf(type), "Event"),
        description: "The record as the API shows it, with its sequence.",
      },
    },
  };
}

function dataOf(type: EventType): z.ZodType {
  if (type === TEST_TYPE) return testEventData;
  if (type.startsWith("payout.")) return payoutEventData;
  if (type.startsWith("refund.")) return refundEventData;
  if (type.startsWith("settlement.")) return settlementEventData;
  if (type.startsWith("assignment.")) return assignmentEventData;
  return type.startsWith("payment.") ? paymentEventData : conversionEventData;
}
