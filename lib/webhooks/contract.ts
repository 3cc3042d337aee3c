import { z } from "zod";
import { endpoint } from "#lib/api/endpoint.ts";
import { epochMs, flag, id, oneOf, orRequired, text, whole } from "#lib/api/fields.ts";
import { EVENT_TYPES } from "./event-types.ts";

/** What `POST …/test` sends; no endpoint needs to ask for it. */
export const TEST_TYPE = "webhook.test";

export const DELIVERY_STATES = ["PENDING", "DELIVERED", "FAILED"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why an endpoint receives nothing: it answered 410, it failed for five days, or somebody switched it off. */
export type DisabledReason = "GONE" | "FAILING" | "MANUAL";

/** An endpoint as the API shows it; times in epoch milliseconds. `eventTypes` empty: all. */
export type EndpointRecord = {
  endpointId: string;
  url: string;
  description: string;
  eventTypes: readonly string[];
  status: "ENABLED" | "DISABLED";
  disabledReason?: DisabledReason;
  disabledAt?: number;
  /** Since when every try has failed. */
  failingSince?: number;
  /** Until when the secret before the last rotation signs as well; wall clock. */
  oldSecretUntil?: number;
  /** Deliveries that wait for a try. */
  pending: number;
  createdAt: number;
  updatedAt: number;
};

/** One try: an HTTP status, or the reason why there was none. */
export type AttemptRecord = { at: number; statusCode?: number; error?: string; durationMs: number; response: string };

/** A delivery as the API shows it, with its latest tries, newest first. */
export type DeliveryRecord = {
  deliveryId: string;
  endpointId: string;
  eventId: string;
  type: string;
  objectId: string;
  sequence: number;
  status: DeliveryState;
  /** When the next try is due. */
  nextAt?: number;
  deliveredAt?: number;
  createdAt: number;
  attempts: readonly AttemptRecord[];
};

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
});

export const createEndpointEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/webhook-endpoints",
  scope: "webhooks:write",
  summary: "Makes a webhook endpoint; its secret is shown this once.",
  body: z.object({ url: url(), description: text(0, MAX_DESCRIPTION).optional(), eventTypes: eventTypes.optional() }),
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
});

export const deleteEndpointEndpoint = endpoint({
  method: "DELETE",
  path: "/manage/v1/webhook-endpoints/[endpointId]",
  scope: "webhooks:write",
  summary: "Ends an endpoint; what was delivered stays on record.",
});

export const rotateSecretEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/webhook-endpoints/[endpointId]/rotate",
  scope: "webhooks:write",
  summary: "Makes a new secret, shown this once; the old one signs beside it for an overlap (24 hours).",
  body: z.object({ overlapMs: whole(0, MAX_OVERLAP_MS).optional() }),
});

export const sendTestEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/webhook-endpoints/[endpointId]/test",
  scope: "webhooks:write",
  summary: "Sends the event webhook.test to this endpoint.",
});

export const getDeliveriesEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/webhook-endpoints/[endpointId]/deliveries",
  scope: "events:read",
  summary: "Answers an endpoint's deliveries with their tries, newest event first.",
  query: z.object({
    status: oneOf(DELIVERY_STATES).optional(),
    type: text(1, 64).optional(),
    limit: whole(1, 200).optional(),
    startsAfter: text(1, 2_048).optional(),
  }),
});

export const resendDeliveryEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/deliveries/[deliveryId]/resend",
  scope: "webhooks:write",
  summary: "Sends one delivery again, now.",
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
});
