import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type Answers, changes, refusal } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { RefundPage } from "./refund-page.tsx";

const TOKEN = "t".repeat(43);
const MINE = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
const OFFER = {
  quantity: Decimal.from("0.008"),
  asset: "BTC",
  network: "bitcoin",
  expiresAt: Date.parse("2027-01-01T00:00:00Z"),
};

const field = () => page.getByRole("textbox", { name: "Your BTC address on Bitcoin" });
const go = () => page.getByRole("button", { name: "Continue" }).click();

async function open(check: Answers[string]): Promise<void> {
  await show(<RefundPage />, {
    at: `/#${TOKEN}`,
    answers: { "POST /manage/v1/refunds/open": OFFER, "POST /manage/v1/refunds/check": check },
  });
  await expect.element(field()).toBeVisible();
}

const checks = () => changes().filter(({ path }) => path.endsWith("/check"));

test("nothing is asked without an address", async () => {
  await open({ address: MINE });
  await field().fill("  ");
  await go();
  await expect.element(page.getByText("Enter an address.")).toBeVisible();
  expect(document.activeElement).toBe(field().element());
  expect(checks()).toHaveLength(0);
});

test("what the API refuses is said at the field in the page's words, and is gone with the next letter", async () => {
  await open(refusal(400, "VALIDATION_FAILED", "address is the house's own."));
  await field().fill(MINE);
  await go();
  await expect.element(page.getByText(/^Nothing can be refunded to this address\./)).toBeVisible();
  expect(document.body.textContent).not.toContain("the operator's own");
  await field().fill(`${MINE}x`);
  await expect.element(page.getByText(/^Nothing can be refunded/)).not.toBeInTheDocument();
});

test("the address is compared as it is read, and stands as it was typed when the payer goes back", async () => {
  await open({ address: MINE });
  await field().fill(` ${MINE.toUpperCase()} `);
  await go();
  await expect.element(page.getByRole("heading", { name: "Is this your address?" })).toBeVisible();
  expect(document.querySelector(".address")?.textContent).toBe(MINE);
  expect(checks().map(({ body }) => JSON.parse(body))).toEqual([{ token: TOKEN, address: MINE.toUpperCase() }]);
  await page.getByRole("button", { name: "Change it" }).click();
  await expect.element(field()).toHaveValue(` ${MINE.toUpperCase()} `);
});

test("a link that opens nothing any more ends the page", async () => {
  await open(refusal(404, "NOT_FOUND", "There is no such link."));
  await field().fill(MINE);
  await go();
  await expect.element(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
});
