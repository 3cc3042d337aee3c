import { endpoint } from "#lib/api/endpoint.ts";

export const getExposureEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/exposure",
  scope: "house:read",
  summary:
    "Answers what the house's book holds of each crypto, what is being hedged, and what the account's bills promise.",
});
