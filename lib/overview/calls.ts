// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./contract.ts";

export const getOverviewCall: Call<typeof contract.getOverviewEndpoint> = {
  method: "GET",
  path: "/manage/v1/overview",
  query: ["fiat"],
  answer: {
    at: "whole",
    fiat: "text",
    prices: ["list", { cryptoType: "text", bid: "exact", at: "whole", count: "whole" }],
    rates: ["list", { fiat: "text", rate: "exact", at: "whole" }],
    limits: ["list", { fiat: "text", limit: "exact" }],
    "filling?": "whole",
    connections: {
      worker: "flag",
      chains: [
        "list",
        {
          network: "text",
          height: "exact",
          lag: "exact",
          completeTo: "exact",
          lastSeen: "whole",
          state: "text",
          sentence: "text",
        },
      ],
    },
    facts: {
      open: ["list", { fiat: "text", count: "whole", sum: "exact" }],
      ending: { count: "whole" },
      unconverted: ["list", { cryptoType: "text", "networkType?": "text", "count?": "whole", quantity: "exact" }],
      volume: [
        "list",
        {
          day: "text",
          cryptoType: "text",
          "networkType?": "text",
          fiat: "text",
          count: "whole",
          converted: "exact",
          kept: "exact",
          pending: "exact",
        },
      ],
      activity: [
        "list",
        {
          type: "text",
          objectId: "text",
          "paymentId?": "text",
          at: "whole",
          "subaccount?": "text",
          "strategy?": "text",
          "cryptoType?": "text",
          "fiat?": "text",
          "asset?": "text",
          "beneficiary?": "text",
          "reference?": "text",
          "quantity?": "exact",
          "quantityReceived?": "exact",
          "fiatReceivable?": "exact",
          "fiatReceived?": "exact",
        },
      ],
    },
  },
};
