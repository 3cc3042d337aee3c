// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import type * as contract from "./house-contract.ts";

const schemas = () => import("./house-contract.ts");

const reasonPartPlan: Plan = {
  outcome: "text",
  "method?": "text",
  quantity: "exact",
  "feeQuantity?": "exact",
  "price?": "exact",
  "fiat?": "exact",
  "reasonCode?": "text",
  "limitPrice?": "exact",
};

const reasonFactsPlan: Plan = {
  quantity: "exact",
  "lateBy?": "text",
  "heldMs?": "whole",
  "afterExpiryMs?": "whole",
  "guaranteeMs?": "whole",
  "excess?": "exact",
  "minimum?": "exact",
  "limit?": "exact",
  "inAll?": "exact",
  "network?": "text",
  "billCryptoType?": "text",
  "billNetworkType?": "text",
  "screened?": "flag",
  "gone?": "text",
  parts: ["list", reasonPartPlan],
};

const causeFactsPlan: Plan = {
  "reason?": reasonFactsPlan,
  "key?": "text",
  "fiat?": "text",
  "base?": "text",
  "due?": "exact",
  "came?": "exact",
  "credited?": "exact",
  "free?": "exact",
  "tolerance?": "exact",
  "venue?": "text",
  "detail?": "text",
  "url?": "text",
  "disabled?": "text",
  "waiting?": "whole",
  "network?": "text",
  "paused?": "flag",
  "behind?": "whole",
  "height?": "whole",
  "openBills?": "whole",
};

const caseEntryPlan: Plan = {
  entryId: "text",
  at: "whole",
  actor: "text",
  "userId?": "text",
  action: "text",
  detail: "text",
  withdrawn: "flag",
};

const caseDetailPlan: Plan = {
  caseId: "text",
  kind: "text",
  state: "text",
  cause: "text",
  causeFacts: causeFactsPlan,
  since: "whole",
  "asset?": "text",
  "networkType?": "text",
  "quantity?": "exact",
  fiat: "text",
  "worth?": "exact",
  "paymentId?": "text",
  "txId?": "text",
  "invoiceId?": "text",
  "endpointId?": "text",
  "account?": "text",
  "assignee?": { userId: "text", name: "text" },
  "mutedUntil?": "whole",
  "closed?": { at: "whole", by: "text", reason: "text" },
  history: ["list", caseEntryPlan],
};

export const listHouseCasesCall: Call<typeof contract.listHouseCasesEndpoint> = {
  method: "GET",
  path: "/house/v1/cases",
  query: ["kind", "state", "owner", "minimum", "fiat", "sort", "limit", "startsAfter"],
  answer: {
    data: [
      "list",
      {
        caseId: "text",
        kind: "text",
        state: "text",
        cause: "text",
        causeFacts: causeFactsPlan,
        since: "whole",
        "asset?": "text",
        "networkType?": "text",
        "quantity?": "exact",
        fiat: "text",
        "worth?": "exact",
        "paymentId?": "text",
        "txId?": "text",
        "invoiceId?": "text",
        "endpointId?": "text",
        "account?": "text",
        "assignee?": { userId: "text", name: "text" },
        "mutedUntil?": "whole",
        "closed?": { at: "whole", by: "text", reason: "text" },
      },
    ],
    startsAfter: ["null", "text"],
    fiat: "text",
    count: "whole",
    worth: "exact",
  },
};

export const getHouseCaseCall: Call<typeof contract.getHouseCaseEndpoint> = {
  method: "GET",
  path: "/house/v1/cases/[caseId]",
  query: ["fiat"],
  answer: caseDetailPlan,
};

export const assignHouseCaseCall: Call<typeof contract.assignHouseCaseEndpoint> = {
  method: "POST",
  path: "/house/v1/cases/[caseId]/assign",
  body: ["userId"],
  answer: caseDetailPlan,
  schema: async () => (await schemas()).assignHouseCaseEndpoint.body,
};

export const closeHouseCaseCall: Call<typeof contract.closeHouseCaseEndpoint> = {
  method: "POST",
  path: "/house/v1/cases/[caseId]/close",
  body: ["reason"],
  answer: caseDetailPlan,
  schema: async () => (await schemas()).closeHouseCaseEndpoint.body,
};

export const muteHouseCaseCall: Call<typeof contract.muteHouseCaseEndpoint> = {
  method: "POST",
  path: "/house/v1/cases/[caseId]/mute",
  body: ["forMs", "reason"],
  answer: caseDetailPlan,
  schema: async () => (await schemas()).muteHouseCaseEndpoint.body,
};

export const noteHouseCaseCall: Call<typeof contract.noteHouseCaseEndpoint> = {
  method: "POST",
  path: "/house/v1/cases/[caseId]/note",
  body: ["note", "withdraws"],
  answer: caseDetailPlan,
  schema: async () => (await schemas()).noteHouseCaseEndpoint.body,
};

export const reopenHouseCaseCall: Call<typeof contract.reopenHouseCaseEndpoint> = {
  method: "POST",
  path: "/house/v1/cases/[caseId]/reopen",
  answer: caseDetailPlan,
};

export const lookHouseCasesCall: Call<typeof contract.lookHouseCasesEndpoint> = {
  method: "POST",
  path: "/house/v1/cases/look",
  answer: { fresh: "whole" },
};

export const getHouseCaseSummaryCall: Call<typeof contract.getHouseCaseSummaryEndpoint> = {
  method: "GET",
  path: "/house/v1/cases/summary",
  answer: {
    count: "whole",
    mine: "whole",
    nobody: "whole",
    muted: "whole",
    closed: "whole",
    fresh: "whole",
    byKind: ["list", { kind: "text", count: "whole" }],
    "clearSince?": "whole",
    people: ["list", { userId: "text", name: "text" }],
  },
};
