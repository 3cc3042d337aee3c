// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import type * as contract from "./contract.ts";

const auditEntryPlan: Plan = {
  at: "whole",
  actor: "text",
  action: "text",
  objectKind: "text",
  objectId: "text",
  detail: ["map", "any"],
  requestId: "text",
  "clientAddress?": "text",
};

const auditPagePlan: Plan = { data: ["list", auditEntryPlan], startsAfter: ["null", "text"] };

const auditValuesPlan: Plan = { actors: ["list", "text"], actions: ["list", "text"], objectKinds: ["list", "text"] };

export const listAuditCall: Call<typeof contract.listAuditEndpoint> = {
  method: "GET",
  path: "/manage/v1/audit",
  query: ["startTime", "endTime", "actor", "action", "objectKind", "objectId", "requestId", "limit", "startsAfter"],
  answer: auditPagePlan,
};

export const listAuditValuesCall: Call<typeof contract.listAuditValuesEndpoint> = {
  method: "GET",
  path: "/manage/v1/audit/values",
  answer: auditValuesPlan,
};

export const listHouseAuditCall: Call<typeof contract.listHouseAuditEndpoint> = {
  method: "GET",
  path: "/house/v1/audit",
  query: ["startTime", "endTime", "actor", "action", "objectKind", "objectId", "requestId", "limit", "startsAfter"],
  answer: auditPagePlan,
};

export const houseAuditFileCall: Call<typeof contract.houseAuditFileEndpoint> = {
  method: "GET",
  path: "/house/v1/audit/file",
  query: ["startTime", "endTime", "actor", "action", "objectKind", "objectId", "requestId"],
  file: "text/csv",
};

export const listHouseAuditValuesCall: Call<typeof contract.listHouseAuditValuesEndpoint> = {
  method: "GET",
  path: "/house/v1/audit/values",
  answer: auditValuesPlan,
};

export const verifyHouseAuditCall: Call<typeof contract.verifyHouseAuditEndpoint> = {
  method: "POST",
  path: "/house/v1/audit/verifications",
  answer: {
    holds: "flag",
    checkedAt: "whole",
    seals: "whole",
    lines: "whole",
    waiting: "whole",
    "head?": "text",
    faults: ["list", { code: "text", "seal?": "whole" }],
  },
};
