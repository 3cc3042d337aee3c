import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agree } from "#e2e/world/agreed.ts";
import { type Api, openApi } from "#e2e/world/api.ts";
import type { ApiRequest } from "#e2e/world/client.ts";

let api: Api;
beforeAll(async () => {
  api = await openApi({ alone: true });
  await api.settings({ secondPerson: "always" });
});
afterAll(() => api?.close());

describe("one person of the house changes nothing that rules by a value beside it", () => {
  let admin: Partial<ApiRequest>;
  const patch = (body: object) => api.send({ method: "PATCH", target: "/house/v1/settings", body, ...admin });
  beforeAll(async () => {
    admin = await api.staffOfHouse("admin");
    const agreed = async (body: object) => {
      const got = await patch(body);
      if (got.status === 202) await agree(api.app, got.as<{ approvalId: string }>().approvalId);
    };
    await agreed({ spreadBps: 50, "spreadBps.EUR": 200, "confirmations.EUR": "3,50000:6" });
    await agreed({ account: "acme", spreadBps: 100, explicitFeeBps: 80, "confirmations.USD": 6 });
  });

  test.each([
    ["an account's rate, taken back to that of all", { account: "acme", spreadBps: "default" }, 202],
    ["a crypto's confirmations over the fiat's tiers", { "confirmations.BTC": 2 }, 202],
    ["a crypto's rate over the fiat's", { "spreadBps.BTC": 50 }, 202],
    ["a crypto's confirmations for all over an account's", { "confirmations.BTC": "5,50000:6" }, 202],
    ["confirmations that are more for every pair of every account", { "confirmations.BTC": "6,50000:7" }, 200],
    ["a rate that says what rules anyway", { account: "acme", "explicitFeeBps.BTC": 80 }, 202],
    ["a rate that stands there already", { account: "acme", explicitFeeBps: 80 }, 200],
  ])("%s", async (_what, body, status) => {
    const got = await patch(body);
    expect(got.status, got.text).toBe(status);
  });
});
