// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./count-contract.ts";

const schemas = () => import("./count-contract.ts");

export const countConversionsCall: Call<typeof contract.countConversionsEndpoint> = {
  method: "POST",
  path: "/manage/v1/conversions/counts",
  body: ["filters"],
  answer: { counts: ["list", "whole"] },
  schema: async () => (await schemas()).countConversionsEndpoint.body,
};
