// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./stream-contract.ts";

export const streamCall: Call<typeof contract.streamEndpoint> = {
  method: "GET",
  path: "/manage/v1/stream",
  file: "text/event-stream",
};
