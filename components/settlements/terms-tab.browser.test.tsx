import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type Answers, changes, refusal } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { WhoseProvider } from "#components/whose.tsx";
import { TermsTab } from "./terms-tab.tsx";

const of = (text: string) => Decimal.from(text);
const BANK = "019a8f3c-8c1e-7abc-8def-0123456789ab";
const TERMS = {
  ...{
    termsId: "t1",
    account: "acme",
    currency: "USD",
    version: 3,
    schedule: "WEEKLY",
    weekday: 5,
    businessDays: false,
  },
  ...{ delayDays: 2, minimum: of("50.5"), reserve: of("1000"), beneficiaryId: BANK, beneficiary: "Acme Trading" },
  ...{ place: "DE89370400440532013000", madeBy: "staff:Hugo", madeAt: 0 },
};
const staff = {
  ...{ userId: "usr_1", name: "Hugo", email: "hugo@example.com", accounts: [] },
  house: { id: "acc_0", name: "house", role: "treasurer" },
};

/** The tab of the operator's terms. */
const shown = (answers: Answers) =>
  show(
    <WhoseProvider value="house">
      <TermsTab />
    </WhoseProvider>,
    { staff, at: "/settlements?tab=terms&of=house", answers },
  );

test("an account that there is none of is called unknown, not one without a bank account", async () => {
  await shown({
    "GET /house/v1/settlement-terms": { data: [] },
    "GET /house/v1/beneficiaries": ({ query }: { query: URLSearchParams }) =>
      query.get("account") === "acme" ? { data: [] } : refusal(404, "NOT_FOUND", "There is no account named acmee."),
  });
  await page.getByRole("button", { name: "Set terms…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabelText("Account", { exact: true }).fill("acmee");
  await expect
    .element(dialog.getByLabelText("Account", { exact: true }))
    .toHaveAccessibleDescription("No account has this name.");
  await expect.element(dialog.getByLabelText("Bank account")).not.toHaveAccessibleDescription(/active/);
  await dialog.getByLabelText("Account", { exact: true }).fill("acme");
  await expect.element(dialog.getByLabelText("Bank account")).toHaveAccessibleDescription(/No active bank account/);
  await expect.element(dialog.getByLabelText("Account", { exact: true })).not.toHaveAccessibleDescription();
});

test("terms are changed from those that rule: what is not touched stays as it is", async () => {
  await shown({
    "GET /house/v1/settlement-terms": { data: [TERMS] },
    "GET /house/v1/beneficiaries": { data: [] },
    "POST /house/v1/settlement-terms": { ...TERMS, delayDays: 3, version: 4 },
  });
  await page.getByRole("button", { name: "Change…" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByLabelText("Bank account")).toHaveValue(BANK);
  await dialog.getByLabelText("Paid after days (T + n)").fill("3");
  await dialog.getByRole("button", { name: "Set terms" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(changes().map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    [
      "/house/v1/settlement-terms",
      {
        ...{ account: "acme", currency: "USD", schedule: "WEEKLY", weekday: 5, businessDays: false, delayDays: 3 },
        ...{ minimum: 50.5, reserve: 1000, beneficiaryId: BANK },
      },
    ],
  ]);
});
