// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import { settlementPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./contract.ts";

const settlementPagePlan: Plan = { data: ["list", settlementPlan], startsAfter: ["null", "text"] };

export const listSettlementsCall: Call<typeof contract.listSettlementsEndpoint> = {
  method: "GET",
  path: "/manage/v1/settlements",
  query: ["status", "currency", "minimum", "maximum", "limit", "startsAfter"],
  answer: settlementPagePlan,
};

export const getSettlementCall: Call<typeof contract.getSettlementEndpoint> = {
  method: "GET",
  path: "/manage/v1/settlements/[settlementId]",
  answer: settlementPlan,
};

export const listHouseSettlementsCall: Call<typeof contract.listHouseSettlementsEndpoint> = {
  method: "GET",
  path: "/house/v1/settlements",
  query: ["status", "currency", "minimum", "maximum", "limit", "startsAfter", "account"],
  answer: settlementPagePlan,
};

export const getHouseSettlementCall: Call<typeof contract.getHouseSettlementEndpoint> = {
  method: "GET",
  path: "/house/v1/settlements/[settlementId]",
  answer: settlementPlan,
};
