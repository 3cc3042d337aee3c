// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./contract.ts";

export const listPlacesCall: Call<typeof contract.listPlacesEndpoint> = {
  method: "GET",
  path: "/house/v1/places",
  answer: {
    data: [
      "list",
      {
        place: "text",
        kind: "text",
        asset: "text",
        "networkType?": "text",
        balance: "exact",
        "says?": "exact",
        "saidAt?": "whole",
        "difference?": "exact",
      },
    ],
  },
};
