// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import { approvalPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

export const listAssetsCall: Call<typeof contract.listAssetsEndpoint> = {
  method: "GET",
  path: "/manage/v1/assets",
  answer: {
    cryptos: [
      "list",
      {
        cryptoType: "text",
        "networkType?": "text",
        network: "text",
        decimals: "whole",
        confirmations: "whole",
        dust: "exact",
        strategies: ["list", "text"],
        bech32: "flag",
      },
    ],
    fiats: ["list", { fiat: "text", decimals: "whole", minimum: "exact", maximum: "exact" }],
  },
};

export const getSettingsCall: Call<typeof contract.getSettingsEndpoint> = {
  method: "GET",
  path: "/manage/v1/settings",
  answer: ["map", ["either", ["exact", "text"]]],
};

export const patchSettingsCall: Call<typeof contract.patchSettingsEndpoint> = {
  method: "PATCH",
  path: "/manage/v1/settings",
  body: ["reason"],
  openBody: true,
  answer: ["map", ["either", ["exact", "text"]]],
  waits: approvalPlan,
  schema: async () => (await schemas()).patchSettingsEndpoint.body,
};

export const getHouseSettingsCall: Call<typeof contract.getHouseSettingsEndpoint> = {
  method: "GET",
  path: "/house/v1/settings",
  query: ["account"],
  answer: ["map", ["either", ["exact", "text"]]],
};

export const patchHouseSettingsCall: Call<typeof contract.patchHouseSettingsEndpoint> = {
  method: "PATCH",
  path: "/house/v1/settings",
  body: ["account", "reason"],
  openBody: true,
  answer: ["map", ["either", ["exact", "text"]]],
  waits: approvalPlan,
  schema: async () => (await schemas()).patchHouseSettingsEndpoint.body,
};
