import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { changes } from "#e2e/stage/server.ts";
import { operatorAs } from "#e2e/stage/staff.ts";
import { show } from "#e2e/stage/stage.tsx";
import type { KeyRecord } from "#lib/keys/contract.ts";
import { HouseKeys } from "#components/settings/house-keys.tsx";
import { KeysTab } from "./keys-tab.tsx";

const KEY: KeyRecord = {
  ...{ keyId: "ak_1", name: "shop-backend", mode: "live", scopes: ["payouts:request"], rate: 50, ipAllow: [] },
  ...{ status: "ACTIVE", createdAt: Date.parse("2026-11-21T12:00:00Z") },
};
const row = (name: string) => page.getByRole("row").filter({ hasText: name });

test("a key that waits for a second person says so, counts as one of the five, and can be revoked", async () => {
  const data = [
    { ...KEY, status: "WAITING" },
    { ...KEY, keyId: "ak_2", name: "old", status: "REVOKED" },
  ];
  await show(<KeysTab />, { role: "admin", answers: { "GET /manage/v1/keys": { data } } });
  await expect.element(row("shop-backend")).toMatchTextContent(/Awaiting approval/);
  await expect.element(page.getByText("1 of 5 in use")).toBeVisible();
  await expect.element(row("shop-backend").getByRole("button", { name: "Revoke shop-backend" })).toBeVisible();
  expect(page.getByRole("button", { name: /^Rotate/ }).elements()).toEqual([]);
  await expect.element(page.getByRole("button", { name: "Show 1 ended key" })).toBeVisible();
});

test.each([
  ["WAITING", 1],
  ["ACTIVE", 0],
] as const)("with its secret a new key tells whether it works already: %s", async (status, count) => {
  await show(<KeysTab />, {
    role: "admin",
    answers: {
      "GET /manage/v1/keys": { data: [] },
      "POST /manage/v1/keys": { ...KEY, status, secret: "sk_1" },
    },
  });
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByLabelText("Name").fill("shop-backend");
  await page.getByRole("checkbox", { name: /^payouts:request/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  await expect.element(page.getByText("sk_1", { exact: true })).toBeVisible();
  expect(page.getByText(/It works once a second person has approved it/).elements()).toHaveLength(count);
});

test("keys of the operator are listed, made with its own scopes and revoked; none takes another's place", async () => {
  const mine = { ...KEY, keyId: "ak_h", name: "statements", scopes: ["house:statements"] };
  await show(<HouseKeys />, {
    staff: operatorAs("admin"),
    answers: {
      "GET /house/v1/keys": { data: [mine] },
      "POST /house/v1/keys": { ...mine, keyId: "ak_i", secret: "sk_1" },
      "DELETE /house/v1/keys/ak_h": { keyId: "ak_h", revoked: true },
    },
  });
  await expect.element(row("statements")).toMatchTextContent(/house:statements/);
  await page.getByRole("button", { name: "Create key" }).click();
  const form = page.getByRole("dialog", { name: "Create key" });
  expect(form.getByRole("checkbox", { name: /^payments:/ }).elements()).toEqual([]);
  await form.getByLabelText("Name").fill("bank");
  await form.getByRole("checkbox", { name: /^house:statements/ }).click();
  await form.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("button", { name: "I have copied it" }).click();
  expect(page.getByRole("button", { name: /^Rotate/ }).elements()).toEqual([]);
  await page.getByRole("button", { name: "Revoke statements" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect.element(page.getByText("Key statements is revoked")).toBeVisible();
  expect(changes().map(({ method, path, body }) => [method, path, body])).toEqual([
    ["POST", "/house/v1/keys", '{"name":"bank","ipAllow":[],"scopes":["house:statements"]}'],
    ["DELETE", "/house/v1/keys/ak_h", ""],
  ]);
});

test("an auditor of the operator sees its keys and changes none", async () => {
  await show(<HouseKeys />, { staff: operatorAs("auditor"), answers: { "GET /house/v1/keys": { data: [KEY] } } });
  await expect.element(row("shop-backend")).toBeVisible();
  expect(page.getByRole("button", { name: /^(Create|Rotate|Revoke)/ }).elements()).toEqual([]);
});
