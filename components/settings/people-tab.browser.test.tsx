import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { changes } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { PeopleTab } from "./people-tab.tsx";

const VERA = {
  ...{ userId: "usr_2", name: "Vera", email: "vera@example.com", role: "viewer", status: "ACTIVE" },
  ...{ secondFactor: false, createdAt: 0 },
};
const answers = {
  "GET /manage/v1/users": { data: [VERA] },
  "GET /manage/v1/invitations": { data: [] },
  "GET /manage/v1/sessions": { data: [] },
  "PATCH /manage/v1/users/usr_2": { ...VERA, role: "treasurer" },
};

test("a role is given once it was chosen and confirmed: the keys that lead to it give none on the way", async () => {
  await show(<PeopleTab />, { role: "admin", at: "/settings?tab=people", answers });
  await page.getByRole("button", { name: "Change role: Vera" }).click();
  const dialog = page.getByRole("dialog", { name: "Change the role of Vera" });
  await expect.element(dialog.getByRole("combobox", { name: "Role" })).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  expect(changes()).toEqual([]);
  await dialog.getByRole("combobox").selectOptions("viewer");
  await dialog.getByRole("button", { name: "Change role" }).click();
  await expect.element(dialog.getByRole("combobox")).toHaveAccessibleDescription(/This is the current value\./);
  await dialog.getByRole("combobox").selectOptions("Treasurer");
  await dialog.getByRole("button", { name: "Change to Treasurer" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(changes().map(({ method, path, body }) => [method, path, JSON.parse(body)])).toEqual([
    ["PATCH", "/manage/v1/users/usr_2", { role: "treasurer" }],
  ]);
});
