// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import { chainFailurePlan } from "#lib/contract/shared-parts.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

const chainWatchPlan: Plan = {
  network: "text",
  state: "text",
  sentence: "text",
  "failure?": chainFailurePlan,
  "since?": "whole",
  "completeTo?": "whole",
  "height?": "whole",
  "headHeight?": "whole",
  "lag?": "whole",
  "agreedHeight?": "whole",
  "finalHeight?": "whole",
  "lastSeen?": "whole",
  gaps: ["list", { first: "whole", last: "whole" }],
};

export const listChainsCall: Call<typeof contract.listChainsEndpoint> = {
  method: "GET",
  path: "/house/v1/chains",
  answer: { data: ["list", chainWatchPlan] },
};

export const rescanChainCall: Call<typeof contract.rescanChainEndpoint> = {
  method: "POST",
  path: "/house/v1/chains/[network]/rescan",
  body: ["from", "note"],
  answer: chainWatchPlan,
  schema: async () => (await schemas()).rescanChainEndpoint.body,
};

export const resumeChainCall: Call<typeof contract.resumeChainEndpoint> = {
  method: "POST",
  path: "/house/v1/chains/[network]/resume",
  body: ["note"],
  answer: chainWatchPlan,
  schema: async () => (await schemas()).resumeChainEndpoint.body,
};
