// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./contract.ts";

export const getBalancesCall: Call<typeof contract.getBalancesEndpoint> = {
  method: "GET",
  path: "/manage/v1/balances",
  answer: {
    data: [
      "list",
      {
        asset: "text",
        "networkType?": "text",
        pending: "exact",
        available: "exact",
        locked: "exact",
        reserved: "exact",
        owed: "exact",
      },
    ],
  },
};

export const getStatementCall: Call<typeof contract.getStatementEndpoint> = {
  method: "GET",
  path: "/manage/v1/statement",
  query: ["startTime", "endTime", "asset", "limit", "startsAfter"],
  answer: {
    data: [
      "list",
      {
        at: "whole",
        transactionId: "text",
        event: "text",
        "paymentId?": "text",
        "invoiceId?": "text",
        asset: "text",
        "networkType?": "text",
        account: "text",
        amount: "exact",
        balance: "exact",
      },
    ],
    startsAfter: ["null", "text"],
  },
  file: "text/csv",
};
