import { describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { awaited, changes, refusal, pressTwice } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import type { KeyRecord } from "#lib/keys/contract.ts";
import type { EndpointRecord } from "#lib/webhooks/contract.ts";
import { type EndpointDialog, EndpointDialogs } from "./endpoint-dialogs.tsx";
import { RevokeDialog, RotateDialog } from "./key-dialogs.tsx";
import { KeyForm } from "./key-form.tsx";
import { ResendDialog } from "./resend-dialog.tsx";

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("dialog");
const bodies = () => changes().map(({ method, path, body }) => [method, path, body]);
const KEY: KeyRecord = {
  keyId: "ak_1",
  name: "shop-backend",
  mode: "sandbox",
  scopes: ["payments:read"],
  rate: 50,
  ipAllow: [],
  status: "ACTIVE",
  createdAt: Date.parse("2026-11-21T12:00:00Z"),
};

describe("a new key", () => {
  const made = { ...KEY, keyId: "ak_9", name: "shop", secret: "s" };

  test("has just what was ticked and written, and is made once", async () => {
    const onMade = vi.fn();
    const { answer, give } = awaited(made);
    await show(<KeyForm onClose={vi.fn()} onMade={onMade} />, { answers: { "POST /manage/v1/keys": answer } });
    await page.getByLabelText("Name").fill(" shop ");
    await page.getByRole("checkbox", { name: /^payments:read/ }).click();
    await page.getByRole("checkbox", { name: /^payments:write/ }).click();
    await page.getByRole("checkbox", { name: /^payments:write/ }).click();
    await page.getByRole("checkbox", { name: /^events:read/ }).click();
    await page.getByLabelText("Allowed IPs").fill("203.0.113.7, 10.0.0.0/8\n2001:db8::1");
    await page.getByLabelText("Requests per second").fill("25");
    await pressTwice(dialog.getByRole("button").last());
    give();
    await expect.poll(() => onMade.mock.calls.map(([key]) => key)).toEqual([made]);
    expect(bodies()).toEqual([
      [
        "POST",
        "/manage/v1/keys",
        '{"name":"shop","rate":25,"ipAllow":["203.0.113.7","10.0.0.0/8","2001:db8::1"],"scopes":["payments:read","events:read"]}',
      ],
    ]);
  });

  test("expires so many days from now as was chosen", async () => {
    await show(<KeyForm onClose={vi.fn()} onMade={vi.fn()} />, { answers: { "POST /manage/v1/keys": made } });
    await page.getByLabelText("Name").fill("shop");
    await page.getByRole("checkbox", { name: /^sandbox/ }).click();
    await page.getByLabelText("Expires").selectOptions("30");
    vi.spyOn(Date, "now").mockReturnValue(1_790_000_000_000);
    await button("Create key").click();
    await expect.poll(() => changes().length).toBe(1);
    expect(JSON.parse(changes()[0]?.body ?? "{}")).toMatchObject({ expiresAt: 1_790_000_000_000 + 30 * 86_400_000 });
  });

  test.each(["0", "100001", "1.5", "ten", "-1"])("is not made with a rate of %s", async (rate) => {
    await show(<KeyForm onClose={vi.fn()} onMade={vi.fn()} />);
    await page.getByLabelText("Requests per second").fill(rate);
    await button("Create key").click();
    await expect
      .element(page.getByLabelText("Requests per second"))
      .toHaveAccessibleDescription(/whole number from 1 to 100 000/);
    await expect.element(page.getByLabelText("Name")).toHaveAccessibleDescription(/Enter a name\./);
    await expect.element(page.getByText("Select at least one scope.")).toBeVisible();
    await expect.element(page.getByLabelText("Name")).toHaveFocus();
    expect(changes()).toEqual([]);
  });
});

describe("an old key", () => {
  test.each([
    [undefined, 86_400_000],
    ["Immediately", 0],
    ["In 7 days", 604_800_000],
  ])("is replaced and ends %s", async (choice, overlapMs) => {
    const onMade = vi.fn();
    const { answer, give } = awaited({ ...KEY, keyId: "ak_2", secret: "s" });
    await show(<RotateDialog keyRecord={KEY} onClose={vi.fn()} onMade={onMade} />, {
      answers: { "POST /manage/v1/keys/ak_1/rotate": answer },
    });
    if (choice) await page.getByLabelText("Old key expires").selectOptions(choice);
    await pressTwice(button("Rotate"));
    give();
    await expect.poll(() => onMade.mock.calls.length).toBe(1);
    expect(bodies()).toEqual([["POST", "/manage/v1/keys/ak_1/rotate", `{"overlapMs":${overlapMs}}`]]);
  });

  test("proven by a public key is replaced by another one only", async () => {
    const old = { ...KEY, publicKey: "aa" };
    await show(<RotateDialog keyRecord={old} onClose={vi.fn()} onMade={vi.fn()} />, {
      answers: { "POST /manage/v1/keys/ak_1/rotate": { ...old, keyId: "ak_2", name: "n" } },
    });
    await button("Rotate").click();
    await expect.element(page.getByText("Paste the new public key.")).toBeVisible();
    expect(changes()).toEqual([]);
    await page.getByLabelText("New public key (Ed25519)").fill(" bb ");
    await button("Rotate").click();
    await expect
      .poll(bodies)
      .toEqual([["POST", "/manage/v1/keys/ak_1/rotate", '{"overlapMs":86400000,"publicKey":"bb"}']]);
  });

  test("is revoked by its own id, after it was named", async () => {
    const onClose = vi.fn();
    await show(<RevokeDialog keyRecord={KEY} onClose={onClose} />, {
      answers: { "DELETE /manage/v1/keys/ak_1": { keyId: "ak_1", revoked: true } },
    });
    await expect.element(dialog).toHaveAccessibleName("Revoke shop-backend?");
    await expect.element(button("Cancel")).toHaveFocus();
    await pressTwice(button("Revoke key"));
    await expect.element(page.getByText("Key shop-backend is revoked")).toBeVisible();
    expect(bodies()).toEqual([["DELETE", "/manage/v1/keys/ak_1", ""]]);
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe("a webhook endpoint", () => {
  const endpoint: EndpointRecord = {
    endpointId: "we_1",
    url: "https://a.example/hooks",
    description: "old",
    eventTypes: ["payment.completed"],
    ordered: false,
    status: "ENABLED",
    pending: 0,
    createdAt: Date.parse("2026-11-21T12:00:00Z"),
    updatedAt: Date.parse("2026-11-21T12:00:00Z"),
  };
  const ask = async (opened: EndpointDialog, answers = {}) => {
    const onAsk = vi.fn();
    await show(<EndpointDialogs dialog={opened} onAsk={onAsk} />, { answers });
    return onAsk;
  };

  test("needs an address; its secret is shown once it was added", async () => {
    const onAsk = await ask(
      { command: "add" },
      { "POST /manage/v1/webhook-endpoints": { ...endpoint, secret: "whsec_1" } },
    );
    await button("Add endpoint").click();
    await expect.element(page.getByLabelText("URL")).toHaveAccessibleDescription(/Enter a URL/);
    await page.getByLabelText("URL").fill(" https://b.example/hooks ");
    await page.getByRole("checkbox", { name: /^In order/ }).click();
    await pressTwice(button("Add endpoint"));
    await expect.poll(() => onAsk.mock.calls).toEqual([[{ command: "show", secret: "whsec_1" }]]);
    expect(bodies()).toEqual([
      [
        "POST",
        "/manage/v1/webhook-endpoints",
        '{"url":"https://b.example/hooks","description":"","eventTypes":[],"ordered":true}',
      ],
    ]);
  });

  test("for some events needs one, and is told what the server has against its address at the field", async () => {
    const errors = [{ field: "url", message: "url must be https." }];
    await ask(
      { command: "add" },
      { "POST /manage/v1/webhook-endpoints": refusal(400, "VALIDATION_FAILED", "No.", { errors }) },
    );
    await page.getByLabelText("URL").fill("http://b.example");
    await page.getByRole("radio", { name: "Only these" }).click({ force: true });
    await button("Add endpoint").click();
    await expect.element(page.getByText("Select at least one event, or all.")).toBeVisible();
    expect(changes()).toEqual([]);
    await page.getByRole("checkbox", { name: "payment.completed" }).click();
    await button("Add endpoint").click();
    await expect.element(page.getByLabelText("URL")).toHaveAccessibleDescription(/This must be https\./);
    expect(JSON.parse(changes()[0]?.body ?? "{}")).toMatchObject({ eventTypes: ["payment.completed"] });
  });

  test("is removed by its own id, its address named", async () => {
    const onAsk = await ask(
      { command: "remove", endpoint },
      { "DELETE /manage/v1/webhook-endpoints/we_1": { endpointId: "we_1", deleted: true } },
    );
    await expect.element(dialog).toMatchTextContent(/https:\/\/a\.example\/hooks/);
    await pressTwice(dialog.getByRole("button").last());
    await expect.poll(() => onAsk.mock.calls).toEqual([[undefined]]);
    expect(bodies().map(([method, path]) => [method, path])).toEqual([["DELETE", "/manage/v1/webhook-endpoints/we_1"]]);
  });
});

test("a range to resend says how many in figures that are read at once", async () => {
  const [until, hour] = [Date.now(), 3_600_000];
  const counted = { since: until - hour, until, failed: 1_204, delivered: 12_880 };
  await show(<ResendDialog endpointId="ep_1" onClose={() => undefined} onSent={() => undefined} />, {
    answers: { "GET /manage/v1/webhook-endpoints/ep_1/resend": counted },
  });
  await expect.element(page.getByText("1 204 not delivered · 12 880 delivered")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Resend 1 204 deliveries" })).toBeVisible();
});

test.each([
  ["failed", undefined, "Resend 2 deliveries"],
  ["all", "All", "Resend 5 deliveries"],
])("a range is resent as it was chosen and counted: %s", async (which, choice, action) => {
  const counted = { since: 1_790_000_000_000, until: 1_790_000_100_000, failed: 2, delivered: 3 };
  const path = "/manage/v1/webhook-endpoints/ep_1/resend";
  await show(<ResendDialog endpointId="ep_1" onClose={() => undefined} onSent={() => undefined} />, {
    answers: { [`GET ${path}`]: counted, [`POST ${path}`]: { count: 2 } },
  });
  if (choice) await page.getByRole("radio", { name: new RegExp(`^${choice}`) }).click();
  await button(action).click();
  await expect
    .poll(() => changes().map((one) => [one.path, JSON.parse(one.body ?? "{}").which]))
    .toEqual([[path, which]]);
});
