// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import type * as contract from "./refund-contract.ts";

const schemas = () => import("./refund-contract.ts");

const refundLinkPlan: Plan = {
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
};

export const listRefundLinksCall: Call<typeof contract.listRefundLinksEndpoint> = {
  method: "GET",
  path: "/manage/v1/refund-links",
  query: ["paymentId"],
  answer: { data: ["list", refundLinkPlan] },
};

export const makeRefundLinkCall: Call<typeof contract.makeRefundLinkEndpoint> = {
  method: "POST",
  path: "/manage/v1/refund-links",
  body: ["paymentId", "txId"],
  answer: { refundLinkId: "text", "url?": "text", expiresAt: "whole" },
  schema: async () => (await schemas()).makeRefundLinkEndpoint.body,
};

export const endRefundLinkCall: Call<typeof contract.endRefundLinkEndpoint> = {
  method: "POST",
  path: "/manage/v1/refund-links/[refundLinkId]/end",
  answer: refundLinkPlan,
};

export const giveRefundAddressCall: Call<typeof contract.giveRefundAddressEndpoint> = {
  method: "POST",
  path: "/manage/v1/refunds/address",
  body: ["token", "address"],
  answer: {
    asset: "text",
    "networkType?": "text",
    network: "text",
    quantity: "exact",
    address: "text",
    paymentId: "text",
  },
  schema: async () => (await schemas()).giveRefundAddressEndpoint.body,
};

export const checkRefundCall: Call<typeof contract.checkRefundEndpoint> = {
  method: "POST",
  path: "/manage/v1/refunds/check",
  body: ["token", "address"],
  answer: { address: "text" },
  schema: async () => (await schemas()).checkRefundEndpoint.body,
};

export const openRefundCall: Call<typeof contract.openRefundEndpoint> = {
  method: "POST",
  path: "/manage/v1/refunds/open",
  body: ["token"],
  answer: { asset: "text", "networkType?": "text", network: "text", quantity: "exact", expiresAt: "whole" },
  schema: async () => (await schemas()).openRefundEndpoint.body,
};
