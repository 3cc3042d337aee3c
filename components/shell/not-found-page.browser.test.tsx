import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { NotFoundPage } from "./not-found-page.tsx";

const ways = () =>
  page
    .getByRole("link")
    .elements()
    .map((link) => link.getAttribute("href"));

test("where there is no page, the nearest one leads on, then the first that the reader has", async () => {
  await show(<NotFoundPage />, { at: "/customers/nobody" });
  await expect.element(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  expect(ways()).toEqual(["/customers", "/", "/payments"]);
});

test("to who is in no account only pages of the operator are offered", async () => {
  const staff = { userId: "usr_1", name: "Hugo", email: "hugo@example.com", accounts: [], house: { role: "viewer" } };
  await show(<NotFoundPage />, { at: "/nothing", staff: staff as never });
  expect(ways()).toEqual(["/payouts", "/settlements", "/treasury"]);
});
