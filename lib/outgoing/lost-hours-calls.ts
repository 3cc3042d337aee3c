// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import { approvalPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./lost-hours-contract.ts";

const schemas = () => import("./lost-hours-contract.ts");

const lostHoursPlan: Plan = {
  epoch: "whole",
  since: "whole",
  until: "whole",
  "note?": "text",
  "statedBy?": "text",
  "statedAt?": "whole",
};

export const listLostHoursCall: Call<typeof contract.listLostHoursEndpoint> = {
  method: "GET",
  path: "/house/v1/lost-hours",
  answer: { data: ["list", lostHoursPlan] },
};

export const stateLostHoursCall: Call<typeof contract.stateLostHoursEndpoint> = {
  method: "POST",
  path: "/house/v1/lost-hours",
  body: ["note"],
  answer: lostHoursPlan,
  waits: approvalPlan,
  schema: async () => (await schemas()).stateLostHoursEndpoint.body,
};
