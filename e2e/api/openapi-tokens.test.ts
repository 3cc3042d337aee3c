import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";

let api: Api;
beforeAll(async () => {
  api = await openApi();
  for (let made = 0; made < 2; made += 1) await api.bill({ subaccount: `shop ${made}` });
  const bill = await api.bill({ strategy: "RAI" });
  await api.pay(bill, "0.001", "bitcoin");
});
afterAll(() => api?.close());

const LISTS = ["/manage/v1/statement", "/manage/v1/audit", "/manage/v1/customers"];

test("a page's token is taken by the list that gave it, and by no other", async () => {
  for (const list of LISTS) {
    const first = await api.get(`${list}?limit=1`);
    const { startsAfter } = first.as<{ startsAfter: string }>();
    expect(startsAfter, list).toEqual(expect.any(String));
    for (const other of LISTS) {
      const got = await api.get(`${other}?startsAfter=${startsAfter}`);
      if (other === list) expect(got.status, other).toBe(200);
      else expect([got.status, got.problem.code], `${list} to ${other}`).toEqual([400, "INVALID_PAGINATION_TOKEN"]);
    }
  }
});
