// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

const costSharePlan: Plan = { "basisPoints?": "whole", "medianRate?": "exact", "medianBasisPoints?": "whole" };

const preparedInputPlan: Plan = { txHash: "text", outputIndex: "whole", quantity: "exact", path: "text" };

const preparedOutputPlan: Plan = {
  kind: "text",
  "payoutId?": "text",
  "moveId?": "text",
  address: "text",
  quantity: "exact",
};

const preparedTransactionPlan: Plan = {
  preparedId: "text",
  "sandbox?": "flag",
  network: "text",
  asset: "text",
  "networkType?": "text",
  status: "text",
  quantity: "exact",
  fee: "exact",
  feeRate: "exact",
  size: "whole",
  "bandwidth?": "whole",
  "expiresAt?": "whole",
  "gasStep?": { address: "text", quantity: "exact" },
  "activation?": "exact",
  "share?": costSharePlan,
  "safe?": { address: "text", nonce: "whole", safeTxHash: "text" },
  walletId: "text",
  inputs: ["list", preparedInputPlan],
  outputs: ["list", preparedOutputPlan],
  "replacesId?": "text",
  "replacedById?": "text",
  "txHash?": "text",
  preparedBy: "text",
  preparedAt: "whole",
  "signedBy?": "text",
  "signedAt?": "whole",
  "sentBy?": "text",
  "sentAt?": "whole",
  "fault?": "text",
  "faultAt?": "whole",
  "reason?": "text",
  "endedAt?": "whole",
};

export const listPreparedCall: Call<typeof contract.listPreparedEndpoint> = {
  method: "GET",
  path: "/house/v1/prepared-transactions",
  query: ["status", "objectId", "limit", "startsAfter"],
  answer: { data: ["list", preparedTransactionPlan], startsAfter: ["null", "text"] },
};

export const prepareTransactionCall: Call<typeof contract.prepareTransactionEndpoint> = {
  method: "POST",
  path: "/house/v1/prepared-transactions",
  body: ["network", "payoutIds", "moveIds", "feeRate", "walletId", "replacesId"],
  answer: preparedTransactionPlan,
  schema: async () => (await schemas()).prepareTransactionEndpoint.body,
};

export const getPreparedCall: Call<typeof contract.getPreparedEndpoint> = {
  method: "GET",
  path: "/house/v1/prepared-transactions/[preparedId]",
  answer: preparedTransactionPlan,
};

export const cancelPreparedCall: Call<typeof contract.cancelPreparedEndpoint> = {
  method: "POST",
  path: "/house/v1/prepared-transactions/[preparedId]/cancel",
  body: ["note"],
  answer: preparedTransactionPlan,
  schema: async () => (await schemas()).cancelPreparedEndpoint.body,
};

export const readPreparedCall: Call<typeof contract.readPreparedEndpoint> = {
  method: "GET",
  path: "/house/v1/prepared-transactions/[preparedId]/file",
  query: ["form"],
  file: "application/octet-stream",
};

export const sendPreparedCall: Call<typeof contract.sendPreparedEndpoint> = {
  method: "POST",
  path: "/house/v1/prepared-transactions/[preparedId]/send",
  answer: preparedTransactionPlan,
};

export const takeSignedCall: Call<typeof contract.takeSignedEndpoint> = {
  method: "POST",
  path: "/house/v1/prepared-transactions/[preparedId]/signed",
  body: ["signed"],
  answer: preparedTransactionPlan,
  schema: async () => (await schemas()).takeSignedEndpoint.body,
};
