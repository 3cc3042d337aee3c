// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./request-log-contract.ts";

export const getRequestsCall: Call<typeof contract.getRequestsEndpoint> = {
  method: "GET",
  path: "/manage/v1/requests",
  query: [
    "startTime",
    "endTime",
    "outcome",
    "by",
    "requestId",
    "status",
    "method",
    "route",
    "code",
    "keyId",
    "limit",
    "startsAfter",
  ],
  answer: {
    data: [
      "list",
      {
        requestId: "text",
        at: "whole",
        method: "text",
        target: "text",
        route: "text",
        status: "whole",
        durationMs: "whole",
        caller: "text",
        "code?": "text",
        "message?": "text",
        "idempotencyKey?": "text",
        replayed: "flag",
        "objectId?": "text",
        "clientAddress?": "text",
      },
    ],
    startsAfter: ["null", "text"],
  },
};

export const getRequestCall: Call<typeof contract.getRequestEndpoint> = {
  method: "GET",
  path: "/manage/v1/requests/[requestId]",
  answer: {
    requestId: "text",
    at: "whole",
    method: "text",
    target: "text",
    route: "text",
    status: "whole",
    durationMs: "whole",
    caller: "text",
    "code?": "text",
    "message?": "text",
    "idempotencyKey?": "text",
    replayed: "flag",
    "objectId?": "text",
    "clientAddress?": "text",
    "requestBody?": "text",
    "responseBody?": "text",
  },
};

export const getFailuresCall: Call<typeof contract.getFailuresEndpoint> = {
  method: "GET",
  path: "/manage/v1/requests/errors",
  query: ["startTime"],
  answer: {
    data: [
      "list",
      {
        method: "text",
        route: "text",
        status: "whole",
        code: "text",
        message: "text",
        count: "whole",
        lastAt: "whole",
        lastRequestId: "text",
      },
    ],
  },
};
