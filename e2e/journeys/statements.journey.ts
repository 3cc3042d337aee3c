import { done, ofHouse } from "../world/buttons-world.ts";
import { expect } from "../world/journey.ts";
import { rowOf } from "../world/on-page.ts";
import { expectAccessible, signIn, test } from "../world/person.ts";

test("a CSV statement is mapped with a preview, uploaded by one person and approved by another", async ({
  page: demo,
  browser,
  program,
}) => {
  await signIn(demo, "/account");
  const { context, page: hugo } = await ofHouse(demo, browser, program, "treasurer");
  const account = { place: "bank:main", asset: "GBP", address: "GB82WEST12345698765432", label: "Westbank" };
  await done(demo, "POST", "/house/v1/destinations", account);
  await done(demo, "PATCH", "/house/v1/settings", { secondPerson: "always" });
  const file = (text: string) => ({ name: "gbp.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

  await hugo.goto("/treasury");
  await hugo.getByRole("button", { name: "Set CSV mapping…" }).click();
  const form = hugo.getByRole("dialog", { name: "CSV mapping" });
  await form.getByRole("combobox", { name: "Account" }).selectOption("bank:main GBP");
  await form.getByLabel("Sample file").setInputFiles(file("Day;Amount;Name\n23.11.2026;1.250,00;Customer\n"));
  await form.getByRole("textbox", { name: "Booking date column" }).fill("Day");
  await form.getByRole("textbox", { name: "Amount column" }).fill("Sum");
  await form.getByRole("textbox", { name: "Counterparty column", exact: true }).fill("Name");
  await form.getByRole("button", { name: "Preview" }).click();
  await expect(form.getByRole("alert")).toHaveText("Line 1: The header has no column Sum.");
  await form.getByRole("textbox", { name: "Amount column" }).fill("Amount");
  await form.getByRole("button", { name: "Preview" }).click();
  await expect(form.getByRole("row").filter({ hasText: "Customer" })).toContainText("1\u00a0250.00");
  await expectAccessible(hugo);
  await form.getByRole("button", { name: "Save mapping" }).click();
  await expect(rowOf(hugo, "CSV mapping of bank:main in GBP")).toContainText("Details…");

  await demo.goto("/treasury");
  await rowOf(demo, "CSV mapping of bank:main in GBP").getByRole("button", { name: "Decide…" }).click();
  await expect(demo.getByRole("dialog")).toContainText("Minus is a debit");
  await demo
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(rowOf(demo, "bank:main GBP")).toContainText("Change…");

  await hugo.reload();
  await hugo.getByRole("button", { name: "Upload statement…" }).click();
  const upload = hugo.getByRole("dialog", { name: "Upload a bank statement" });
  await upload.getByLabel("File", { exact: true }).setInputFiles(file("Day;Amount;Name\n23.11.2026;1,2,3;Customer\n"));
  await upload.getByRole("button", { name: "Upload statement" }).click();
  await expect(upload.getByRole("alert")).toHaveText(
    "Line 2: 1,2,3 is not a valid amount in GBP. Nothing of the file is booked; a case keeps the reason.",
  );
  await upload
    .getByLabel("File", { exact: true })
    .setInputFiles(file("Day;Amount;Name\n23.11.2026;1.250,00;Customer\n"));
  await expectAccessible(hugo);
  await upload.getByRole("button", { name: "Upload statement" }).click();
  await expect(rowOf(hugo, "Bank statement gbp.csv")).toContainText("1\u00a0250.00");
  await expect(rowOf(hugo, /^Customer/)).toHaveCount(0);

  await demo.reload();
  await rowOf(demo, "Bank statement gbp.csv").getByRole("button", { name: "Decide…" }).click();
  await expect(demo.getByRole("dialog")).toContainText("SHA-256");
  await expectAccessible(demo);
  await demo
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(rowOf(demo, "Customer").filter({ hasText: "Unassigned" })).toContainText("1\u00a0250.00");
  await context.close();
});
