// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import { approvalPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

const venueTransferPlan: Plan = {
  transferId: "text",
  venue: "text",
  kind: "text",
  reference: "text",
  asset: "text",
  "networkType?": "text",
  quantity: "exact",
  fee: "exact",
  fraction: "exact",
  status: "text",
  "txHash?": "text",
  "address?": "text",
  "sandbox?": "flag",
  "label?": "text",
  at: "whole",
  belongsTo: "text",
  "resolved?": "text",
  "moveId?": "text",
  "linkedBy?": "text",
  "note?": "text",
};

export const listVenueTransfersCall: Call<typeof contract.listVenueTransfersEndpoint> = {
  method: "GET",
  path: "/house/v1/venue-transfers",
  query: ["belongsTo", "venue", "limit", "startsAfter"],
  answer: { data: ["list", venueTransferPlan], startsAfter: ["null", "text"] },
};

export const linkVenueTransferCall: Call<typeof contract.linkVenueTransferEndpoint> = {
  method: "POST",
  path: "/house/v1/venue-transfers/[transferId]/link",
  body: ["moveId", "note"],
  answer: venueTransferPlan,
  waits: approvalPlan,
  schema: async () => (await schemas()).linkVenueTransferEndpoint.body,
};
