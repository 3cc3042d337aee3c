// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

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
  bookedAt: "whole",
  belongsTo: "text",
  "moveId?": "text",
  "payoutId?": "text",
  "linkedBy?": "text",
  "note?": "text",
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
  schema: async () => (await schemas()).linkLineEndpoint.body,
};

export const takeStatementCall: Call<typeof contract.takeStatementEndpoint> = {
  method: "POST",
  path: "/house/v1/bank/statements",
  body: ["text"],
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
        isNew: "flag",
        lines: "whole",
        known: "whole",
        unexpected: "whole",
      },
    ],
  },
  schema: async () => (await schemas()).takeStatementEndpoint.body,
};
