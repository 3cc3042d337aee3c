// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

const exportPlan: Plan = {
  exportId: "text",
  list: "text",
  format: "text",
  status: "text",
  filter: ["map", "any"],
  "chosen?": "whole",
  createdBy: "text",
  createdAt: "whole",
  count: "whole",
  rows: "whole",
  bytes: "whole",
  "finishedAt?": "whole",
  "expiresAt?": "whole",
  "reason?": "text",
  "failure?": "text",
};

export const listExportsCall: Call<typeof contract.listExportsEndpoint> = {
  method: "GET",
  path: "/manage/v1/exports",
  answer: { data: ["list", exportPlan] },
};

export const makeExportCall: Call<typeof contract.makeExportEndpoint> = {
  method: "POST",
  path: "/manage/v1/exports",
  body: ["list", "filter", "ids", "format"],
  answer: exportPlan,
  schema: async () => (await schemas()).makeExportEndpoint.body,
};

export const cancelExportCall: Call<typeof contract.cancelExportEndpoint> = {
  method: "DELETE",
  path: "/manage/v1/exports/[exportId]",
  answer: exportPlan,
};

export const writeExportAgainCall: Call<typeof contract.writeExportAgainEndpoint> = {
  method: "POST",
  path: "/manage/v1/exports/[exportId]/again",
  answer: exportPlan,
};

export const exportFileCall: Call<typeof contract.exportFileEndpoint> = {
  method: "GET",
  path: "/manage/v1/exports/[exportId]/file",
  file: "text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

export const countExportCall: Call<typeof contract.countExportEndpoint> = {
  method: "POST",
  path: "/manage/v1/exports/count",
  body: ["list", "filter", "ids"],
  answer: { count: "whole" },
  schema: async () => (await schemas()).countExportEndpoint.body,
};
