// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

export const listInventoryCall: Call<typeof contract.listInventoryEndpoint> = {
  method: "GET",
  path: "/house/v1/inventory",
  answer: {
    data: [
      "list",
      {
        venue: "text",
        asset: "text",
        balance: "exact",
        promised: "exact",
        coming: "exact",
        perDay: "exact",
        "floor?": "exact",
        "target?": "exact",
        "floorAt?": "whole",
        "proposal?": { kind: "text", from: "text", to: "text", "networkType?": "text", quantity: "exact" },
        isShort: "flag",
      },
    ],
  },
};

export const setStockCall: Call<typeof contract.setStockEndpoint> = {
  method: "PATCH",
  path: "/house/v1/inventory",
  body: ["venue", "asset", "floor", "target"],
  answer: { venue: "text", asset: "text", "floor?": "exact", "target?": "exact" },
  schema: async () => (await schemas()).setStockEndpoint.body,
};
