// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

export const recordPayoutCall: Call<typeof contract.recordPayoutEndpoint> = {
  method: "POST",
  path: "/manage/v1/payouts",
  body: ["asset", "networkType", "quantity", "paymentId", "txId", "reference", "txHash"],
  answer: {
    payoutId: "text",
    asset: "text",
    "networkType?": "text",
    quantity: "exact",
    "paymentId?": "text",
    "txId?": "text",
    reference: "text",
    "txHash?": "text",
    at: "whole",
  },
  waits: {
    approvalId: "text",
    what: "text",
    decides: "text",
    "account?": "text",
    status: "text",
    "payout?": {
      asset: "text",
      "networkType?": "text",
      quantity: "exact",
      "paymentId?": "text",
      "txId?": "text",
      reference: "text",
      "txHash?": "text",
    },
    "changes?": [
      "list",
      { name: "text", "before?": ["either", ["exact", "text"]], after: ["either", ["exact", "text"]] },
    ],
    "request?": ["map", "text"],
    "reason?": "text",
    askedBy: "text",
    askedAt: "whole",
    yours: "flag",
    expiresAt: "whole",
    "decidedBy?": "text",
    "decidedAt?": "whole",
    "note?": "text",
    "payoutId?": "text",
  },
  schema: async () => (await schemas()).recordPayoutEndpoint.body,
};
