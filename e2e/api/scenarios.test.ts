import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import type { PlayedScenario } from "#lib/scenarios/scenario-contract.ts";
import { SCENARIOS, type ScenarioName } from "#lib/scenarios/scenario-names.ts";

let api: Api;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api?.close());

const play = async (name: ScenarioName) => {
  const got = await api.post("/sandbox/v1/scenarios", { name });
  expect(got.status, got.text).toBe(200);
  return got.as<PlayedScenario>();
};

const ENDS: Partial<Record<ScenarioName, object>> = {
  exact: { status: "COMPLETED", amountStatus: "PAID", labels: [], fiatReceived: 100 },
  under: { status: "COMPLETED", amountStatus: "UNDERPAID", labels: [] },
  over: { status: "COMPLETED", amountStatus: "OVERPAID", labels: [], quantityUnconverted: 0 },
  late: { status: "COMPLETED", amountStatus: "PAID", labels: ["LATE"], fiatReceived: 0 },
  twice: { status: "COMPLETED", amountStatus: "OVERPAID", labels: ["MULTIPLE"] },
  "wrong-coin": { status: "PENDING", labels: ["HELD", "WRONG_ASSET"], quantityReceived: 0 },
  reorganised: { status: "PENDING", amountStatus: "UNPAID", labels: ["REVERSED"], fiatReceived: 0 },
  "double-spent": { status: "PENDING", deposits: [{ status: "DROPPED", reasonCode: "DOUBLE_SPENT" }] },
  expired: { status: "EXPIRED", amountStatus: "UNPAID" },
  "limit-not-met": { status: "COMPLETED", labels: ["LIMIT_NOT_MET"], limitMet: false, fiatReceived: 0 },
};

test.each(Object.entries(ENDS))("%s ends as it should", async (name, end) => {
  const { paymentId = "", steps } = await play(name as ScenarioName);
  expect(await api.payment(paymentId)).toMatchObject(end);
  expect(steps.length).toBeGreaterThan(1);
});

test("a stale price refuses the bill, and the next one is made", async () => {
  expect((await play("stale-price")).code).toBe("PRICE_UNAVAILABLE");
  await api.bill({ cryptoType: "USDC", fiat: "CAD" });
});

test.each([
  ["venue-refuses", { status: "CREATED" }],
  ["outcome-unknown", { status: "EXECUTED", fiatReceived: 99.5 }],
] as const)("%s: the conversion ends as it should", async (name, end) => {
  // A price that stands: the sandbox's own path takes a step now and then, also between bill and quote.
  await api.post("/sandbox/v1/prices", '{"base":"BTC","quote":"EUR","price":50000}');
  const { invoiceId } = await play(name);
  const [conversion] = (await api.get(`/payment/v1/conversion?invoiceId=${invoiceId}`)).as<
    { status: string; lastError?: unknown }[]
  >();
  expect(conversion).toMatchObject(end);
  expect(conversion?.lastError !== undefined).toBe(name === "venue-refuses");
});

test("every scenario has its test, an unknown one is refused, and the books hold after all of them", async () => {
  const tested = [...Object.keys(ENDS), "stale-price", "venue-refuses", "outcome-unknown"];
  expect(tested.sort()).toEqual([...SCENARIOS].sort());
  expect((await api.post("/sandbox/v1/scenarios", { name: "luck" })).problem.errors?.[0]?.field).toBe("name");
  expect(await api.broken()).toEqual([]);
});
