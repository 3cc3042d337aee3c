// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./contract.ts";

export const searchCall: Call<typeof contract.searchEndpoint> = {
  method: "GET",
  path: "/manage/v1/search",
  query: ["q"],
  answer: { data: ["list", { kind: "text", by: "text", value: "text", id: "text" }] },
};
