// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import { balanceDayPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./contract.ts";

export const listArrivalsCall: Call<typeof contract.listArrivalsEndpoint> = {
  method: "GET",
  path: "/house/v1/arrivals",
  query: ["in"],
  answer: {
    in: "text",
    total: "exact",
    unpriced: ["list", "text"],
    data: [
      "list",
      {
        kind: "text",
        "from?": "text",
        "to?": "text",
        asset: "text",
        "networkType?": "text",
        quantity: "exact",
        count: "whole",
        "inBlocks?": "whole",
        since: "whole",
        "moveId?": "text",
        "transferId?": "text",
        "value?": "exact",
      },
    ],
  },
};

export const listOwnersCall: Call<typeof contract.listOwnersEndpoint> = {
  method: "GET",
  path: "/house/v1/owners",
  query: ["at", "in"],
  isoTimes: ["at"],
  answer: {
    in: "text",
    total: "exact",
    unpriced: ["list", "text"],
    owedTotal: "exact",
    unassignedTotal: "exact",
    ownTotal: "exact",
    data: [
      "list",
      {
        owner: "text",
        "account?": "text",
        asset: "text",
        "networkType?": "text",
        available: "exact",
        reserved: "exact",
        pending: "exact",
        owed: "exact",
        holding: "exact",
        "rate?": "exact",
        "rateTime?": "whole",
        "value?": "exact",
        "share?": "exact",
      },
    ],
    places: [
      "list",
      {
        place: "text",
        kind: "text",
        asset: "text",
        "networkType?": "text",
        balance: "exact",
        "rate?": "exact",
        "rateTime?": "whole",
        "value?": "exact",
        "share?": "exact",
      },
    ],
  },
};

export const listPlacesCall: Call<typeof contract.listPlacesEndpoint> = {
  method: "GET",
  path: "/house/v1/places",
  query: ["at", "in"],
  isoTimes: ["at"],
  answer: {
    data: [
      "list",
      {
        place: "text",
        kind: "text",
        asset: "text",
        "networkType?": "text",
        balance: "exact",
        "rate?": "exact",
        "rateTime?": "whole",
        "value?": "exact",
        "share?": "exact",
        "says?": "exact",
        "saidAt?": "whole",
        "difference?": "exact",
      },
    ],
    "in?": "text",
    "total?": "exact",
    "unpriced?": ["list", "text"],
  },
};

export const listPlaceEntriesCall: Call<typeof contract.listPlaceEntriesEndpoint> = {
  method: "GET",
  path: "/house/v1/places/entries",
  query: ["place", "asset", "networkType", "startTime", "endTime", "limit", "startsAfter"],
  answer: {
    data: [
      "list",
      {
        at: "whole",
        transactionId: "text",
        event: "text",
        "account?": "text",
        "paymentId?": "text",
        "invoiceId?": "text",
        "payoutId?": "text",
        "moveId?": "text",
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

export const getPlaceHistoryCall: Call<typeof contract.getPlaceHistoryEndpoint> = {
  method: "GET",
  path: "/house/v1/places/history",
  query: ["in", "days"],
  answer: { in: "text", zone: "text", days: ["list", balanceDayPlan] },
};

export const getPlaceMovementCall: Call<typeof contract.getPlaceMovementEndpoint> = {
  method: "GET",
  path: "/house/v1/places/movement",
  query: ["startTime", "endTime", "in"],
  answer: {
    in: "text",
    total: "exact",
    unpriced: ["list", "text"],
    startTime: "whole",
    endTime: "whole",
    data: [
      "list",
      {
        place: "text",
        kind: "text",
        asset: "text",
        "networkType?": "text",
        opening: "exact",
        in: "exact",
        out: "exact",
        fees: "exact",
        closing: "exact",
        "value?": "exact",
      },
    ],
  },
};
