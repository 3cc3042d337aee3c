// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import { periodMovementPlan } from "#lib/contract/shared-parts.ts";
import { balanceDayPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./contract.ts";

export const getBalancesCall: Call<typeof contract.getBalancesEndpoint> = {
  method: "GET",
  path: "/manage/v1/balances",
  query: ["at", "in"],
  isoTimes: ["at"],
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
        "holding?": "exact",
        "rate?": "exact",
        "rateTime?": "whole",
        "value?": "exact",
      },
    ],
    "in?": "text",
    "total?": "exact",
    "unpriced?": ["list", "text"],
  },
};

export const listBalanceEntriesCall: Call<typeof contract.listBalanceEntriesEndpoint> = {
  method: "GET",
  path: "/manage/v1/balances/entries",
  query: ["asset", "networkType", "subaccount", "withoutBill", "startTime", "endTime", "limit", "startsAfter"],
  answer: {
    data: [
      "list",
      {
        at: "whole",
        transactionId: "text",
        event: "text",
        "subaccount?": "text",
        "paymentId?": "text",
        "invoiceId?": "text",
        "payoutId?": "text",
        asset: "text",
        "networkType?": "text",
        in: "exact",
        out: "exact",
        fees: "exact",
      },
    ],
    startsAfter: ["null", "text"],
  },
};

export const getBalanceHistoryCall: Call<typeof contract.getBalanceHistoryEndpoint> = {
  method: "GET",
  path: "/manage/v1/balances/history",
  query: ["in", "days"],
  answer: { in: "text", days: ["list", balanceDayPlan] },
};

export const getBalanceMovementCall: Call<typeof contract.getBalanceMovementEndpoint> = {
  method: "GET",
  path: "/manage/v1/balances/movement",
  query: ["startTime", "endTime", "in"],
  answer: {
    in: "text",
    startTime: "whole",
    endTime: "whole",
    total: "exact",
    unpriced: ["list", "text"],
    data: ["list", periodMovementPlan],
    customers: [
      "list",
      { "subaccount?": "text", asset: "text", "networkType?": "text", in: "exact", out: "exact", fees: "exact" },
    ],
  },
};

export const getStatementCall: Call<typeof contract.getStatementEndpoint> = {
  method: "GET",
  path: "/manage/v1/statement",
  query: ["startTime", "endTime", "asset", "subaccount", "paymentId", "limit", "startsAfter"],
  answer: {
    data: [
      "list",
      {
        at: "whole",
        transactionId: "text",
        event: "text",
        "paymentId?": "text",
        "invoiceId?": "text",
        "payoutId?": "text",
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
