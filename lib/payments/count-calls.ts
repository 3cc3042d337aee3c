// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./count-contract.ts";

const schemas = () => import("./count-contract.ts");

export const countPaymentsCall: Call<typeof contract.countPaymentsEndpoint> = {
  method: "POST",
  path: "/manage/v1/payments/counts",
  body: ["filters"],
  answer: { counts: ["list", "whole"] },
  schema: async () => (await schemas()).countPaymentsEndpoint.body,
};
