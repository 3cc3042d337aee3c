// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./outcomes-contract.ts";

export const getOutcomesCall: Call<typeof contract.getOutcomesEndpoint> = {
  method: "GET",
  path: "/manage/v1/outcomes",
  query: ["in", "startTime"],
  answer: {
    in: "text",
    startTime: "whole",
    endTime: "whole",
    unpriced: ["list", "text"],
    created: { count: "whole", value: "exact" },
    outcomes: ["list", { outcome: "text", count: "whole", value: "exact" }],
    expiring: ["list", { minute: "whole", count: "whole", value: "exact" }],
  },
};
