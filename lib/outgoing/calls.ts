// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./contract.ts";

export const getCustodyCall: Call<typeof contract.getCustodyEndpoint> = {
  method: "GET",
  path: "/house/v1/custody",
  answer: {
    data: [
      "list",
      {
        network: "text",
        asset: "text",
        "networkType?": "text",
        ledger: "exact",
        waiting: "exact",
        node: "exact",
        difference: "exact",
        asked: "whole",
        height: "whole",
        provenAt: "whole",
      },
    ],
  },
};
