// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./contract.ts";

export const listAuditCall: Call<typeof contract.listAuditEndpoint> = {
  method: "GET",
  path: "/manage/v1/audit",
  query: ["startTime", "endTime", "actor", "action", "objectId", "requestId", "limit", "startsAfter"],
  answer: {
    data: [
      "list",
      {
        at: "whole",
        actor: "text",
        action: "text",
        objectKind: "text",
        objectId: "text",
        detail: ["map", "any"],
        requestId: "text",
        "clientAddress?": "text",
      },
    ],
    startsAfter: ["null", "text"],
  },
};
