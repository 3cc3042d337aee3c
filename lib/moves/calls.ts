// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import { approvalPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

const destinationPlan: Plan = {
  destinationId: "text",
  place: "text",
  asset: "text",
  "networkType?": "text",
  address: "text",
  "sandbox?": "flag",
  label: "text",
  createdBy: "text",
  createdAt: "whole",
  "endedBy?": "text",
  "endedAt?": "whole",
};

const moveFactPlan: Plan = {
  side: "text",
  source: "text",
  proof: "text",
  quantity: "exact",
  fee: "exact",
  status: "text",
  at: "whole",
  by: "text",
  "note?": "text",
};

const movePlan: Plan = {
  moveId: "text",
  kind: "text",
  "from?": "text",
  "to?": "text",
  asset: "text",
  "networkType?": "text",
  quantity: "exact",
  "destinationId?": "text",
  "address?": "text",
  "sandbox?": "flag",
  "label?": "text",
  reference: "text",
  note: "text",
  status: "text",
  "approvalId?": "text",
  cost: "exact",
  facts: ["list", moveFactPlan],
  createdBy: "text",
  createdAt: "whole",
  updatedAt: "whole",
  "mayHaveLeft?": "flag",
  "endedReason?": "text",
};

export const listDestinationsCall: Call<typeof contract.listDestinationsEndpoint> = {
  method: "GET",
  path: "/house/v1/destinations",
  answer: { data: ["list", destinationPlan] },
};

export const addDestinationCall: Call<typeof contract.addDestinationEndpoint> = {
  method: "POST",
  path: "/house/v1/destinations",
  body: ["place", "asset", "networkType", "address", "label"],
  answer: destinationPlan,
  waits: approvalPlan,
  schema: async () => (await schemas()).addDestinationEndpoint.body,
};

export const endDestinationCall: Call<typeof contract.endDestinationEndpoint> = {
  method: "POST",
  path: "/house/v1/destinations/[destinationId]/end",
  body: ["note"],
  answer: destinationPlan,
  schema: async () => (await schemas()).endDestinationEndpoint.body,
};

export const listMovesCall: Call<typeof contract.listMovesEndpoint> = {
  method: "GET",
  path: "/house/v1/moves",
  query: ["status", "place", "limit", "startsAfter"],
  answer: { data: ["list", movePlan], startsAfter: ["null", "text"] },
};

export const requestMoveCall: Call<typeof contract.requestMoveEndpoint> = {
  method: "POST",
  path: "/house/v1/moves",
  body: ["kind", "from", "to", "asset", "networkType", "quantity", "destinationId", "address", "note", "draft"],
  answer: movePlan,
  waits: approvalPlan,
  schema: async () => (await schemas()).requestMoveEndpoint.body,
};

export const getMoveCall: Call<typeof contract.getMoveEndpoint> = {
  method: "GET",
  path: "/house/v1/moves/[moveId]",
  answer: movePlan,
};

export const cancelMoveCall: Call<typeof contract.cancelMoveEndpoint> = {
  method: "POST",
  path: "/house/v1/moves/[moveId]/cancel",
  body: ["note"],
  answer: movePlan,
  schema: async () => (await schemas()).cancelMoveEndpoint.body,
};

export const linkMoveCall: Call<typeof contract.linkMoveEndpoint> = {
  method: "POST",
  path: "/house/v1/moves/[moveId]/link",
  body: ["side", "proof", "quantity", "fee", "note"],
  answer: movePlan,
  waits: approvalPlan,
  schema: async () => (await schemas()).linkMoveEndpoint.body,
};

export const askForMoveCall: Call<typeof contract.askForMoveEndpoint> = {
  method: "POST",
  path: "/house/v1/moves/[moveId]/request",
  answer: movePlan,
  waits: approvalPlan,
};
