// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./performance-contract.ts";

export const getPerformanceCall: Call<typeof contract.getPerformanceEndpoint> = {
  method: "GET",
  path: "/manage/v1/performance",
  query: ["fiat"],
  answer: {
    at: "whole",
    fiat: "text",
    unpriced: ["list", "text"],
    conversions: [
      "list",
      {
        day: "text",
        count: "whole",
        sold: "exact",
        "result?": "exact",
        "spread?": "exact",
        "slippage?": "exact",
        "venueFees?": "exact",
        "slippageMedian?": "exact",
        "slippageHigh?": "exact",
      },
    ],
    deliveries: ["list", { day: "text", count: "whole", medianMs: "whole", highMs: "whole" }],
  },
};
