// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./proof-contract.ts";

const schemas = () => import("./proof-contract.ts");

export const proveReceiverCall: Call<typeof contract.proveReceiverEndpoint> = {
  method: "POST",
  path: "/sandbox/v1/proofs",
  body: ["endpointId", "scenarios"],
  answer: {
    endpointId: "text",
    answered: "flag",
    passed: "flag",
    grades: [
      "list",
      {
        check: "text",
        answered: "flag",
        passed: "flag",
        detail: "text",
        "statusCode?": "whole",
        durationMs: "whole",
      },
    ],
    scenarios: [
      "list",
      {
        name: "text",
        answered: "flag",
        passed: "flag",
        events: "whole",
        messages: "whole",
        slowestMs: "whole",
        "check?": "text",
        detail: "text",
        "statusCode?": "whole",
        "paymentId?": "text",
        "invoiceId?": "text",
      },
    ],
  },
  schema: async () => (await schemas()).proveReceiverEndpoint.body,
};
