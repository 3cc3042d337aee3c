// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./scenario-contract.ts";

const schemas = () => import("./scenario-contract.ts");

export const playScenarioCall: Call<typeof contract.playScenarioEndpoint> = {
  method: "POST",
  path: "/sandbox/v1/scenarios",
  body: ["name"],
  answer: { name: "text", steps: ["list", "text"], "paymentId?": "text", "invoiceId?": "text", "code?": "text" },
  schema: async () => (await schemas()).playScenarioEndpoint.body,
};
