import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import type { ApiRequest } from "#e2e/world/client.ts";
import { comeIn, hire, type Person } from "./people.ts";

// Nobody is two persons, and no guard is loosened by one. What fails is expected to until tenancy stands.

const USERS = "/manage/v1/users";

let api: Api;
beforeAll(async () => {
  api = await openApi();
  await api.plainPrices();
  const bill = await api.bill();
  await api.pay(bill, bill.quantity, "bitcoin", 2);
  await api.settings({ secondPerson: "always" });
});
afterAll(async () => {
  await api?.settings({ secondPerson: "default", "houseExposureLimit.BTC": "default" });
  expect(await api?.broken()).toEqual([]);
  await api?.close();
});

type Outcome = { shown: boolean; approval: string };

/** An administrator asks for a payout, comes by a password, and approves with what it opens. */
async function approveAlone(
  takeOver: (admin: Person) => Promise<{ email: string; password?: string }>,
): Promise<Outcome> {
  const admin = await hire(api, "admin");
  const input = { asset: "EUR", quantity: 10, reference: "wire 4711" };
  const requested = await api.post("/manage/v1/payouts", input, admin.who);
  expect(requested.status).toBe(202);
  const { approvalId } = requested.as<{ approvalId: string }>();
  const { email, password } = await takeOver(admin);
  const other = password === undefined ? undefined : await comeIn(api, email, password);
  if (other) await api.post(`/manage/v1/approvals/${approvalId}/approve`, {}, other);
  const { data } = (await api.get("/manage/v1/approvals?limit=500", admin.who)).as<{
    data: { approvalId: string; status: string }[];
  }>();
  return {
    shown: password !== undefined,
    approval: data.find((one) => one.approvalId === approvalId)?.status ?? "unknown",
  };
}

const shownBy = (text: string): string | undefined => (JSON.parse(text) as { password?: string }).password;

describe.each([
  [
    "a person made by the one who asks",
    async (admin: Person) => {
      const email = `ghost-${admin.userId}@example.com`;
      const { text } = await api.post(USERS, { email, name: "Ghost", role: "treasurer" }, admin.who);
      return withPassword(email, text);
    },
  ],
  [
    "a colleague reset by the one who asks",
    async (admin: Person) => {
      const colleague = await hire(api, "treasurer");
      const { text } = await api.post(`${USERS}/${colleague.userId}/password`, undefined, admin.who);
      await api.post(`${USERS}/${colleague.userId}/second-factor/reset`, undefined, admin.who);
      return withPassword(colleague.email, text);
    },
  ],
] as const)("%s", (_who, takeOver) => {
  let done: Outcome;
  beforeAll(async () => {
    done = await approveAlone(takeOver);
  });

  test("has a password that nobody else is shown", () => {
    expect(done.shown).toBe(false);
  });

  test("approves nothing for them", () => {
    expect(done.approval).toBe("PENDING");
  });
});

function withPassword(email: string, text: string): { email: string; password?: string } {
  const password = shownBy(text);
  return password === undefined ? { email } : { email, password };
}

describe("one person alone", () => {
  let treasurer: Partial<ApiRequest>;
  beforeAll(async () => {
    await api.settings({ "depositLimit.BTC": "2" });
    treasurer = (await hire(api, "treasurer")).who;
  });

  test.each([
    ["spreadBps", 0, 403],
    ["guaranteeMs", 604_800_000, 403],
    ["houseExposureLimit.BTC", 1_000_000, 403],
    ["secondPerson", "never", 403],
    ["confirmations.BTC", 1, 202],
    ["depositLimit.BTC", 1_000_000, 202],
    ["toleranceBps", 5_000, 202],
  ])("of the account loosens no guard: %s", async (name, value, status) => {
    const body = { [name]: value, reason: "alone" };
    const before = (await api.get("/manage/v1/settings")).as<Record<string, unknown>>()[name];
    const got = await api.send({ method: "PATCH", target: "/manage/v1/settings", body, ...treasurer });
    expect(got.status).toBe(status);
    expect((await api.get("/manage/v1/settings")).as<Record<string, unknown>>()[name]).toBe(before);
  });

  test.each([
    ["spreadBps", 0],
    ["houseExposureLimit.BTC", "default"],
    ["secondPerson", "never"],
    ["approverAgeMs", 0],
  ])("of the house loosens no guard: %s", async (name, value) => {
    await api.settings({ "houseExposureLimit.BTC": "5" });
    const who = await api.staffOfHouse("admin");
    const { status } = await api.send({
      method: "PATCH",
      target: "/house/v1/settings",
      body: { [name]: value },
      ...who,
    });
    expect(status).toBe(202);
  });
});
