// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

const keyPlan: Plan = {
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
};

const keyListPlan: Plan = { data: ["list", keyPlan] };

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
  "approvalId?": "text",
  "secret?": "text",
};

export const getKeysCall: Call<typeof contract.getKeysEndpoint> = {
  method: "GET",
  path: "/manage/v1/keys",
  answer: keyListPlan,
};

export const makeKeyCall: Call<typeof contract.makeKeyEndpoint> = {
  method: "POST",
  path: "/manage/v1/keys",
  body: ["name", "rate", "ipAllow", "expiresAt", "publicKey", "scopes"],
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

export const getHouseKeysCall: Call<typeof contract.getHouseKeysEndpoint> = {
  method: "GET",
  path: "/house/v1/keys",
  answer: keyListPlan,
};

export const makeHouseKeyCall: Call<typeof contract.makeHouseKeyEndpoint> = {
  method: "POST",
  path: "/house/v1/keys",
  body: ["name", "rate", "ipAllow", "expiresAt", "publicKey", "scopes"],
  answer: madeKeyPlan,
  schema: async () => (await schemas()).makeHouseKeyEndpoint.body,
};

export const revokeHouseKeyCall: Call<typeof contract.revokeHouseKeyEndpoint> = {
  method: "DELETE",
  path: "/house/v1/keys/[keyId]",
  answer: { keyId: "text", revoked: "flag" },
};
