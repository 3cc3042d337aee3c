// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

const notificationRulePlan: Plan = {
  ruleId: "text",
  channel: "text",
  topics: ["list", "text"],
  "role?": "text",
  "userId?": "text",
  "language?": "text",
  "name?": "text",
  "url?": "text",
  createdAt: "whole",
  "sentAt?": "whole",
  "failingSince?": "whole",
  "fault?": "text",
};

export const listRulesCall: Call<typeof contract.listRulesEndpoint> = {
  method: "GET",
  path: "/manage/v1/notification-rules",
  answer: { data: ["list", notificationRulePlan] },
};

export const makeRuleCall: Call<typeof contract.makeRuleEndpoint> = {
  method: "POST",
  path: "/manage/v1/notification-rules",
  body: ["channel", "topics", "role", "userId", "language", "secretUrl"],
  answer: notificationRulePlan,
  schema: async () => (await schemas()).makeRuleEndpoint.body,
};

export const endRuleCall: Call<typeof contract.endRuleEndpoint> = {
  method: "DELETE",
  path: "/manage/v1/notification-rules/[ruleId]",
  answer: { ruleId: "text", deleted: "flag" },
};

export const testRuleCall: Call<typeof contract.testRuleEndpoint> = {
  method: "POST",
  path: "/manage/v1/notification-rules/[ruleId]/test",
  answer: notificationRulePlan,
};
