import { z } from "zod";
import { count, isoText, listOf, pageOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { epochMs, flag, id, oneOf, orRequired, text, whole } from "#lib/contract/fields.ts";
import { conversionRecord } from "#lib/conversions/contract.ts";
import { paymentRecord } from "#lib/payments/contract.ts";
import { DELIVERY_STATES } from "./delivery-states.ts";
import { EVENT_TYPES } from "#lib/events/event-types.ts";

/** What `POST …/test` sends; no endpoint needs to ask for it. */
export const TEST_TYPE = "webhook.test";

/** An endpoint as the API shows it; times in epoch milliseconds. `eventTypes` empty: all. */
const endpointRecord = z
  .object({
    endpointId: z.string(),
    url: z.string(),
    description: z.string(),
    eventTypes: z.array(z.string()).readonly(),
    status: z.enum(["ENABLED", "DISABLED"]),
    /** Why it receives nothing: it answered 410, it failed for five days, or somebody switched it off. */
    disabledReason: z.enum(["GONE", "FAILING", "MANUAL"]).optional(),
    disabledAt: time().optional(),
    /** Since when every try has failed. */
    failingSince: time().optional(),
    /** Until when the secret before the last rotation signs as well; wall clock. */
    oldSecretUntil: time().optional(),
    /** Deliveries that wait for a try. */
    pending: count(),
    createdAt: time(),
    updatedAt: time(),
  })
  .meta({ id: "WebhookEndpoint" });

/** The secret is there in the first answer alone, not when an idempotency key is answered again. */
const madeEndpoint = endpointRecord.extend({ secret: z.string().optional() }).meta({ id: "MadeWebhookEndpoint" });

/** One try: an HTTP status, or the reason why there was none. */
const attemptRecord = z
  .object({
    at: time(),
    statusCode: count().optional(),
    error: z.string().optional(),
    durationMs: count(),
    response: z.string(),
  })
  .meta({ id: "Attempt" });

/** A delivery as the API shows it, with its latest tries, newest first; `nextAt` is when the next one is due. */
const deliveryRecord = z
  .object({
    deliveryId: z.string(),
    endpointId: z.string(),
    eventId: z.string(),
    type: z.string(),
    objectId: z.string(),
    sequence: count(),
    status: z.enum(DELIVERY_STATES),
    nextAt: time().optional(),
    deliveredAt: time().optional(),
    createdAt: time(),
    attempts: z.array(attemptRecord).readonly(),
  })
  .meta({ id: "Delivery" });

export type EndpointRecord = z.output<typeof endpointRecord>;
export type AttemptRecord = z.output<typeof attemptRecord>;
export type DeliveryRecord = z.output<typeof deliveryRecord>;

/** What events tell: the record as the API shows it, counted per object without gaps. */
const sequence = { sequence: count() };
export const paymentEventData = paymentRecord.extend(sequence).meta({ id: "PaymentEventData" });
export const conversionEventData = conversionRecord.extend(sequence).meta({ id: "ConversionEventData" });
export const testEventData = z.object({ endpointId: z.string(), ...sequence }).meta({ id: "TestEventData" });

const eventRecord = z
  .object({
    id: z.string(),
    type: z.enum([...EVENT_TYPES, TEST_TYPE]),
    timestamp: isoText(),
    data: z.union([paymentEventData, conversionEventData, testEventData]),
  })
  .meta({ id: "Event" });

export type EventRecord = z.output<typeof eventRecord>;

const resent = z.object({ count: count() }).meta({ id: "Resent" });

const MAX_URL = 2_048;
const MAX_DESCRIPTION = 256;
const MAX_OVERLAP_MS = 7 * 86_400_000;
const MAX_SELECTED = 500;

const eventTypes = z
  .array(oneOf(EVENT_TYPES), { error: orRequired("must be a list of event types") })
  .max(EVENT_TYPES.length)
  .meta({ description: "Types to receive; empty means all." });

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
  body: z.object({ url: url(), description: text(0, MAX_DESCRIPTION).optional(), eventTypes: eventTypes.optional() }),
  answer: madeEndpoint,
  refuses: ["INVALID_STATE"],
});

export const changeEndpointEndpoint = endpoint({
  method: "PATCH",
  path: "/manage/v1/webhook-endpoints/[endpointId]",
  scope: "webhooks:write",
  summary: "Changes an endpoint's address, description or event types, or switches it off and on.",
  body: z.object({
    url: url().optional(),
    description: text(0, MAX_DESCRIPTION).optional(),
    eventTypes: eventTypes.optional(),
    disabled: flag().optional(),
  }),
  answer: endpointRecord,
  refuses: ["NOT_FOUND"],
});

export const deleteEndpointEndpoint = endpoint({
  method: "DELETE",
  path: "/manage/v1/webhook-endpoints/[endpointId]",
  scope: "webhooks:write",
  summary: "Ends an endpoint; what was delivered stays on record.",
  answer: z.object({ endpointId: z.string(), deleted: z.literal(true) }).meta({ id: "DeletedWebhookEndpoint" }),
  refuses: ["NOT_FOUND"],
});

export const rotateSecretEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/webhook-endpoints/[endpointId]/rotate",
  scope: "webhooks:write",
  summary: "Makes a new secret, shown this once; the old one signs beside it for an overlap (24 hours).",
  body: z.object({ overlapMs: whole(0, MAX_OVERLAP_MS).optional() }),
  answer: madeEndpoint,
  refuses: ["NOT_FOUND"],
});

export const sendTestEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/webhook-endpoints/[endpointId]/test",
  scope: "webhooks:write",
  summary: "Sends the event webhook.test to this endpoint.",
  answer: z.object({ eventId: z.string(), deliveryId: z.string() }).meta({ id: "SentTest" }),
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const getDeliveriesEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/webhook-endpoints/[endpointId]/deliveries",
  scope: "events:read",
  summary: "Answers an endpoint's deliveries with their tries, newest event first.",
  query: z.object({
    status: oneOf(DELIVERY_STATES).optional(),
    type: text(1, 64).optional(),
    objectId: id().optional(),
    limit: whole(1, 200).optional(),
    startsAfter: text(1, 2_048).optional(),
  }),
  answer: pageOf(deliveryRecord).meta({ id: "DeliveryPage" }),
  refuses: ["NOT_FOUND", "INVALID_PAGINATION_TOKEN"],
});

export const resendDeliveryEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/deliveries/[deliveryId]/resend",
  scope: "webhooks:write",
  summary: "Sends one delivery again, now.",
  answer: resent,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const resendEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/webhook-endpoints/[endpointId]/resend",
  scope: "webhooks:write",
  summary: "Sends deliveries again: the selected ones, or everything since a time, also what was never sent.",
  body: z.object({
    since: epochMs().optional(),
    until: epochMs().optional(),
    deliveryIds: z
      .array(id(), { error: orRequired("must be a list of delivery ids") })
      .min(1)
      .max(MAX_SELECTED)
      .optional(),
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
    cursor: text(1, 2_048).optional(),
    type: oneOf([...EVENT_TYPES, TEST_TYPE]).optional(),
    limit: whole(1, 500).optional(),
  }),
  answer: z.object({ data: z.array(eventRecord), cursor: z.string(), hasMore: z.boolean() }).meta({ id: "EventPage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});
