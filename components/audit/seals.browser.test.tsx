import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { changes, refusal } from "#e2e/stage/server.ts";
import { operatorAs } from "#e2e/stage/staff.ts";
import { show } from "#e2e/stage/stage.tsx";
import { AuditPage } from "./audit-page.tsx";

const AT = Date.now() - 60_000;
const verified = (detail: object) => ({
  at: AT,
  actor: "staff:Omar",
  action: "audit.verify",
  objectKind: "account",
  objectId: "acc_house",
  requestId: "req-1",
  detail: { lines: 18_230, seals: 48, waiting: 3, ...detail },
});

const seals = () => page.getByRole("region", { name: "Seals" });

async function open(last: readonly object[], verification: object): Promise<void> {
  await show(<AuditPage />, {
    at: "/audit",
    staff: operatorAs("auditor", "Vera"),
    answers: {
      "GET /house/v1/audit": { data: last, startsAfter: null },
      "GET /house/v1/audit/values": { actors: [], actions: [], objectKinds: [] },
      "GET /house/v1/views": { data: [] },
      "POST /house/v1/audit/verifications": verification,
    },
  });
}

test("the page says whether the chain held when it was verified last, and by whom", async () => {
  await open([verified({ holds: true })], {});
  await expect.element(seals().getByText("The chain of seals holds")).toBeVisible();
  await expect.element(seals()).toMatchTextContent(/18 230 entries of all accounts under 48 seals; 3 not sealed yet/);
  await expect.element(seals()).toMatchTextContent(/Last verified by Omar/);
});

test("what does not hold is said by the verification, and a record that nobody verified is said to be none", async () => {
  const faults = [{ code: "LINES_CHANGED", seal: 12 }, { code: "LINES_MISSING" }];
  await open([], { holds: false, checkedAt: AT, seals: 48, lines: 9, waiting: 0, faults });
  await expect.element(seals().getByText("The chain of seals has not been verified yet")).toBeVisible();
  await seals().getByRole("button", { name: "Verify" }).click();
  await expect.element(seals().getByText("Entries under seal 12 were changed.")).toBeVisible();
  await expect.element(seals().getByText("Sealed entries are missing.")).toBeVisible();
  expect(changes().map(({ path }) => path)).toEqual(["/house/v1/audit/verifications"]);
});

test("a verification that was refused says so", async () => {
  await open([verified({ holds: false })], refusal(503, "SERVICE_UNAVAILABLE", "busy"));
  await expect.element(seals().getByText("The chain of seals is broken")).toBeVisible();
  await seals().getByRole("button", { name: "Verify" }).click();
  await expect.element(seals().getByText("The seals were not verified")).toBeVisible();
});
