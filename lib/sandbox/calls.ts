// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

export const playBankCall: Call<typeof contract.playBankEndpoint> = {
  method: "POST",
  path: "/sandbox/v1/bank",
  body: ["currency", "amount", "reference", "at", "counterparty"],
  answer: { statementId: "text", unexpected: "whole" },
  schema: async () => (await schemas()).playBankEndpoint.body,
};

export const mineBlocksCall: Call<typeof contract.mineBlocksEndpoint> = {
  method: "POST",
  path: "/sandbox/v1/blocks",
  body: ["network", "count", "blockTimeOffsetMs"],
  answer: { network: "text", height: "whole", hash: "text" },
  schema: async () => (await schemas()).mineBlocksEndpoint.body,
};

export const setBookCall: Call<typeof contract.setBookEndpoint> = {
  method: "POST",
  path: "/sandbox/v1/book",
  body: ["base", "quote", "levels"],
  answer: { base: "text", quote: "text", levels: ["list", { price: "exact", quantity: "exact" }] },
  schema: async () => (await schemas()).setBookEndpoint.body,
};

export const setChainCall: Call<typeof contract.setChainEndpoint> = {
  method: "POST",
  path: "/sandbox/v1/chain",
  body: ["autoMine", "feeEstimate", "network"],
  answer: { autoMine: "flag", "feeEstimate?": "exact" },
  schema: async () => (await schemas()).setChainEndpoint.body,
};

export const advanceClockCall: Call<typeof contract.advanceClockEndpoint> = {
  method: "POST",
  path: "/sandbox/v1/clock",
  body: ["advanceMs"],
  answer: { now: "whole" },
  schema: async () => (await schemas()).advanceClockEndpoint.body,
};

export const sendDepositCall: Call<typeof contract.sendDepositEndpoint> = {
  method: "POST",
  path: "/sandbox/v1/deposits",
  body: [
    "address",
    "quantity",
    "cryptoType",
    "networkType",
    "sourceAddress",
    "confirmations",
    "feeRate",
    "replaceable",
  ],
  answer: { txHash: "text" },
  schema: async () => (await schemas()).sendDepositEndpoint.body,
};

export const setPriceCall: Call<typeof contract.setPriceEndpoint> = {
  method: "POST",
  path: "/sandbox/v1/prices",
  body: ["base", "quote", "price", "stale"],
  answer: { base: "text", quote: "text", "price?": "exact", stale: "flag" },
  schema: async () => (await schemas()).setPriceEndpoint.body,
};

export const reorganiseCall: Call<typeof contract.reorganiseEndpoint> = {
  method: "POST",
  path: "/sandbox/v1/reorg",
  body: ["network", "depth", "drop", "doubleSpend"],
  answer: { network: "text", height: "whole", hash: "text" },
  schema: async () => (await schemas()).reorganiseEndpoint.body,
};

export const settleCall: Call<typeof contract.settleEndpoint> = {
  method: "POST",
  path: "/sandbox/v1/settle",
  answer: { idle: "flag" },
};

export const signCall: Call<typeof contract.signEndpoint> = {
  method: "POST",
  path: "/sandbox/v1/sign",
  body: ["preparedId"],
  answer: { signed: "text" },
  schema: async () => (await schemas()).signEndpoint.body,
};

export const spendCall: Call<typeof contract.spendEndpoint> = {
  method: "POST",
  path: "/sandbox/v1/spend",
  body: ["network", "asset", "quantity", "to", "fee", "txHash"],
  answer: { txHash: "text" },
  schema: async () => (await schemas()).spendEndpoint.body,
};

export const setVenueCall: Call<typeof contract.setVenueEndpoint> = {
  method: "POST",
  path: "/sandbox/v1/venue",
  body: ["fault", "count"],
  answer: { fault: "text", "count?": "whole" },
  schema: async () => (await schemas()).setVenueEndpoint.body,
};

export const playTransferCall: Call<typeof contract.playTransferEndpoint> = {
  method: "POST",
  path: "/sandbox/v1/venue-transfers",
  body: ["kind", "asset", "networkType", "quantity", "fee", "state", "reference", "txHash", "address", "label"],
  answer: { reference: "text", "txHash?": "text" },
  schema: async () => (await schemas()).playTransferEndpoint.body,
};
