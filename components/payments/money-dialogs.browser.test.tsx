import { describe, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { type Answers, changes, LOST, Reply, refusal, pressTwice } from "#e2e/stage/server.ts";
import { type Play, show } from "#e2e/stage/stage.tsx";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import type { recordPayoutEndpoint } from "#lib/payouts/contract.ts";
import { PaymentActions } from "./payment-actions.tsx";
import { deposit, payment } from "./payment.fixture.ts";

const of = (text: string) => Decimal.from(text);
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("dialog");
const held = deposit({
  txId: "tx-000123",
  status: "HELD",
  reasonCode: "DEPOSIT_LIMIT",
  quantity: of("0.0042"),
  quantityPending: of("0.0042"),
});
const wrong = { ...held, txId: "tx-000999", cryptoType: "USDC", quantity: of("7"), quantityPending: of("7") } as const;
const free = payment({ status: "COMPLETED", quantityUnconverted: of("0.5"), quantityLocked: of("0.1") });

const RECORDED: OutputOf<typeof recordPayoutEndpoint> = {
  payoutId: "po_1",
  kind: "PAYOUT",
  status: "RECORDED",
  username: "acme",
  askedBy: "staff:Ada",
  asset: "BTC",
  quantity: of("0.15"),
  reference: "ticket 4711",
  at: Date.parse("2026-11-21T12:00:00Z"),
};
const WAITING: ApprovalRecord = {
  approvalId: "apr_1",
  what: "payout",
  decides: "house",
  status: "PENDING",
  askedBy: "staff:Ada",
  askedAt: Date.parse("2026-11-21T12:00:00Z"),
  yours: true,
  needs: 1,
  expiresAt: Date.parse("2026-11-22T12:00:00Z"),
};

const act = (record: PaymentRecord, answers: Answers = {}, play: Play = {}) =>
  show(<PaymentActions record={record} />, {
    ...play,
    answers: {
      "GET /manage/v1/beneficiaries": { data: [] },
      "GET /manage/v1/cases/*": refusal(404, "NOT_FOUND", "There is no such case."),
      ...answers,
    },
  });

const offered = () => [...document.querySelectorAll("main button")].map((one) => one.textContent);

describe("what may be done, by role and by what there is", () => {
  const both = { ...free, deposits: [held] };
  test.each<[string, PaymentRecord, Record<"viewer" | "operator" | "treasurer" | "admin", string[]>]>([
    ["nothing to do", payment(), { viewer: [], operator: [], treasurer: [], admin: [] }],
    [
      "free crypto",
      free,
      {
        viewer: [],
        operator: [],
        treasurer: ["Convert 0.4\u00a0BTC…", "Record payout…"],
        admin: ["Convert 0.4\u00a0BTC…", "Record payout…"],
      },
    ],
    [
      "a held deposit",
      payment({ deposits: [held] }),
      {
        viewer: [],
        operator: [],
        treasurer: ["Release…", "Decline…", "Record payout…"],
        admin: ["Release…", "Decline…", "Record payout…"],
      },
    ],
    [
      "a declined deposit, which is decided",
      payment({ deposits: [{ ...held, status: "DECLINED" }] }),
      { viewer: [], operator: [], treasurer: ["Record payout…"], admin: ["Record payout…"] },
    ],
    [
      "a deposit above the operator's own limit, which the operator decides",
      payment({
        deposits: [{ ...held, reasonFacts: { quantity: of("0.0042"), limit: of("0.001"), byHouse: true, parts: [] } }],
      }),
      { viewer: [], operator: [], treasurer: ["Record payout…"], admin: ["Record payout…"] },
    ],
    [
      "a held deposit in the wrong coin, which cannot be released",
      payment({ deposits: [wrong] }),
      {
        viewer: [],
        operator: [],
        treasurer: ["Decline…", "Record payout…"],
        admin: ["Decline…", "Record payout…"],
      },
    ],
    [
      "two held deposits, each named by its amount",
      payment({ deposits: [held, { ...held, txId: "tx-2", quantity: of("0.1") }] }),
      {
        viewer: [],
        operator: [],
        treasurer: [
          "Release 0.0042\u00a0BTC…",
          "Decline 0.0042\u00a0BTC…",
          "Release 0.1\u00a0BTC…",
          "Decline 0.1\u00a0BTC…",
          "Record payout…",
        ],
        admin: [
          "Release 0.0042\u00a0BTC…",
          "Decline 0.0042\u00a0BTC…",
          "Release 0.1\u00a0BTC…",
          "Decline 0.1\u00a0BTC…",
          "Record payout…",
        ],
      },
    ],
    [
      "free crypto and a held deposit",
      both,
      {
        viewer: [],
        operator: [],
        treasurer: ["Release…", "Decline…", "Convert 0.4\u00a0BTC…", "Record payout…"],
        admin: ["Release…", "Decline…", "Convert 0.4\u00a0BTC…", "Record payout…"],
      },
    ],
  ])("%s", async (_, record, byRole) => {
    for (const [role, buttons] of Object.entries(byRole)) {
      const { unmount } = await act(record, {}, { role: role as keyof typeof byRole });
      expect(offered(), role).toEqual(buttons);
      await unmount();
    }
  });
});

describe("deciding a held deposit", () => {
  const two = payment({ deposits: [wrong, held] });

  test.each(["Release", "Decline"])(
    "%s names the deposit's own amount, needs a reason, and is sent once",
    async (command) => {
      const path = `/manage/v1/deposits/tx-000123/${command.toLowerCase()}`;
      await act(two, { [`POST ${path}`]: payment() });
      await button(`${command} 0.0042\u00a0BTC…`).click();
      await expect.element(dialog).toHaveAccessibleName(`${command} 0.0042\u00a0BTC?`);
      await expect.element(button("Cancel")).toHaveFocus();
      const confirm = dialog.getByRole("button", { name: `${command} 0.0042\u00a0BTC` });
      await confirm.click();
      await expect.element(page.getByLabelText("Note")).toHaveAccessibleDescription(/Enter a reason\./);
      await page.getByLabelText("Note").fill("   ");
      await confirm.click();
      expect(changes()).toEqual([]);
      await page.getByLabelText("Note").fill(" The source is known. ");
      await pressTwice(confirm);
      await expect.element(dialog).not.toBeInTheDocument();
      await expect.element(page.getByText(/^0\.0042.BTC (released and processed|declined)/)).toBeVisible();
      expect(changes().map(({ path: where, body }) => [where, body])).toEqual([
        [path, '{"note":"The source is known."}'],
      ]);
    },
  );

  test.each<[string, string, boolean]>([
    ["Decline", "0.0041", true],
    ["Decline", "0.0042", false],
    ["Release", "0.0041", false],
  ])("%s with a limit of %s BTC: the end of the deposit's id must be typed: %s", async (command, limit, asks) => {
    await act(two, {
      "GET /manage/v1/settings": { "typedAbove.BTC": of(limit) },
      [`POST /manage/v1/deposits/tx-000123/${command.toLowerCase()}`]: payment(),
    });
    await button(`${command} 0.0042\u00a0BTC…`).click();
    await page.getByLabelText("Note").fill("Known.");
    if (asks) {
      await dialog.getByRole("button", { name: /BTC$/ }).click();
      expect(changes()).toEqual([]);
      await page.getByLabelText("Type 000123 to confirm").fill("000123");
    }
    await dialog.getByRole("button", { name: /BTC$/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(changes()).toHaveLength(1);
  });

  test("says what its case works out to follow", async () => {
    const option = { code: "RELEASE", decides: "ACCOUNT", secondPerson: true, txId: "tx-000123", asset: "BTC" };
    const release = { ...option, quantity: of("0.0042"), fiat: "EUR", price: of("59400"), rate: "BILL", amount: 249 };
    await act(two, {
      "GET /manage/v1/cases/held-tx-000123": {
        ...{ caseId: "held-tx-000123", kind: "HELD", state: "OPEN", cause: "Held.", causeFacts: {}, since: 0 },
        ...{ asset: "BTC", quantity: of("0.0042"), fiat: "EUR", worth: 249 },
        options: [release],
        history: [],
      },
    });
    await button("Release 0.0042\u00a0BTC…").click();
    await expect
      .element(dialog)
      .toHaveAccessibleDescription(/249\.00.EUR · 0\.0042.BTC at 59.400.EUR.*Awaiting approval/);
  });

  test("a refusal stays in the dialog, the note too", async () => {
    await act(two, {
      "POST /manage/v1/deposits/tx-000123/release": refusal(409, "INVALID_STATE", "It was decided already."),
    });
    await button("Release 0.0042\u00a0BTC…").click();
    await page.getByLabelText("Note").fill("Known.");
    await dialog.getByRole("button", { name: "Release 0.0042\u00a0BTC" }).click();
    await expect
      .element(page.getByRole("alert"))
      .toMatchTextContent(/The deposit was not decided ?It was decided already\./);
    await expect.element(page.getByLabelText("Note")).toHaveValue("Known.");
  });
});

describe("recording a payout", () => {
  const fill = async (quantity: string, reference = "ticket 4711") => {
    await button("Record payout…").click();
    await page.getByLabelText("Quantity, BTC").fill(quantity);
    await page.getByLabelText("Reference").fill(reference);
    await button("Review").click();
  };

  test.each<[string, string]>([
    ["", "Enter the quantity."],
    ["abc", "Enter a number, such as 0.25."],
    ["1,000", "This could be two numbers."],
    ["0", "Enter more than zero."],
    ["0.000000001", "Use at most 8 decimals."],
    ["0.40000001", "At most 0.4\u00a0BTC can be paid out."],
  ])("'%s' is refused: %s", async (typed, fault) => {
    await act(free);
    await fill(typed);
    await expect
      .element(page.getByLabelText("Quantity, BTC"))
      .toHaveAccessibleDescription(new RegExp(fault.replace("\u00a0", ".")));
    await expect.element(dialog).toHaveAccessibleName("Record a payout");
  });

  test("starts at all that is free; a reference is needed", async () => {
    await act(free);
    await button("Record payout…").click();
    await expect.element(page.getByLabelText("Quantity, BTC")).toHaveValue("0.4");
    await button("Review").click();
    await expect.element(page.getByLabelText("Reference")).toHaveAccessibleDescription(/Enter a reference\./);
  });

  test("to a reader whose mark is the comma it starts at the same, which is no thousands to them", async () => {
    document.documentElement.dataset["numbers"] = "SPACE_COMMA";
    onTestFinished(() => void delete document.documentElement.dataset["numbers"]);
    await act(payment({ status: "COMPLETED", quantityUnconverted: of("1.234") }));
    await button("Record payout…").click();
    await expect.element(page.getByLabelText("Quantity, BTC")).toHaveValue("1,234");
    await page.getByLabelText("Reference").fill("ticket 4711");
    await button("Review").click();
    await expect.element(dialog).toHaveAccessibleName("Record that 1,234\u00a0BTC was paid out?");
  });

  test("the review says what is paid out and what is left, and sends exactly that, once", async () => {
    await act(free, { "POST /manage/v1/payouts": RECORDED });
    await fill("0,15");
    await expect.element(dialog).toHaveAccessibleName("Record that 0.15\u00a0BTC was paid out?");
    await expect
      .element(dialog)
      .toMatchTextContent(/Paid out ?0\.15000000 BTC.*Left afterwards ?0\.25000000 BTC.*ticket 4711/);
    await expect.element(button("Back")).toHaveFocus();
    await button("Back").click();
    await expect.element(page.getByLabelText("Quantity, BTC")).toHaveValue("0,15");
    await button("Review").click();
    await pressTwice(button("Record payout of 0.15\u00a0BTC"));
    await expect.element(page.getByText("Payout of 0.15\u00a0BTC recorded.")).toBeVisible();
    expect(changes().map(({ path, body }) => [path, body])).toEqual([
      [
        "/manage/v1/payouts",
        `{"asset":"BTC","quantity":0.15,"paymentId":"${free.paymentId}","reference":"ticket 4711"}`,
      ],
    ]);
  });

  test("a reference of the greatest length stands whole in the review", async () => {
    await act(free, {});
    await fill("0,15");
    await button("Back").click();
    const long = `PO ${"4711-".repeat(25)}`;
    await page.getByLabelText("Reference").fill(long);
    await button("Review").click();
    const reviewed = page.getByText(long.trim(), { exact: true });
    await expect.element(reviewed).toBeVisible();
    const shown = reviewed.element().closest("dd");
    expect((shown?.scrollWidth ?? 1) - (shown?.clientWidth ?? 0)).toBeLessThanOrEqual(0);
  });

  test("money that goes back is named by its deposit, in the coin and on the network that it came in", async () => {
    const back = deposit({
      txId: "tx-9",
      status: "DECLINED",
      cryptoType: "USDT",
      networkType: "tron",
      quantity: of("7"),
      quantityPending: of("7"),
    });
    await act({ ...free, deposits: [back] }, { "POST /manage/v1/payouts": RECORDED });
    await button("Record payout…").click();
    await page.getByLabelText("Reference").fill("r1");
    await page.getByLabelText(/^Transaction hash/).fill("ab12");
    await button("Review").click();
    await button("Record payout of 7\u00a0USDT Tron").click();
    await expect
      .poll(() => changes().map(({ body }) => body))
      .toEqual(['{"asset":"USDT","networkType":"tron","quantity":7,"txId":"tx-9","reference":"r1","txHash":"ab12"}']);
  });

  test("where a second person decides, it is said before and after, and nothing is called recorded", async () => {
    await act(free, { "POST /manage/v1/payouts": new Reply(202, WAITING) }, { mode: "live" });
    await fill("0.1");
    await expect.element(dialog).toMatchTextContent(/A second person approves it before it is booked/);
    await button("Request payout of 0.1\u00a0BTC").click();
    await expect.element(page.getByText(/^Payout of 0\.1.BTC: awaiting approval/)).toBeVisible();
    await button("Show").click();
    expect(window.location.pathname).toBe("/approvals");
  });

  test("pressed again after a silence, it is the same payout", async () => {
    await act(free, { "POST /manage/v1/payouts": LOST });
    await fill("0.1");
    await button("Record payout of 0.1\u00a0BTC").click();
    await expect.element(page.getByRole("alert")).toBeVisible();
    await button("Record payout of 0.1\u00a0BTC").click();
    await expect.poll(() => changes().length).toBe(2);
    const [first, second] = changes().map(({ headers }) => headers.get("idempotency-key"));
    expect(first).toBe(second);
  });
});
