// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

const madeKeyPlan: Plan = {
  keyId: "text",
  name: "text",
  mode: "text",
  scopes: ["list", "text"],
  rate: "whole",
  ipAllow: ["list", "text"],
  "publicKey?": "text",
  status: "text",
  createdAt: "whole",
  "expiresAt?": "whole",
  "revokedAt?": "whole",
  "lastUsedAt?": "whole",
  "secret?": "text",
};

export const getKeysCall: Call<typeof contract.getKeysEndpoint> = {
  method: "GET",
  path: "/manage/v1/keys",
  answer: {
    data: [
      "list",
      {
        keyId: "text",
        name: "text",
        mode: "text",
        scopes: ["list", "text"],
        rate: "whole",
        ipAllow: ["list", "text"],
        "publicKey?": "text",
        status: "text",
        createdAt: "whole",
        "expiresAt?": "whole",
        "revokedAt?": "whole",
        "lastUsedAt?": "whole",
      },
    ],
  },
};

export const makeKeyCall: Call<typeof contract.makeKeyEndpoint> = {
  method: "POST",
  path: "/manage/v1/keys",
  body: ["name", "scopes", "rate", "ipAllow", "expiresAt", "publicKey"],
  answer: madeKeyPlan,
  schema: async () => (await schemas()).makeKeyEndpoint.body,
};

export const revokeKeyCall: Call<typeof contract.revokeKeyEndpoint> = {
  method: "DELETE",
  path: "/manage/v1/keys/[keyId]",
  answer: { keyId: "text", revoked: "flag" },
};

export const rotateKeyCall: Call<typeof contract.rotateKeyEndpoint> = {
  method: "POST",
  path: "/manage/v1/keys/[keyId]/rotate",
  body: ["overlapMs", "publicKey"],
  answer: madeKeyPlan,
  schema: async () => (await schemas()).rotateKeyEndpoint.body,
};
