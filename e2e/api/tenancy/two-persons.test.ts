import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import type { Asked, Client } from "#e2e/world/client.ts";
import { comeIn, hire, openLive, type Person } from "./people.ts";

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
  expect(await api?.broken()).toEqual([]);
  await api?.close();
});

type Outcome = { shown: boolean; approval: string };

/** An administrator asks for a payout, comes by a password, and approves with what it opens. */
async function approveAlone(
  takeOver: (admin: Person) => Promise<{ email: string; password?: string }>,
): Promise<Outcome> {
  const admin = await hire(api, "admin");
  const wish = { asset: "EUR", quantity: 10, reference: "wire 4711" };
  const asked = await api.post("/manage/v1/payouts", wish, admin.who);
  expect(asked.status).toBe(202);
  const { approvalId } = asked.as<{ approvalId: string }>();
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

describe("one person alone, in live", () => {
  let live: { send: Client; close(): void };
  let treasurer: Partial<Asked>;
  beforeAll(async () => {
    live = await openLive(api);
    treasurer = (await hire(api, "treasurer")).who;
  });
  afterAll(() => live?.close());

  /** What the account's rules are when one person has asked for another one. */
  async function askedFor(name: string, value: number): Promise<{ status: number; rules: unknown }> {
    const body = { [name]: value, reason: "alone" };
    const { status } = await live.send({ method: "PATCH", target: "/manage/v1/settings", body, ...treasurer });
    expect(status).not.toBe(400);
    const rules = (await api.get("/manage/v1/settings")).as<Record<string, unknown>>()[name];
    return { status, rules };
  }

  test("changes no rate", async () => {
    const { status, rules } = await askedFor("spreadBps", 0);
    expect(status).not.toBe(200);
    expect(rules).not.toBe(0);
  });

  test.fails.each([
    ["confirmations.BTC", 1],
    ["guaranteeMs", 604_800_000],
    ["houseExposureLimit.BTC", 1_000_000],
    ["depositLimit.BTC", 1_000_000],
  ])("loosens no guard: %s", async (name, value) => {
    const { status, rules } = await askedFor(name, value);
    expect(status).not.toBe(200);
    expect(rules).not.toBe(value);
  });
});
