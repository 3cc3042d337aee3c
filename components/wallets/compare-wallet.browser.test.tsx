import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { waiting } from "#e2e/stage/server.ts";
import { operatorAs } from "#e2e/stage/staff.ts";
import { show } from "#e2e/stage/stage.tsx";
import { CompareWallet } from "./compare-wallet.tsx";
import type { Wallet } from "./wallets-data.ts";

const FIRST = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
const WALLET: Wallet = {
  ...{ walletId: "wal_1", kind: "BTC_P2WPKH", network: "bitcoin", fingerprint: "73c5da0a", path: "m/84'/0'/0'" },
  ...{
    isActive: false,
    addresses: [{ index: 0, address: FIRST }],
    issued: 0,
    derived: 0,
    paid: 0,
    longestGap: 0,
    createdAt: 0,
  },
} as unknown as Wallet;

test("an activation that needs a second person waits for one, and no wallet is called in use", async () => {
  await show(<CompareWallet onClose={() => undefined} wallet={WALLET} />, {
    staff: operatorAs("admin"),
    answers: { "POST /house/v1/wallets/wal_1/activate": waiting("wallet") },
  });
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill(FIRST);
  await dialog.getByRole("button").last().click();
  await expect.element(page.getByText("The activation: awaiting approval")).toBeVisible();
});
