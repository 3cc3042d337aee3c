// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import { chainFailurePlan } from "#lib/contract/shared-parts.ts";
import { approvalPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

const walletHistoryPlan: Plan = {
  from: "whole",
  scannedTo: "whole",
  gapLimit: "whole",
  used: "whole",
  "highestUsed?": "whole",
  "finishedAt?": "whole",
  "fault?": "text",
  "failure?": chainFailurePlan,
  sentence: "text",
};

const walletPlan: Plan = {
  walletId: "text",
  kind: "text",
  network: "text",
  "account?": "text",
  active: "flag",
  path: "text",
  fingerprint: "text",
  xpub: "text",
  "masterFingerprint?": "text",
  "descriptor?": "text",
  addresses: ["list", { index: "whole", address: "text", "cashAddress?": "text" }],
  "sandbox?": "flag",
  derived: "whole",
  handedOut: "whole",
  paid: "whole",
  longestGap: "whole",
  openGap: "whole",
  nextIndex: "whole",
  "history?": walletHistoryPlan,
  createdAt: "whole",
  createdBy: "text",
  "activatedAt?": "whole",
  "activatedBy?": "text",
};

export const listWalletsCall: Call<typeof contract.listWalletsEndpoint> = {
  method: "GET",
  path: "/house/v1/wallets",
  answer: { data: ["list", walletPlan] },
};

export const makeWalletCall: Call<typeof contract.makeWalletEndpoint> = {
  method: "POST",
  path: "/house/v1/wallets",
  body: ["kind", "xpub", "path", "firstIndex", "account", "historyFrom", "gapLimit"],
  answer: walletPlan,
  schema: async () => (await schemas()).makeWalletEndpoint.body,
};

export const activateWalletCall: Call<typeof contract.activateWalletEndpoint> = {
  method: "POST",
  path: "/house/v1/wallets/[walletId]/activate",
  body: ["firstAddress"],
  answer: walletPlan,
  waits: approvalPlan,
  schema: async () => (await schemas()).activateWalletEndpoint.body,
};

export const retireWalletCall: Call<typeof contract.retireWalletEndpoint> = {
  method: "POST",
  path: "/house/v1/wallets/[walletId]/retire",
  body: ["note"],
  answer: walletPlan,
  schema: async () => (await schemas()).retireWalletEndpoint.body,
};
