// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import { approvalPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

const bankLinePartPlan: Plan = {
  amount: "exact",
  "lineId?": "text",
  "resolved?": "text",
  "moveId?": "text",
  "payoutId?": "text",
};

const bankLinePlan: Plan = {
  lineId: "text",
  place: "text",
  currency: "text",
  side: "text",
  amount: "exact",
  reference: "text",
  "endToEnd?": "text",
  "remittance?": "text",
  "counterparty?": "text",
  "counterpartyIban?": "text",
  bookedAt: "whole",
  "valuedAt?": "whole",
  belongsTo: "text",
  "resolved?": "text",
  "moveId?": "text",
  "payoutId?": "text",
  "parts?": ["list", bankLinePartPlan],
  "linkedBy?": "text",
  "note?": "text",
};

const bankMappingPlan: Plan = {
  mappingId: "text",
  place: "text",
  currency: "text",
  version: "whole",
  mapping: ["map", "text"],
  "approvalId?": "text",
  madeBy: "text",
  madeAt: "whole",
};

export const listBankLinesCall: Call<typeof contract.listBankLinesEndpoint> = {
  method: "GET",
  path: "/house/v1/bank/lines",
  query: ["belongsTo", "place", "limit", "startsAfter"],
  answer: { data: ["list", bankLinePlan], startsAfter: ["null", "text"] },
};

export const linkLineCall: Call<typeof contract.linkLineEndpoint> = {
  method: "POST",
  path: "/house/v1/bank/lines/[lineId]/link",
  body: ["moveId", "note"],
  answer: bankLinePlan,
  waits: approvalPlan,
  schema: async () => (await schemas()).linkLineEndpoint.body,
};

export const listMappingsCall: Call<typeof contract.listMappingsEndpoint> = {
  method: "GET",
  path: "/house/v1/bank/mappings",
  answer: { data: ["list", bankMappingPlan] },
};

export const setMappingCall: Call<typeof contract.setMappingEndpoint> = {
  method: "POST",
  path: "/house/v1/bank/mappings",
  body: [
    "place",
    "currency",
    "encoding",
    "delimiter",
    "skipLines",
    "header",
    "dateFormat",
    "decimal",
    "thousands",
    "signs",
    "order",
    "bookedColumn",
    "valuedColumn",
    "amountColumn",
    "debitColumn",
    "creditColumn",
    "currencyColumn",
    "referenceColumn",
    "textColumn",
    "nameColumn",
    "ibanColumn",
    "idColumn",
    "balanceColumn",
  ],
  answer: bankMappingPlan,
  waits: approvalPlan,
  schema: async () => (await schemas()).setMappingEndpoint.body,
};

export const previewMappingCall: Call<typeof contract.previewMappingEndpoint> = {
  method: "POST",
  path: "/house/v1/bank/mappings/preview",
  body: [
    "place",
    "currency",
    "encoding",
    "delimiter",
    "skipLines",
    "header",
    "dateFormat",
    "decimal",
    "thousands",
    "signs",
    "order",
    "bookedColumn",
    "valuedColumn",
    "amountColumn",
    "debitColumn",
    "creditColumn",
    "currencyColumn",
    "referenceColumn",
    "textColumn",
    "nameColumn",
    "ibanColumn",
    "idColumn",
    "balanceColumn",
    "content",
  ],
  answer: {
    place: "text",
    currency: "text",
    reference: "text",
    "opening?": "exact",
    "closing?": "exact",
    lines: "whole",
    credits: "exact",
    debits: "exact",
    data: [
      "list",
      {
        side: "text",
        amount: "exact",
        bookedAt: "whole",
        "valuedAt?": "whole",
        reference: "text",
        "endToEnd?": "text",
        "remittance?": "text",
        "counterparty?": "text",
        "counterpartyIban?": "text",
      },
    ],
  },
  schema: async () => (await schemas()).previewMappingEndpoint.body,
};

export const takeStatementCall: Call<typeof contract.takeStatementEndpoint> = {
  method: "POST",
  path: "/house/v1/bank/statements",
  body: ["text", "content", "place", "currency", "fileName"],
  answer: {
    data: [
      "list",
      {
        statementId: "text",
        place: "text",
        currency: "text",
        reference: "text",
        "opening?": "exact",
        "closing?": "exact",
        gap: "exact",
        gapDays: "whole",
        isNew: "flag",
        lines: "whole",
        known: "whole",
        unexpected: "whole",
      },
    ],
  },
  waits: approvalPlan,
  schema: async () => (await schemas()).takeStatementEndpoint.body,
};
