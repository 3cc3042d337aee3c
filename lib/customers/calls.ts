// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import { periodMovementPlan } from "#lib/contract/shared-parts.ts";
import type * as contract from "./contract.ts";

export const listCustomersCall: Call<typeof contract.listCustomersEndpoint> = {
  method: "GET",
  path: "/manage/v1/customers",
  query: ["startTime", "endTime", "name", "in", "sort", "limit", "startsAfter"],
  answer: {
    data: [
      "list",
      {
        subaccount: "text",
        bills: "whole",
        value: "exact",
        open: "whole",
        openValue: "exact",
        waiting: "whole",
        waitingValue: "exact",
        lastBillAt: "whole",
      },
    ],
    startsAfter: ["null", "text"],
    in: "text",
    unpriced: ["list", "text"],
    total: {
      customers: "whole",
      bills: "whole",
      value: "exact",
      open: "whole",
      openValue: "exact",
      waiting: "whole",
      waitingValue: "exact",
    },
  },
};

export const getCustomerCall: Call<typeof contract.getCustomerEndpoint> = {
  method: "GET",
  path: "/manage/v1/customers/one",
  query: ["subaccount", "startTime", "endTime", "in"],
  answer: {
    "subaccount?": "text",
    in: "text",
    startTime: "whole",
    endTime: "whole",
    total: "exact",
    unpriced: ["list", "text"],
    data: ["list", periodMovementPlan],
    "exposure?": { promised: { count: "whole", value: "exact" }, unconfirmed: { count: "whole", value: "exact" } },
    "bills?": {
      created: { count: "whole", value: "exact" },
      outcomes: ["list", { outcome: "text", count: "whole", value: "exact" }],
      waiting: { count: "whole", value: "exact" },
      arrivals: ["list", { minute: "whole", count: "whole" }],
      lastBillAt: "whole",
    },
  },
};

export const saveCustomerCall: Call<typeof contract.saveCustomerEndpoint> = {
  method: "GET",
  path: "/manage/v1/customers/one/file",
  query: ["subaccount", "startTime", "endTime", "in"],
  file: "text/csv",
};
