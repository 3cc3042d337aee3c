import { z } from "zod";
import { count, isoText, listOf, pageOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { epochMs, flag, id, oneOf, orRequired, text, whole } from "#lib/contract/fields.ts";
import { fieldsOf } from "#lib/contract/filter-fields.ts";
import { conversionRecord } from "#lib/conversions/contract.ts";
import { payoutRecord } from "#lib/payouts/contract.ts";
import { refundLinkRecord } from "#lib/payouts/refund-contract.ts";
import { settlementRecord } from "#lib/settlements/contract.ts";
import { paymentRecord } from "#lib/payments/contract.ts";
import { DELIVERY_FILTERS } from "./delivery-filters.ts";
import { ATTEMPT_FAULTS } from "./attempt-faults.ts";
import { DELIVERY_STATES } from "./delivery-states.ts";
import { EVENT_FILTERS, TEST_TYPE } from "./event-filters.ts";
import { assignmentRecord } from "#lib/resolutions/contract.ts";
import { EVENT_TYPES } from "#lib/events/event-types.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import {
  AT,
  CREATED_AT,
  DELIVERY_ID,
  ENDPOINT_ID,
  LIMIT,
  OBJECT_ID,
  STARTS_AFTER,
  meaning,
} from "#lib/contract/meanings.ts";

const ORDERED = meaning(
  "Whether the events of one payment, conversion or other object come one at a time, each after the one before it was delivered or has failed for good.",
  false,
);

/** An endpoint as the API shows it; times in epoch milliseconds. `eventTypes` empty: all. */
const endpointRecord = z
  .object({
    endpointId: z.string().meta(ENDPOINT_ID),
    url: z
      .string()
      .meta(
        meaning(
          "Where events are sent: https, in the sandbox also http to allowed hosts.",
          "http://localhost:4000/webhooks",
        ),
      ),
    description: z.string().meta(meaning("Your own words for it.", "Order service")),
    eventTypes: z
      .array(z.string())
      .readonly()
      .meta(meaning("Types it receives; empty: all.", ["payment.completed", "payment.underpaid"])),
    ordered: z.boolean().meta(ORDERED),
    status: z.enum(["ENABLED", "DISABLED"]).meta(meaning("State.")),
    /** Why it receives nothing: it answered 410, it failed for five days, or it was switched off by hand. */
    disabledReason: z
      .enum(["GONE", "FAILING", "MANUAL"])
      .optional()
      .meta(meaning("GONE: it answered 410. FAILING: five failing days. MANUAL: somebody switched it off.", "MANUAL")),
    disabledAt: time().optional().meta(meaning("Since when it is switched off, epoch milliseconds.")),
    /** Since when every try has failed. */
    failingSince: time().optional().meta(meaning("Since when every try has failed, epoch milliseconds.")),
    /** Until when the secret before the last rotation signs as well; wall clock. */
    oldSecretUntil: time()
      .optional()
      .meta(meaning("Until when the secret before the last rotation signs as well, epoch milliseconds.")),
    /** Deliveries that wait for a try. */
    pending: count().meta(meaning("Deliveries that wait for a try.", 0)),
    createdAt: time().meta(CREATED_AT),
    updatedAt: time().meta(meaning("When it last changed, epoch milliseconds.")),
  })
  .meta({ id: "WebhookEndpoint" });

/** The secret is there in the first answer alone, not when an idempotency key is answered again. */
const madeEndpoint = endpointRecord
  .extend({
    secret: z
      .string()
      .optional()
      .meta(meaning("What signs its messages; shown this once.", "whsec_ZXhhbXBsZS1ub3QtYS1zZWNyZXQ=")),
  })
  .meta({ id: "MadeWebhookEndpoint" });

/** One try: an HTTP status, or the reason why there was none. */
const attemptRecord = z
  .object({
    at: time().meta(AT),
    statusCode: count().optional().meta(meaning("What the receiver answered.", 200)),
    error: z.string().optional().meta(meaning("Why there was no answer.", "No answer within 15 seconds.")),
    errorCode: z
      .enum(ATTEMPT_FAULTS)
      .optional()
      .meta(meaning("The same as a code; OTHER for what only error says.", "TIMEOUT")),
    durationMs: count().meta(meaning("How long the try took, milliseconds.", 42)),
    response: z.string().meta(meaning("The beginning of what the receiver answered.", "thanks")),
  })
  .meta({ id: "Attempt" });

/** A delivery as the API shows it, with its latest tries, newest first; `nextAt` is when the next one is due. */
const deliveryRecord = z
  .object({
    deliveryId: z.string().meta(DELIVERY_ID),
    endpointId: z.string().meta(ENDPOINT_ID),
    eventId: z.string().meta(meaning("Identifier of an event, the same in every delivery of it.", IDS.event)),
    type: z.string().meta(meaning("Kind of event.", "payment.created")),
    objectId: z.string().meta(OBJECT_ID),
    sequence: count().meta(meaning("Counts the events of one object from 1 without gaps.", 3)),
    status: z.enum(DELIVERY_STATES).meta(meaning("State.")),
    nextAt: time().optional().meta(meaning("When the next try is due, epoch milliseconds.")),
    deliveredAt: time().optional().meta(meaning("When it was taken, epoch milliseconds.")),
    createdAt: time().meta(CREATED_AT),
    attempts: z.array(attemptRecord).readonly().meta(meaning("The latest tries, newest first.")),
  })
  .meta({ id: "Delivery" });

export type EndpointRecord = z.output<typeof endpointRecord>;
export type AttemptRecord = z.output<typeof attemptRecord>;
export type DeliveryRecord = z.output<typeof deliveryRecord>;

/** What events tell: the record as the API shows it, counted per object without gaps. */
const sequence = { sequence: count().meta(meaning("Counts the events of one object from 1 without gaps.", 3)) };
export const paymentEventData = paymentRecord.extend(sequence).meta({ id: "PaymentEventData" });
export const conversionEventData = conversionRecord
  .omit({ cost: true })
  .extend(sequence)
  .meta({ id: "ConversionEventData" });
export const payoutEventData = payoutRecord.extend(sequence).meta({ id: "PayoutEventData" });
export const refundEventData = refundLinkRecord.extend(sequence).meta({ id: "RefundEventData" });
export const settlementEventData = settlementRecord.extend(sequence).meta({ id: "SettlementEventData" });
export const assignmentEventData = assignmentRecord.extend(sequence).meta({ id: "AssignmentEventData" });
export const testEventData = z
  .object({ endpointId: z.string().meta(ENDPOINT_ID), ...sequence })
  .meta({ id: "TestEventData" });

const eventRecord = z
  .object({
    id: z.string().meta(meaning("Identifier of the event, the same as the header webhook-id.", IDS.event)),
    type: z.enum([...EVENT_TYPES, TEST_TYPE]).meta(meaning("Kind of event.")),
    timestamp: isoText().meta(meaning("When it happened.", "2026-11-19T11:52:04.801Z")),
    data: z
      .union([
        paymentEventData,
        conversionEventData,
        payoutEventData,
        refundEventData,
        settlementEventData,
        assignmentEventData,
        testEventData,
      ])
      .meta(meaning("The record as the API shows it, with its sequence.")),
  })
  .meta({ id: "Event" });

export type EventRecord = z.output<typeof eventRecord>;

const resent = z.object({ count: count().meta(meaning("How many.")) }).meta({ id: "Resent" });

const MAX_URL = 2_048;
const MAX_DESCRIPTION = 256;
const MAX_OVERLAP_MS = 7 * 86_400_000;
const MAX_SELECTED = 500;

const eventTypes = z
  .array(oneOf(EVENT_TYPES), { error: orRequired("must be a list of event types") })
  .max(EVENT_TYPES.length)
  .meta(meaning("Types to receive; empty means all.", ["payment.completed", "payment.underpaid"]));

const url = () => text(1, MAX_URL);

export const getEndpointsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/webhook-endpoints",
  scope: "events:read",
  summary: "Answers the account's webhook endpoints, newest first.",
  answer: listOf(endpointRecord).meta({ id: "WebhookEndpointList" }),
});

export const createEndpointEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/webhook-endpoints",
  scope: "webhooks:write",
  summary: "Makes a webhook endpoint; its secret is shown this once.",
  body: z.object({
    url: url().meta(
      meaning(
        "Where events are sent: https, in the sandbox also http to allowed hosts.",
        "http://localhost:4000/webhooks",
      ),
    ),
    description: text(0, MAX_DESCRIPTION).optional().meta(meaning("Your own words for it.", "Order service")),
    eventTypes: eventTypes.optional(),
    ordered: flag().optional().meta(ORDERED),
  }),
  answer: madeEndpoint,
  refuses: ["INVALID_STATE"],
});

export const changeEndpointEndpoint = endpoint({
  method: "PATCH",
  path: "/manage/v1/webhook-endpoints/[endpointId]",
  params: { endpointId: ENDPOINT_ID },
  scope: "webhooks:write",
  summary: "Changes an endpoint's address, description, event types or order, or switches it off and on.",
  body: z.object({
    url: url()
      .optional()
      .meta(
        meaning(
          "Where events are sent: https, in the sandbox also http to allowed hosts.",
          "http://localhost:4000/webhooks",
        ),
      ),
    description: text(0, MAX_DESCRIPTION).optional().meta(meaning("Your own words for it.", "Order service")),
    eventTypes: eventTypes.optional(),
    ordered: flag().optional().meta(ORDERED),
    disabled: flag().optional().meta(meaning("True switches it off, false on.", false)),
  }),
  answer: endpointRecord,
  refuses: ["NOT_FOUND"],
});

export const deleteEndpointEndpoint = endpoint({
  method: "DELETE",
  path: "/manage/v1/webhook-endpoints/[endpointId]",
  params: { endpointId: ENDPOINT_ID },
  scope: "webhooks:write",
  summary: "Ends an endpoint; what was delivered stays on record.",
  answer: z
    .object({ endpointId: z.string().meta(ENDPOINT_ID), deleted: z.literal(true).meta(meaning("It is gone.")) })
    .meta({ id: "DeletedWebhookEndpoint" }),
  refuses: ["NOT_FOUND"],
});

export const rotateSecretEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/webhook-endpoints/[endpointId]/rotate",
  params: { endpointId: ENDPOINT_ID },
  scope: "webhooks:write",
  summary: "Makes a new secret, shown this once; the old one signs beside it for an overlap (24 hours).",
  body: z.object({
    overlapMs: whole(0, MAX_OVERLAP_MS)
      .optional()
      .meta(meaning("How long the old one goes on beside the new one, milliseconds; absent: 24 hours.", 86400000)),
  }),
  answer: madeEndpoint,
  refuses: ["NOT_FOUND"],
});

export const sendTestEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/webhook-endpoints/[endpointId]/test",
  params: { endpointId: ENDPOINT_ID },
  scope: "webhooks:write",
  summary: "Sends the event webhook.test to this endpoint.",
  answer: z
    .object({
      eventId: z.string().meta(meaning("Identifier of an event, the same in every delivery of it.", IDS.event)),
      deliveryId: z.string().meta(DELIVERY_ID),
    })
    .meta({ id: "SentTest" }),
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const getDeliveriesEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/webhook-endpoints/[endpointId]/deliveries",
  params: { endpointId: ENDPOINT_ID },
  scope: "events:read",
  summary: "Answers an endpoint's deliveries with their tries, newest event first.",
  query: z.object({
    ...fieldsOf(DELIVERY_FILTERS),
    limit: whole(1, 200).optional().meta(LIMIT),
    startsAfter: text(1, 2_048).optional().meta(STARTS_AFTER),
  }),
  answer: pageOf(deliveryRecord).meta({ id: "DeliveryPage" }),
  refuses: ["NOT_FOUND", "INVALID_PAGINATION_TOKEN"],
});

export const resendDeliveryEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/deliveries/[deliveryId]/resend",
  params: { deliveryId: DELIVERY_ID },
  scope: "webhooks:write",
  summary: "Sends one delivery again, now.",
  answer: resent,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

/** What of a range is sent again. */
export const RESENDS = ["failed", "all"] as const;
const SINCE = meaning("Everything from here on, epoch milliseconds.", 1795069924801);
const UNTIL = meaning("Up to here, epoch milliseconds; absent: all.", 1795069924801);

export const previewResendEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/webhook-endpoints/[endpointId]/resend",
  params: { endpointId: ENDPOINT_ID },
  scope: "events:read",
  summary: "Answers how many deliveries a resend of a range would send, before anything is sent.",
  query: z.object({ since: epochMs().meta(SINCE), until: epochMs().optional().meta(UNTIL) }),
  answer: z
    .object({
      since: time().meta(
        meaning("From when; never before the endpoint was created. Epoch milliseconds.", 1795069924801),
      ),
      until: time().meta(meaning("To when, epoch milliseconds.", 1795069924801)),
      failed: count().meta(meaning("Not delivered: failed, waiting for a retry, or never sent.", 4)),
      delivered: count().meta(meaning("Delivered already; sent again only with which=all.", 84)),
    })
    .meta({ id: "ResendPreview" }),
  refuses: ["NOT_FOUND"],
});

export const resendEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/webhook-endpoints/[endpointId]/resend",
  params: { endpointId: ENDPOINT_ID },
  scope: "webhooks:write",
  summary: "Sends deliveries again: the selected ones, or of a range what has not been delivered, or all of it.",
  description: "Nothing from before the endpoint was created. GET on the same path says how many it would be.",
  body: z.object({
    since: epochMs().optional().meta(SINCE),
    until: epochMs().optional().meta(UNTIL),
    which: oneOf(RESENDS)
      .optional()
      .meta(meaning("With since: what has not been delivered (failed, the default), or all of it.", "failed")),
    deliveryIds: z
      .array(id(), { error: orRequired("must be a list of delivery ids") })
      .min(1)
      .max(MAX_SELECTED)
      .optional()
      .meta(meaning("Deliveries to send again.", [IDS.delivery])),
  }),
  answer: resent,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const getEventsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/events",
  scope: "events:read",
  summary: "Answers events in commit order after a cursor; none can ever appear behind a cursor given out.",
  query: z.object({
    cursor: text(1, 2_048)
      .optional()
      .meta(meaning("Where the next call goes on: now, or in a year.", "WyI4NDEiLCIxMDQiXQ.Zm9vYmFyYmF6")),
    ...fieldsOf(EVENT_FILTERS),
    limit: whole(1, 500).optional().meta(LIMIT),
  }),
  answer: z
    .object({
      data: z.array(eventRecord).meta(meaning("The records.")),
      cursor: z
        .string()
        .meta(meaning("Where the next call goes on: now, or in a year.", "WyI4NDEiLCIxMDQiXQ.Zm9vYmFyYmF6")),
      hasMore: z.boolean().meta(meaning("Whether more events wait behind the cursor.", false)),
    })
    .meta({ id: "EventPage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});
