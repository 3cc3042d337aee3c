import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { operatorAs } from "#e2e/stage/staff.ts";
import { show } from "#e2e/stage/stage.tsx";
import { RequestMove } from "#components/treasury/request-move.tsx";
import { AddWallet } from "./add-wallet.tsx";

test("a Safe is added by its address alone: no path, no past, and it says what is missing", async () => {
  await show(<AddWallet onAdded={() => undefined} onClose={() => undefined} />, { staff: operatorAs("admin") });
  await expect.element(page.getByLabelText("Path of the key")).toBeVisible();
  await page.getByLabelText("Receives").first().selectOptions("A Safe on Ethereum");
  await expect.element(page.getByLabelText("Address of the Safe")).toBeVisible();
  expect(page.getByLabelText("Path of the key").elements()).toEqual([]);
  expect(page.getByLabelText("Serves").elements()).toEqual([]);
  await page.getByRole("button", { name: "Add and compare" }).click();
  await expect.element(page.getByText("Paste the address of the Safe.")).toBeVisible();
});

test("capital into custody may name the address it comes to, and nothing else that is no gas", async () => {
  const answers = {
    "GET /house/v1/destinations": { data: [] },
    "GET /house/v1/places": { data: [], at: 0 },
  };
  const proposed = { kind: "CAPITAL_IN", to: "custody:bitcoin", asset: "BTC" };
  await show(<RequestMove onClose={() => undefined} proposed={proposed} />, { staff: operatorAs("admin"), answers });
  const hint = page.getByText(/one of ours that no bill has/);
  await expect.element(hint).toBeVisible();
  await page.getByLabelText("Kind").first().selectOptions("CONSOLIDATION");
  await expect.poll(() => hint.elements().length).toBe(0);
});
