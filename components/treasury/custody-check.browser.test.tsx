import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { changes } from "#e2e/stage/server.ts";
import { operatorAs } from "#e2e/stage/staff.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { CustodyCheck } from "./custody-check.tsx";

const scan = (network: string, status: string, more = {}) => ({
  scanId: network,
  network,
  status,
  progress: 0,
  askedBy: "worker",
  askedAt: Date.UTC(2026, 5, 1, 10),
  ...more,
});
const CUSTODY = {
  data: [],
  scans: [scan("bitcoin", "RUNNING", { progress: 43 })],
  findings: [
    {
      findingId: "f1",
      network: "bitcoin",
      asset: "BTC",
      address: "bc1qchange",
      txHash: "ab",
      outputIndex: 1,
      difference: Decimal.from("0.123"),
      height: 7,
      foundAt: Date.UTC(2026, 5, 1, 9),
    },
  ],
};
const answers = {
  "GET /house/v1/custody": CUSTODY,
  "POST /house/v1/custody/scans": scan("bitcoincash", "WAITING"),
};

test("who may scan begins one and ends one; how far it is and what was found are told", async () => {
  await show(<CustodyCheck />, { answers, staff: operatorAs("operator") });
  const table = page.getByRole("table", { name: "Custody check" });
  await expect.element(table).toMatchTextContent(/Bitcoin ?Scanning, 43 %/);
  await expect.element(table).toMatchTextContent(/Not scanned yet/);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Scan", exact: true }).click();
  await expect
    .poll(() => changes().map(({ body }) => JSON.parse(body)))
    .toEqual([
      { network: "bitcoin", action: "ABORT" },
      { network: "bitcoincash", action: "START" },
    ]);
  const found = page.getByRole("table", { name: "Differences by address" });
  await expect.element(found).toMatchTextContent(/bc1qchange ?ab:1 ?BTC ?0\.123/);
});

test("who may not scan is shown no button", async () => {
  await show(<CustodyCheck />, { answers, staff: operatorAs("viewer") });
  await expect.element(page.getByRole("table", { name: "Custody check" })).toMatchTextContent(/43 %/);
  expect(page.getByRole("button").elements()).toEqual([]);
});
