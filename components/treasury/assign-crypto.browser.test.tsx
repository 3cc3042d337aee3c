import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { changes } from "#e2e/stage/server.ts";
import { operatorAs } from "#e2e/stage/staff.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { ResolveDialog } from "./resolve-dialog.tsx";
import { resolutionsOf } from "./resolutions-of.ts";

const AT = Date.parse("2026-11-23T12:00:00Z");
const ARRIVED = { kind: "UNKNOWN_BILL", asset: "BTC", causeFacts: {} } as const;

const ZERO = Decimal.ZERO;
const NOTHING = { available: ZERO, reserved: ZERO, pending: ZERO, owed: ZERO, holding: ZERO };
const FOUND = {
  ...{ kind: "payment", by: "reference", value: "order-7", id: "0198f1aa-0000-7000-8000-000000abcdef" },
  ...{ status: "COMPLETED", quantity: Decimal.from("600"), asset: "EUR", name: "shop-1", at: AT },
};

const shown = (kinds = resolutionsOf(ARRIVED)) =>
  show(<ResolveDialog kinds={kinds} ofBill onClose={() => undefined} subjectId="stray" />, {
    staff: operatorAs("treasurer"),
    answers: {
      "GET /house/v1/moves": { data: [], startsAfter: null },
      "GET /house/v1/owners": {
        ...{ in: "EUR", total: ZERO, owedTotal: ZERO, unassignedTotal: ZERO, ownTotal: ZERO, unpriced: [] },
        places: [],
        data: ["demo", "demo", "acme"].map((account) => ({ owner: "ACCOUNT", account, asset: "BTC", ...NOTHING })),
      },
      "GET /house/v1/search": ({ query }) => ({
        data: query.get("account") === "demo" && query.get("q") === "order-7" ? [FOUND] : [],
      }),
      "POST /house/v1/resolutions": {
        ...{ resolutionId: "res_1", kind: "ASSIGN", subject: "DEPOSIT", subjectId: "stray", asset: "BTC" },
        ...{ quantity: Decimal.from("0.25"), reference: "ab", account: "demo", paymentId: "pay_1", note: "its order" },
        ...{ resolvedBy: "staff:Hugo", resolvedAt: AT },
      },
    },
  });
const dialog = page.getByRole("dialog");
const find = (typed: string) => dialog.getByRole("searchbox", { name: "Find the payment" }).fill(typed);
const payments = () => dialog.getByRole("combobox", { name: "Payment" }).getByRole("option").elements();

test("crypto of no bill is an account's by a bill of theirs", async () => {
  await shown();
  const kinds = dialog.getByRole("combobox", { name: "What it was" }).getByRole("option");
  await expect
    .poll(() => kinds.elements().map((one) => one.getAttribute("value")))
    .toEqual(["ASSIGN", "OWN", "RETURN"]);
  const listed = () => [...document.querySelectorAll("datalist option")].map((one) => one.getAttribute("value"));
  await expect.poll(listed).toEqual(["demo", "acme"]);
  await dialog.getByRole("combobox", { name: "Account" }).fill("demo");
  await find("order-8");
  await expect.element(dialog.getByText("No payment of this account is so called.")).toBeVisible();
  await find("order-7");
  await expect
    .poll(() => payments().map((one) => one.textContent))
    .toEqual(["–", expect.stringMatching(/^order-7, shop-1, 600\.00 EUR, 23 Nov 2026.*, Completed, …abcdef$/)]);
  await dialog.getByRole("combobox", { name: "Payment" }).selectOptions(FOUND.id);
  await dialog.getByRole("textbox", { name: "Reason" }).fill("its order");
  await dialog.getByRole("button", { name: "Resolve", exact: true }).click();
  await expect
    .poll(() => changes().map(({ body }) => JSON.parse(body)))
    .toEqual([{ kind: "ASSIGN", subjectId: "stray", account: "demo", paymentId: FOUND.id, note: "its order" }]);
});

test("what is looked up again, or of another account, is chosen anew", async () => {
  await shown();
  await dialog.getByRole("combobox", { name: "Account" }).fill("demo");
  await find("order-7");
  await dialog.getByRole("combobox", { name: "Payment" }).selectOptions(FOUND.id);
  await find("order-7 ");
  await find("order-9");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("its order");
  await dialog.getByRole("button", { name: "Resolve", exact: true }).click();
  await expect.poll(() => changes().map(({ body }) => "paymentId" in JSON.parse(body))).toEqual([false]);
});

test("or the operator's own, which names neither", async () => {
  await shown();
  await find("order-7");
  await dialog.getByRole("combobox", { name: "What it was" }).selectOptions("OWN");
  expect(dialog.getByRole("combobox", { name: "Payment" }).elements()).toHaveLength(0);
  await dialog.getByRole("textbox", { name: "Reason" }).fill("ours");
  await dialog.getByRole("button", { name: "Resolve", exact: true }).click();
  await expect
    .poll(() =>
      changes()
        .map(({ body }) => JSON.parse(body))
        .at(-1),
    )
    .toEqual({ kind: "OWN", subjectId: "stray", note: "ours" });
});

test("ether and TRX that others gave are the operator's or nobody's: no unit of an account's is one", () => {
  expect(resolutionsOf({ ...ARRIVED, asset: "ETH", causeFacts: { gas: true } })).toEqual(["OWN"]);
});
