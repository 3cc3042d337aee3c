import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type Answers, changes, refusal, pressTwice } from "#e2e/stage/server.ts";
import { type Play, show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { RulesTab } from "./rules-tab.tsx";

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("dialog");
const value = page.getByLabelText(/^New value/);
const PATCH = "PATCH /manage/v1/settings";
const HOUSE = "PATCH /house/v1/settings";
/** A person who sets the account's own values, and the house's for it. */
const BOTH = {
  userId: "usr_1",
  name: "Anna Keller",
  email: "anna@example.com",
  accounts: [{ id: "acc_1", name: "acme", role: "admin" }],
  house: { id: "acc_0", name: "house", role: "treasurer" },
};
const STORED = {
  spreadBps: Decimal.from("80"),
  "spreadBps.BTC.EUR": Decimal.from("125"),
  overpayment: "CONVERT",
  guaranteeMs: Decimal.from("7200000"),
};

async function open(answers: Answers = {}, play: Play = {}): Promise<void> {
  await show(<RulesTab />, {
    ...(play.role ? {} : { staff: BOTH }),
    ...play,
    answers: {
      "GET /manage/v1/settings": STORED,
      "GET /manage/v1/audit": { data: [], startsAfter: null },
      [PATCH]: STORED,
      [HOUSE]: STORED,
      ...answers,
    },
  });
  await expect.element(page.getByRole("table").first()).toBeVisible();
}

async function write(opener: RegExp, typed: string, reason = "agreed by mail"): Promise<void> {
  await button(opener).click();
  await value.fill(typed);
  await page.getByLabelText("Reason").fill(reason);
}

test("who changed a setting is named, a key by its end", async () => {
  const change = {
    at: 0,
    action: "setting.change",
    objectKind: "setting",
    objectId: "spreadBps",
    detail: { after: "80" },
  };
  const data = [
    { ...change, requestId: "r1", actor: "staff:Demo" },
    { ...change, requestId: "r2", actor: "key:ak_0123456789abcdef" },
  ];
  await open({ "GET /manage/v1/audit": { data, startsAfter: null } });
  await expect.element(page.getByRole("cell", { name: "Demo", exact: true })).toBeVisible();
  await expect.element(page.getByRole("cell", { name: "API key …abcdef" })).toBeVisible();
});

describe("what is stored", () => {
  test.each<[RegExp, string, string | RegExp, string]>([
    [
      /^Change Spread: 0\.80/,
      "0.85",
      "Set Spread to 0.85\u00a0%",
      '{"spreadBps":85,"reason":"agreed by mail","account":"acme"}',
    ],
    [
      /^Change Spread BTC\/EUR: 1\.25/,
      "0,5",
      "Set Spread BTC/EUR to 0.50\u00a0%",
      '{"spreadBps.BTC.EUR":50,"reason":"agreed by mail","account":"acme"}',
    ],
    [
      /^Change Spread BCH\/EUR: 0\.80/,
      "2",
      "Set Spread BCH/EUR to 2.00\u00a0%",
      '{"spreadBps.BCH.EUR":200,"reason":"agreed by mail","account":"acme"}',
    ],
    [
      /^Change Guarantee: 120.minutes$/,
      "90",
      "Set Guarantee to 90\u00a0minutes",
      '{"guaranteeMs":5400000,"reason":"agreed by mail","account":"acme"}',
    ],
    [
      /^Change Open-bill limit EUR: none$/,
      "100000",
      /^Set Open-bill limit EUR to 100.?000.EUR$/,
      '{"openExposureLimit.EUR":100000,"reason":"agreed by mail"}',
    ],
    [
      /^Change Type to confirm above BTC/,
      "0.5",
      "Set Type to confirm above BTC to 0.5\u00a0BTC",
      '{"typedAbove.BTC":0.5,"reason":"agreed by mail"}',
    ],
  ])("%s to %s: the button says it, the request holds the stored unit, once", async (opener, typed, label, body) => {
    await open();
    await write(opener, typed);
    const action = dialog.getByRole("button", { name: label });
    await pressTwice(action);
    await expect.element(dialog).not.toBeInTheDocument();
    expect(changes().map((sent) => sent.body)).toEqual([body]);
  });

  test("before and after stand beside each other while it is written", async () => {
    await open();
    await write(/^Change Spread BTC\/EUR: 1\.25/, "0.9");
    await expect.element(dialog).toMatchTextContent(/Now ?1\.25 % ?Then ?0\.90 %/);
    await page.getByRole("checkbox", { name: "Back to the default" }).click();
    await expect.element(value).not.toBeInTheDocument();
    await dialog.getByRole("button", { name: /^Set Spread BTC\/EUR to/ }).click();
    await expect
      .poll(() => changes().map(({ body }) => body))
      .toEqual(['{"spreadBps.BTC.EUR":"default","reason":"agreed by mail","account":"acme"}']);
  });

  test("a choice is sent as its word", async () => {
    await open();
    await button(/^Change .*: Convert/i)
      .first()
      .click();
    await page.getByRole("combobox", { name: /^New value/ }).selectOptions("KEEP");
    await page.getByLabelText("Reason").fill("policy");
    await dialog.getByRole("button", { name: /^Set/ }).click();
    await expect.poll(() => changes().map(({ body }) => body)).toEqual(['{"overpayment":"KEEP","reason":"policy"}']);
  });
});

describe("what is refused before anything is sent", () => {
  test.each([
    ["0.80", "This is the current value."],
    ["0.8", "This is the current value."],
    ["0.005", "Enter a number in %."],
    ["-1", "Enter a number in %."],
    ["1,000", "Enter a number in %."],
    ["", "Enter a number in %."],
  ])("a spread of '%s': %s", async (typed, fault) => {
    await open();
    await write(/^Change Spread: 0\.80/, typed);
    await button("Save").click();
    await expect.element(value).toHaveAccessibleDescription(fault);
    expect(changes()).toEqual([]);
  });

  test("a change without a reason", async () => {
    await open();
    await write(/^Change Spread: 0\.80/, "1", "  ");
    await dialog.getByRole("button", { name: /^Set Spread/ }).click();
    await expect.element(page.getByLabelText("Reason")).toHaveAccessibleDescription(/Enter a reason\./);
    expect(changes()).toEqual([]);
  });
});

test("in live a risky rate waits for a second person, and is not called changed", async () => {
  await open({ [HOUSE]: { approvalId: "apr_1", expiresAt: 1 } }, { mode: "live" });
  await write(/^Change Spread: 0\.80/, "1");
  await expect.element(dialog).toMatchTextContent(/once a second person approves it/);
  await dialog.getByRole("button", { name: "Request: set Spread to 1.00\u00a0%" }).click();
  await expect.element(page.getByText(/^Spread to 1\.00.%: awaiting approval/)).toBeVisible();
  await expect.element(button(/^Change Spread: 0\.80/)).toBeVisible();
});

test("what was changed shows at once; what was refused leaves the old value and says why", async () => {
  let stored: object = STORED;
  await open({
    "GET /manage/v1/settings": () => stored,
    [HOUSE]: () => {
      stored = { ...STORED, spreadBps: Decimal.from("100") };
      return stored;
    },
  });
  await write(/^Change Spread: 0\.80/, "1");
  await dialog.getByRole("button", { name: /^Set Spread/ }).click();
  await expect.element(button(/^Change Spread: 1\.00/)).toBeVisible();
});

test("a refusal stays in the dialog", async () => {
  await open({ [HOUSE]: refusal(400, "VALIDATION_FAILED", "spreadBps is at most 5000.") });
  await write(/^Change Spread: 0\.80/, "60");
  await dialog.getByRole("button", { name: /^Set Spread/ }).click();
  await expect
    .element(page.getByRole("alert"))
    .toMatchTextContent(/The setting was not changed ?spreadBps is at most 5000\./);
});

test.each([
  ["viewer", "Viewer"],
  ["operator", "Operations"],
] as const)("a %s reads every value and can press none", async (role, name) => {
  await open({}, { role });
  await expect.element(page.getByText(`Your role (${name}) is read-only.`)).toBeVisible();
  await expect.element(button(/^Change/)).not.toBeInTheDocument();
  await expect.element(page.getByRole("cell", { name: "0.80 %" }).first()).toBeVisible();
});

test("the limits of fiat and those of crypto stand in line", async () => {
  await open();
  const ends = (name: string) =>
    [...page.getByRole("table", { name }).element().querySelectorAll("thead th")].map((head) =>
      Math.round(head.getBoundingClientRect().right),
    );
  expect(ends("Limits by crypto")).toEqual(ends("Limits by fiat"));
});
