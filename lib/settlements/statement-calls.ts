// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import { feeLinePlan } from "#lib/contract/shared-parts.ts";
import { settlementPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./statement-contract.ts";

const settlementMovementPlan: Plan = {
  at: "whole",
  kind: "text",
  transactionId: "text",
  event: "text",
  "paymentId?": "text",
  "reference?": "text",
  "subaccount?": "text",
  "invoiceId?": "text",
  "payoutId?": "text",
  amount: "exact",
};

const settlementMovementPagePlan: Plan = { data: ["list", settlementMovementPlan], startsAfter: ["null", "text"] };

const statementLinePlan: Plan = {
  at: "whole",
  kind: "text",
  transactionId: "text",
  event: "text",
  "paymentId?": "text",
  "reference?": "text",
  "subaccount?": "text",
  "invoiceId?": "text",
  "payoutId?": "text",
  amount: "exact",
  balance: "exact",
};

const periodStatementPlan: Plan = {
  username: "text",
  asset: "text",
  "networkType?": "text",
  zone: "text",
  from: "whole",
  to: "whole",
  opening: "exact",
  closing: "exact",
  movements: "whole",
  byKind: ["list", { kind: "text", amount: "exact", count: "whole" }],
  fees: ["list", feeLinePlan],
  "settlement?": settlementPlan,
  payments: ["list", { paymentId: "text", amount: "exact" }],
  invoices: ["list", { invoiceId: "text", amount: "exact" }],
  lines: ["list", statementLinePlan],
};

export const getSettlementFileCall: Call<typeof contract.getSettlementFileEndpoint> = {
  method: "GET",
  path: "/manage/v1/settlements/[settlementId]/files/[file]",
  file: "text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, application/pdf",
};

export const listSettlementMovementsCall: Call<typeof contract.listSettlementMovementsEndpoint> = {
  method: "GET",
  path: "/manage/v1/settlements/[settlementId]/movements",
  query: ["kind", "limit", "startsAfter"],
  answer: settlementMovementPagePlan,
};

export const getSettlementStatementCall: Call<typeof contract.getSettlementStatementEndpoint> = {
  method: "GET",
  path: "/manage/v1/settlements/[settlementId]/statement",
  answer: periodStatementPlan,
};

export const getPeriodStatementCall: Call<typeof contract.getPeriodStatementEndpoint> = {
  method: "GET",
  path: "/manage/v1/statements",
  query: ["asset", "networkType", "from", "to"],
  answer: periodStatementPlan,
};

export const getPeriodFileCall: Call<typeof contract.getPeriodFileEndpoint> = {
  method: "GET",
  path: "/manage/v1/statements/files/[file]",
  query: ["asset", "networkType", "from", "to"],
  file: "text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, application/pdf",
};

export const getHouseSettlementFileCall: Call<typeof contract.getHouseSettlementFileEndpoint> = {
  method: "GET",
  path: "/house/v1/settlements/[settlementId]/files/[file]",
  file: "text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, application/pdf",
};

export const listHouseSettlementMovementsCall: Call<typeof contract.listHouseSettlementMovementsEndpoint> = {
  method: "GET",
  path: "/house/v1/settlements/[settlementId]/movements",
  query: ["kind", "limit", "startsAfter"],
  answer: settlementMovementPagePlan,
};
