// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import { conversionItemPlan, conversionQuotePlan, feeLinePlan, liveQuotePlan } from "#lib/contract/shared-parts.ts";
import { depositPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

const webhookEndpointPlan: Plan = {
  endpointId: "text",
  url: "text",
  description: "text",
  eventTypes: ["list", "text"],
  ordered: "flag",
  status: "text",
  "disabledReason?": "text",
  "disabledAt?": "whole",
  "failingSince?": "whole",
  "oldSecretUntil?": "whole",
  pending: "whole",
  createdAt: "whole",
  updatedAt: "whole",
};

const madeWebhookEndpointPlan: Plan = {
  endpointId: "text",
  url: "text",
  description: "text",
  eventTypes: ["list", "text"],
  ordered: "flag",
  status: "text",
  "disabledReason?": "text",
  "disabledAt?": "whole",
  "failingSince?": "whole",
  "oldSecretUntil?": "whole",
  pending: "whole",
  createdAt: "whole",
  updatedAt: "whole",
  "secret?": "text",
};

export const resendDeliveryCall: Call<typeof contract.resendDeliveryEndpoint> = {
  method: "POST",
  path: "/manage/v1/deliveries/[deliveryId]/resend",
  answer: { count: "whole" },
};

export const getEventsCall: Call<typeof contract.getEventsEndpoint> = {
  method: "GET",
  path: "/manage/v1/events",
  query: ["cursor", "type", "limit"],
  answer: {
    data: [
      "list",
      {
        id: "text",
        type: "text",
        timestamp: "text",
        data: [
          "either",
          [
            {
              paymentId: "text",
              status: "text",
              amountStatus: "text",
              labels: ["list", "text"],
              username: "text",
              subaccount: "text",
              "reference?": "text",
              cryptoType: "text",
              "networkType?": "text",
              fiat: "text",
              fiatReceivable: "exact",
              address: "text",
              price: "exact",
              quantity: "exact",
              expiryTime: "whole",
              strategy: "text",
              feeModel: "text",
              "limitPrice?": "exact",
              "limitMet?": "flag",
              quantityReceived: "exact",
              quantityPending: "exact",
              quantityConverted: "exact",
              quantityUnconverted: "exact",
              quantityLocked: "exact",
              quantityReserved: "exact",
              feeQuantity: "exact",
              quantityPaidOut: "exact",
              fiatReceived: "exact",
              createdAt: "whole",
              updatedAt: "whole",
              "sandbox?": "flag",
              deposits: ["list", depositPlan],
              conversions: ["list", { invoiceId: "text", status: "text", quantity: "exact" }],
              sequence: "whole",
            },
            {
              invoiceId: "text",
              type: "text",
              side: "text",
              baseSymbol: "text",
              quoteSymbol: "text",
              quantity: "exact",
              status: "text",
              created: "text",
              username: "text",
              items: ["list", conversionItemPlan],
              "sandbox?": "flag",
              updated: "text",
              createdBy: "text",
              "quote?": liveQuotePlan,
              "quoteExpired?": "flag",
              quotes: ["list", conversionQuotePlan],
              "price?": "exact",
              feeModel: "text",
              "feeQuantity?": "exact",
              "fiatReceived?": "exact",
              "executed?": "text",
              "cancelled?": "text",
              "cancelReason?": "text",
              "cancelNote?": "text",
              "lastError?": "text",
              "failure?": { code: "text", "detail?": "text" },
              sequence: "whole",
            },
            {
              payoutId: "text",
              kind: "text",
              status: "text",
              username: "text",
              asset: "text",
              "networkType?": "text",
              quantity: "exact",
              "paymentId?": "text",
              "txId?": "text",
              reference: "text",
              "txHash?": "text",
              "beneficiaryId?": "text",
              "beneficiary?": "text",
              "refundLinkId?": "text",
              "place?": "text",
              "approvalId?": "text",
              "mayHaveLeft?": "flag",
              "bankReference?": "text",
              "paidOtherwise?": "exact",
              "inPlaceOf?": "text",
              "endToEndId?": "text",
              "fileId?": "text",
              askedBy: "text",
              "reason?": "text",
              at: "whole",
              "approvedAt?": "whole",
              "endedAt?": "whole",
              sequence: "whole",
            },
            {
              refundLinkId: "text",
              status: "text",
              paymentId: "text",
              txId: "text",
              asset: "text",
              "networkType?": "text",
              madeBy: "text",
              madeAt: "whole",
              expiresAt: "whole",
              "usedAt?": "whole",
              "address?": "text",
              "payoutId?": "text",
              "quantity?": "exact",
              "endedAt?": "whole",
              "endedBy?": "text",
              "endedWhy?": "text",
              sequence: "whole",
            },
            {
              settlementId: "text",
              reference: "text",
              username: "text",
              currency: "text",
              status: "text",
              zone: "text",
              from: "whole",
              to: "whole",
              opening: "exact",
              closing: "exact",
              movements: "whole",
              byKind: ["list", { kind: "text", amount: "exact", count: "whole" }],
              fees: ["list", feeLinePlan],
              reserve: "exact",
              awaited: "exact",
              due: "exact",
              "withheld?": "text",
              askAt: "whole",
              "payoutId?": "text",
              "paidOut?": "exact",
              "invoiceNumber?": "text",
              at: "whole",
              sequence: "whole",
            },
            {
              resolutionId: "text",
              asset: "text",
              "networkType?": "text",
              quantity: "exact",
              "paymentId?": "text",
              "txId?": "text",
              assignedAt: "whole",
              "takenBackAt?": "whole",
              sequence: "whole",
            },
            { endpointId: "text", sequence: "whole" },
          ],
        ],
      },
    ],
    cursor: "text",
    hasMore: "flag",
  },
};

export const getEndpointsCall: Call<typeof contract.getEndpointsEndpoint> = {
  method: "GET",
  path: "/manage/v1/webhook-endpoints",
  answer: { data: ["list", webhookEndpointPlan] },
};

export const createEndpointCall: Call<typeof contract.createEndpointEndpoint> = {
  method: "POST",
  path: "/manage/v1/webhook-endpoints",
  body: ["url", "description", "eventTypes", "ordered"],
  answer: madeWebhookEndpointPlan,
  schema: async () => (await schemas()).createEndpointEndpoint.body,
};

export const deleteEndpointCall: Call<typeof contract.deleteEndpointEndpoint> = {
  method: "DELETE",
  path: "/manage/v1/webhook-endpoints/[endpointId]",
  answer: { endpointId: "text", deleted: "flag" },
};

export const changeEndpointCall: Call<typeof contract.changeEndpointEndpoint> = {
  method: "PATCH",
  path: "/manage/v1/webhook-endpoints/[endpointId]",
  body: ["url", "description", "eventTypes", "ordered", "disabled"],
  answer: webhookEndpointPlan,
  schema: async () => (await schemas()).changeEndpointEndpoint.body,
};

export const getDeliveriesCall: Call<typeof contract.getDeliveriesEndpoint> = {
  method: "GET",
  path: "/manage/v1/webhook-endpoints/[endpointId]/deliveries",
  query: ["status", "type", "objectId", "deliveryId", "limit", "startsAfter"],
  answer: {
    data: [
      "list",
      {
        deliveryId: "text",
        endpointId: "text",
        eventId: "text",
        type: "text",
        objectId: "text",
        sequence: "whole",
        status: "text",
        "nextAt?": "whole",
        "deliveredAt?": "whole",
        createdAt: "whole",
        attempts: [
          "list",
          {
            at: "whole",
            "statusCode?": "whole",
            "error?": "text",
            "errorCode?": "text",
            durationMs: "whole",
            response: "text",
          },
        ],
      },
    ],
    startsAfter: ["null", "text"],
  },
};

export const previewResendCall: Call<typeof contract.previewResendEndpoint> = {
  method: "GET",
  path: "/manage/v1/webhook-endpoints/[endpointId]/resend",
  query: ["since", "until"],
  answer: { since: "whole", until: "whole", failed: "whole", delivered: "whole" },
};

export const resendCall: Call<typeof contract.resendEndpoint> = {
  method: "POST",
  path: "/manage/v1/webhook-endpoints/[endpointId]/resend",
  body: ["since", "until", "which", "deliveryIds"],
  answer: { count: "whole" },
  schema: async () => (await schemas()).resendEndpoint.body,
};

export const rotateSecretCall: Call<typeof contract.rotateSecretEndpoint> = {
  method: "POST",
  path: "/manage/v1/webhook-endpoints/[endpointId]/rotate",
  body: ["overlapMs"],
  answer: madeWebhookEndpointPlan,
  schema: async () => (await schemas()).rotateSecretEndpoint.body,
};

export const sendTestCall: Call<typeof contract.sendTestEndpoint> = {
  method: "POST",
  path: "/manage/v1/webhook-endpoints/[endpointId]/test",
  answer: { eventId: "text", deliveryId: "text" },
};
