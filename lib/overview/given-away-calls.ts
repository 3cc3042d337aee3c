// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./given-away-contract.ts";

export const getGivenAwayCall: Call<typeof contract.getGivenAwayEndpoint> = {
  method: "GET",
  path: "/house/v1/given-away",
  query: ["startTime", "endTime"],
  answer: {
    data: [
      "list",
      {
        day: "text",
        account: "text",
        subaccount: "text",
        asset: "text",
        fiat: "text",
        bills: "whole",
        promised: "exact",
        paid: "exact",
        market: "exact",
        unusedBills: "whole",
        unused: "exact",
        givenAway: "exact",
        unmeasured: "exact",
      },
    ],
    oneSided: [
      "list",
      {
        account: "text",
        subaccount: "text",
        paid: "whole",
        paidBelow: "whole",
        unpaid: "whole",
        unpaidAbove: "whole",
      },
    ],
  },
};

export const saveGivenAwayCall: Call<typeof contract.saveGivenAwayEndpoint> = {
  method: "GET",
  path: "/house/v1/given-away/file",
  query: ["startTime", "endTime"],
  file: "text/csv",
};
