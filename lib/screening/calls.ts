// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./contract.ts";

export const getScreeningCall: Call<typeof contract.getScreeningEndpoint> = {
  method: "GET",
  path: "/house/v1/screening",
  answer: {
    "list?": {
      source: "text",
      publishedOn: "text",
      sha256: "text",
      entries: "whole",
      addresses: "whole",
      importedAt: "whole",
      importedBy: "text",
    },
    untold: "whole",
    hits: [
      "list",
      {
        txId: "text",
        account: "text",
        paymentId: "text",
        txHash: "text",
        status: "text",
        network: "text",
        address: "text",
        entry: "text",
        name: "text",
        programs: "text",
        foundAt: "whole",
      },
    ],
  },
};
