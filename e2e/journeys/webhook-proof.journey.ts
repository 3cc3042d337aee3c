import { expect } from "../world/journey.ts";
import { expectAccessible, signIn, test } from "../world/person.ts";
import { openReceiver } from "../world/receiver.ts";

test("proof mode: one button plays every scenario against a receiver and grades it", async ({ page, program }) => {
  const receiver = await openReceiver();
  const { keyId, secret } = program.demo;
  const made = await fetch(`${program.url}/manage/v1/webhook-endpoints`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${keyId}:${secret}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ url: receiver.url }),
  });
  expect(made.status).toBe(200);
  await signIn(page, "/developers?tab=sandbox");
  await page.getByRole("combobox", { name: "Endpoint" }).selectOption({ label: receiver.url });
  await page.getByRole("button", { name: "Play all against it" }).click();
  const grades = page.getByRole("dialog", { name: "Receiver test" });
  await expect(grades.getByRole("status").filter({ hasText: /\d+ checks are not answered correctly/ })).toBeVisible();
  await expect(grades.getByRole("listitem").filter({ hasText: "Accepts a valid message" })).toContainText("200");
  await expect(grades.getByRole("list").nth(1).getByRole("listitem")).toHaveCount(13);
  await expectAccessible(page);
  await receiver.close();
});
