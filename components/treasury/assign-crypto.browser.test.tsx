import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { changes } from "#e2e/stage/server.ts";
import { operatorAs } from "#e2e/stage/staff.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { ResolveDialog, resolutionsOf } from "./resolve-dialog.tsx";

const AT = Date.parse("2026-11-23T12:00:00Z");
const ARRIVED = { kind: "UNKNOWN_BILL", asset: "BTC", causeFacts: {} } as const;

const shown = (kinds = resolutionsOf(ARRIVED)) =>
  show(<ResolveDialog kinds={kinds} ofBill onClose={() => undefined} subjectId="stray" />, {
    staff: operatorAs("treasurer"),
    answers: {
      "GET /house/v1/moves": { data: [], startsAfter: null },
      "POST /house/v1/resolutions": {
        ...{ resolutionId: "res_1", kind: "ASSIGN", subject: "DEPOSIT", subjectId: "stray", asset: "BTC" },
        ...{ quantity: Decimal.from("0.25"), reference: "ab", account: "demo", paymentId: "pay_1", note: "its order" },
        ...{ resolvedBy: "staff:Hugo", resolvedAt: AT },
      },
    },
  });
const dialog = page.getByRole("dialog");

test("crypto of no bill is an account's by a bill of theirs", async () => {
  await shown();
  const kinds = dialog.getByRole("option");
  await expect.poll(() => kinds.elements().map((one) => one.getAttribute("value"))).toEqual(["ASSIGN", "OWN"]);
  await dialog.getByRole("textbox", { name: "Account" }).fill("demo");
  await dialog.getByRole("textbox", { name: "Payment" }).fill("pay_1");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("its order");
  await dialog.getByRole("button", { name: "Resolve", exact: true }).click();
  await expect
    .poll(() => changes().map(({ body }) => JSON.parse(body)))
    .toEqual([{ kind: "ASSIGN", subjectId: "stray", account: "demo", paymentId: "pay_1", note: "its order" }]);
});

test("or the operator's own, which names neither", async () => {
  await shown();
  await dialog.getByRole("textbox", { name: "Payment" }).fill("pay_1");
  await dialog.getByRole("combobox").selectOptions("OWN");
  expect(dialog.getByRole("textbox", { name: "Payment" }).elements()).toHaveLength(0);
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
