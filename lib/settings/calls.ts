// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
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
  waits: {
    approvalId: "text",
    what: "text",
    status: "text",
    "payout?": {
      asset: "text",
      "networkType?": "text",
      quantity: "exact",
      "paymentId?": "text",
      "txId?": "text",
      reference: "text",
      "txHash?": "text",
    },
    "changes?": [
      "list",
      { name: "text", "before?": ["either", ["exact", "text"]], after: ["either", ["exact", "text"]] },
    ],
    "reason?": "text",
    askedBy: "text",
    askedAt: "whole",
    yours: "flag",
    expiresAt: "whole",
    "decidedBy?": "text",
    "decidedAt?": "whole",
    "note?": "text",
    "payoutId?": "text",
  },
  schema: async () => (await schemas()).patchSettingsEndpoint.body,
};
