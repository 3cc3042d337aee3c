// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import { firstCasesPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./first-contract.ts";

export const firstCasesCall: Call<typeof contract.firstCasesEndpoint> = {
  method: "GET",
  path: "/manage/v1/cases/first",
  query: ["kind", "fiat", "by", "limit"],
  answer: firstCasesPlan,
};
