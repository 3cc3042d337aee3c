// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./contract.ts";

export const getHouseHealthCall: Call<typeof contract.getHouseHealthEndpoint> = {
  method: "GET",
  path: "/house/v1/health",
  answer: {
    at: "whole",
    complete: "flag",
    data: [
      "list",
      {
        kind: "text",
        "subject?": "text",
        sentence: "text",
        "code?": "text",
        "account?": "text",
        "have?": "whole",
        "need?": "whole",
        "since?": "whole",
      },
    ],
  },
};
