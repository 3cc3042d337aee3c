import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { operatorAs } from "#e2e/stage/staff.ts";
import { changes, refusal } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { SigningTab } from "./signing-tab.tsx";

const AT = Date.parse("2026-11-23T12:00:00Z");
const decimals = (of: Record<string, string>) =>
  Object.fromEntries(Object.entries(of).map(([name, text]) => [name, Decimal.from(text)]));
const prepared = (preparedId: string, more: object) => ({
  preparedId,
  status: "PREPARED",
  size: 141,
  walletId: "wal_1",
  inputs: [],
  outputs: [{ kind: "MOVE", moveId: "mov_1", address: "to", quantity: Decimal.from("1") }],
  preparedBy: "staff:Hugo",
  preparedAt: AT,
  ...more,
});
const SAFE = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
const HASH = `0x5ad5a2${"b".repeat(58)}`;
const ROWS = [
  prepared("dear", {
    network: "bitcoincash",
    asset: "BCH",
    ...decimals({ quantity: "0.01", fee: "0.00041", feeRate: "1000" }),
    share: { basisPoints: 410, medianBasisPoints: 62, medianRate: Decimal.from("150") },
  }),
  prepared("cheap", {
    network: "bitcoin",
    asset: "BTC",
    ...decimals({ quantity: "0.25", fee: "0.00000564", feeRate: "4" }),
    share: { basisPoints: 1, medianBasisPoints: 1, medianRate: Decimal.from("4") },
  }),
  prepared("token", {
    network: "eth",
    asset: "USDC",
    ...decimals({ quantity: "500", fee: "0.0018", feeRate: "24.5" }),
    share: { medianRate: Decimal.from("6") },
  }),
  prepared("new", {
    network: "tron",
    asset: "TRX",
    ...decimals({ quantity: "30", fee: "1.1", feeRate: "1000", activation: "1.1" }),
    share: { basisPoints: 367 },
  }),
  prepared("batch", {
    network: "eth",
    asset: "USDC",
    ...decimals({ quantity: "36.5", fee: "0", feeRate: "0" }),
    safe: { address: SAFE, nonce: 17, safeTxHash: HASH },
  }),
];

const rowOf = (text: string) => page.getByRole("row").filter({ hasText: text });

test("what costs more now than as a rule says to wait and how much, a new account of tron what it costs; Electron Cash has a file of its own", async () => {
  await show(<SigningTab />, {
    staff: operatorAs("treasurer"),
    answers: {
      "GET /house/v1/lost-hours": { data: [] },
      "GET /house/v1/prepared-transactions": { data: ROWS, startsAfter: null },
    },
  });
  await expect.element(page.getByText("Prepared", { exact: true }).first()).toBeVisible();
  const why = (row: string) => rowOf(row).first().element().textContent?.replaceAll("\u00a0", " ");
  await expect.poll(() => why("0.00041")).toContain("wait: 4.10 % now, median 0.62 %");
  expect(why("0.0018")).toContain("wait: 24.5 gwei now, median 6 gwei");
  expect(why("1.1")).toContain("1.1 TRX of the fee activates the account");
  // Each with its coin's own decimals.
  expect(why("0.00041")).toContain("0.00041000 BCH");
  expect(why("1.1")).toContain("1.100000 TRX");
  expect(why("0.00000564")).not.toContain("wait");
  expect(why("1.1")).not.toContain("wait");
  const named = (row: string) => rowOf(row).getByRole("button", { name: "For Electron Cash" }).elements().length;
  expect(["0.00041", "0.00000564", "0.0018", "1.1"].map(named)).toEqual([1, 0, 0, 0]);
});

test("what the signer did not write is not taken for a transaction; what differs is said by its part, and gone with the next file", async () => {
  const difference = { part: "AMOUNT", at: 2, expected: "25000", found: "24000" };
  await show(<SigningTab />, {
    staff: operatorAs("treasurer"),
    answers: {
      "GET /house/v1/lost-hours": { data: [] },
      "GET /house/v1/prepared-transactions": { data: ROWS.slice(1, 2), startsAfter: null },
      "POST /house/v1/prepared-transactions/cheap/signed": refusal(400, "VALIDATION_FAILED", "No.", { difference }),
    },
  });
  await page.getByRole("button", { name: /Enter signed/ }).click();
  const [file, text] = [page.getByLabelText("File from the signer"), page.getByLabelText(/^Or its text/)];
  const PICTURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);
  for (const wrong of [new File([PICTURE], "a.png"), new File(["a".repeat(64_001)], "a.txt"), new File([], "a.psbt")]) {
    await file.upload(wrong);
    await expect.element(text).toHaveAccessibleDescription(/^This is no signed transaction/);
    await expect.element(text).toHaveValue("");
  }
  await file.upload(new File([new Uint8Array([0x70, 0x73, 0x62, 0x74, 0xff, 0x01])], "a.psbt"));
  await expect.element(text).toHaveValue("70736274ff01");
  await expect.element(text).not.toBeInvalid();
  await page.getByRole("button", { name: "Compare" }).click();
  const fault = page.getByText("Amount of output 2, in the smallest unit: prepared 25000, signed 24000.");
  await expect.element(fault).toBeVisible();
  await file.upload(new File(["cHNidP8B"], "b.psbt"));
  await expect.element(fault).not.toBeInTheDocument();
});

const WALLET = {
  walletId: "wal_safe",
  kind: "ETH_SAFE",
  network: "eth",
  active: true,
  path: "m",
  fingerprint: SAFE.slice(2, 10),
  xpub: SAFE,
  addresses: [{ index: 0, address: SAFE }],
  derived: 1,
  handedOut: 0,
  paid: 0,
  longestGap: 0,
  openGap: 0,
  nextIndex: 1,
  createdAt: AT,
  createdBy: "staff:Hugo",
  activatedAt: AT,
  activatedBy: "staff:Ada",
};
test("a batch of a Safe has its number and hash and its file, and nothing that this desk could do with it; one is prepared from it", async () => {
  await show(<SigningTab />, {
    staff: operatorAs("treasurer"),
    answers: {
      "GET /house/v1/lost-hours": { data: [] },
      "GET /house/v1/prepared-transactions": { data: ROWS, startsAfter: null },
      "GET /house/v1/payouts": { data: [], startsAfter: null },
      "GET /house/v1/moves": { data: [], startsAfter: null },
      "GET /house/v1/wallets": {
        data: [WALLET, { ...WALLET, walletId: "wal_new", xpub: `0x${"1".repeat(40)}`, activatedAt: undefined }],
      },
    },
  });
  const row = rowOf("to be executed by the Safe with nonce 17").first();
  await expect.element(row).toBeVisible();
  expect(row.element().textContent).toContain("paid on execution");
  expect(row.element().textContent).toContain("0x5ad5a2");
  const named = row
    .getByRole("button")
    .elements()
    .map((button) => button.textContent ?? "");
  expect(named.some((name) => /file/i.test(name))).toBe(true);
  expect(named.filter((name) => /enter signed|cancel/i.test(name))).toEqual([]);
  await page.getByRole("button", { name: "Prepare…" }).click();
  await page.getByLabelText("Network").selectOptions("eth");
  const from = page.getByLabelText("From");
  await expect.element(from).toBeVisible();
  expect(from.element().textContent).toBe(`Addresses of the operator's keysSafe ${SAFE}`);
  await from.selectOptions(`Safe ${SAFE}`);
  await expect.element(page.getByText(/One batch of one token/)).toBeVisible();
});

test("what is on hold since a restore is offered to nobody, and says so; what else is approved is", async () => {
  const payout = (payoutId: string, username: string, more: object = {}) => ({
    ...{ payoutId, username, kind: "PAYOUT", status: "APPROVED", asset: "BTC", quantity: Decimal.from("0.1") },
    ...{ reference: "out", place: "bc1q", askedBy: "staff:Ada", at: AT, ...more },
  });
  const move = {
    ...{ moveId: "mov_2", kind: "TO_VENUE", from: "custody:bitcoin", to: "venue:kraken", asset: "BTC" },
    ...{ quantity: Decimal.from("0.2"), address: "bc1p", reference: "MV", note: "stock", status: "APPROVED" },
    ...{ cost: Decimal.ZERO, facts: [], createdBy: "staff:Ada", createdAt: AT, updatedAt: AT, mayHaveLeft: true },
  };
  await show(<SigningTab />, {
    staff: operatorAs("treasurer"),
    answers: {
      "GET /house/v1/lost-hours": { data: [] },
      "GET /house/v1/prepared-transactions": { data: ROWS, startsAfter: null },
      "GET /house/v1/payouts": {
        data: [payout("pay_1", "acme", { mayHaveLeft: true }), payout("pay_2", "beta")],
        startsAfter: null,
      },
      "GET /house/v1/moves": { data: [move], startsAfter: null },
      "GET /house/v1/wallets": { data: [WALLET] },
    },
  });
  await page.getByRole("button", { name: "Prepare…" }).click();
  await expect.element(page.getByLabelText(/BTC, acme bc1q, on hold since the restore/)).toBeDisabled();
  await expect.element(page.getByLabelText(/BTC, venue:kraken bc1p, on hold since the restore/)).toBeDisabled();
  await expect.element(page.getByLabelText(/BTC, beta bc1q$/)).toBeEnabled();
});

test("hours that a restore has lost stand there until somebody states that nothing of them is still to be sent", async () => {
  const lost = { epoch: 2, since: AT - 7_200_000, until: AT };
  await show(<SigningTab />, {
    staff: operatorAs("treasurer"),
    answers: {
      "GET /house/v1/prepared-transactions": { data: [], startsAfter: null },
      "GET /house/v1/lost-hours": () => ({ data: [changes().length > 0 ? { ...lost, statedBy: "staff:Hugo" } : lost] }),
      "POST /house/v1/lost-hours": { ...lost, note: "asked", statedBy: "staff:Hugo", statedAt: AT },
      "GET /house/v1/approvals": { data: [], startsAfter: null },
    },
  });
  await expect.element(page.getByText("Lost hours since the restore")).toBeVisible();
  await page.getByRole("button", { name: "State…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "State it" }).click();
  await expect.element(dialog.getByText("Say what was checked.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "What was checked" }).fill("asked");
  await dialog.getByRole("button", { name: "State it" }).click();
  await expect.poll(() => changes().map(({ body }) => JSON.parse(body))).toEqual([{ note: "asked" }]);
  await expect.poll(() => page.getByText("Lost hours since the restore").elements().length).toBe(0);
});

test("once stated it waits for the second person, and is not to be stated again", async () => {
  const waiting = {
    ...{ approvalId: "apr_1", what: "lost-hours", decides: "house", status: "PENDING", needs: 1, yours: true },
    ...{ askedBy: "staff:Hugo", askedAt: AT, expiresAt: AT + 86_400_000 },
  };
  await show(<SigningTab />, {
    staff: operatorAs("treasurer"),
    answers: {
      "GET /house/v1/prepared-transactions": { data: [], startsAfter: null },
      "GET /house/v1/lost-hours": { data: [{ epoch: 2, since: AT - 7_200_000, until: AT }] },
      "GET /house/v1/approvals": { data: [waiting], startsAfter: null },
    },
  });
  await expect.element(page.getByText(/Stated by Hugo, awaiting approval\./)).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Open the approval" }))
    .toHaveAttribute("href", "/approvals?approval=apr_1");
  expect(page.getByRole("button", { name: "State…" }).elements()).toHaveLength(0);
});
