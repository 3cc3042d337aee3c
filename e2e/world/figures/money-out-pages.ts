import type { Locator, Page } from "playwright/test";
import { accountTree, readMovements } from "./accounts.ts";
import { handOf } from "./amounts.ts";
import {
  approvalDialog,
  approvalsPage,
  beneficiariesTab,
  filesTab,
  readApprovals,
  signingTab,
  termsTab,
} from "./approvals.ts";
import { businessNow } from "./books.ts";
import { executionPage } from "./execution.ts";
import type { Sheet } from "./figures.ts";
import type { Hands } from "./hands.ts";
import {
  payoutDrawer,
  payoutsList,
  readPayouts,
  readSettlements,
  settlementFees,
  settlementsList,
  settlementStatement,
} from "./money-out.ts";
import { readSettled } from "./settle.ts";
import { lookAtDialogs } from "./treasury-dialogs.ts";
import { readMeans, treasuryPage, VIEWS } from "./treasury.ts";
import { moveDetail, readMoves } from "./treasury-lists.ts";
import type { Read } from "./treasury-now.ts";
import { presentOf } from "./treasury-present.ts";
import { worthNow } from "./worth.ts";

const hand = handOf("en");

/** Goes from page to page, and presses there what opens the part; answers what is wrong, by page. */
export type Looks = {
  look(path: string, wanted: (read: Read) => Promise<Sheet>, part?: Locator, open?: Locator): Promise<void>;
  wrong: Record<string, string[]>;
};

/** Reads each part until everything shown is what the books say, for some seconds at most. */
export function looksOf(page: Page, hands: Hands): Looks {
  const wrong: Record<string, string[]> = {};
  return {
    wrong,
    async look(path, wanted, part = page.locator("#main"), open = undefined) {
      await page.goto(path);
      await open?.click();
      const tables = page.getByRole("button", { name: "Table", exact: true, pressed: false });
      const openTables = async () => {
        while (!open && (await tables.count()) > 0) await tables.first().click();
      };
      const ask = async () => wanted({ hands, now: await businessNow(hands), hand });
      const { faults } = await readSettled(part, ask, openTables);
      if (faults.length > 0) wrong[open ? `${path} ${open}` : path] = faults;
    },
  };
}

const found = <One extends { id: string }>(all: readonly One[], id: string): One => {
  const one = all.find((each) => each.id === id);
  if (!one) throw new Error(`${id} has gone`);
  return one;
};

/** Payouts in every state, where they go, and the files and transactions that carry them. */
export async function lookAtPayouts({ look }: Looks, page: Page, hands: Hands): Promise<void> {
  await look("/payouts", async ({ now }) => payoutsList(await readPayouts(hands), now, hand));
  for (const { id } of await readPayouts(hands))
    await look(
      `/payouts?payout=${id}`,
      async ({ now }) => payoutDrawer(found(await readPayouts(hands), id), now, hand),
      page.locator("aside.drawer[aria-labelledby]"),
    );
  await look("/payouts?tab=beneficiaries", beneficiariesTab);
  await look("/payouts?of=house&tab=files", filesTab);
  await look("/payouts?of=house&tab=signing", signingTab);
}

/** Settlements with their statement and terms, and what waits for a second person. */
export async function lookAtSettlements({ look }: Looks, page: Page, hands: Hands): Promise<void> {
  await look("/settlements", async () => settlementsList(await readSettlements(hands), hand));
  const section = (name: string) =>
    page
      .locator("aside.drawer[aria-labelledby] section")
      .filter({ has: page.getByRole("heading", { name }) })
      .last();
  for (const one of await readSettlements(hands)) {
    const path = `/settlements?settlement=${one.id}`;
    await look(path, async () => settlementStatement(one, hand), section("Statement"));
    await look(path, async () => settlementFees(one, hand), section("Fees"));
  }
  await look("/settlements?tab=terms", termsTab);
  await look("/approvals", async ({ now }) => approvalsPage(await readApprovals(hands), now, hand));
  for (const { id } of (await readApprovals(hands)).filter(({ decidedAt }) => decidedAt === null))
    await look(
      `/approvals?approval=${id}`,
      async ({ now }) => approvalDialog(found(await readApprovals(hands), id), now, hand),
      page.getByRole("dialog"),
    );
}

/** What lies where by every view, what comes, what the venues have, every move, and the account that owes. */
export async function lookAtTreasury({ look, wrong }: Looks, page: Page, hands: Hands): Promise<void> {
  for (const view of VIEWS)
    await look(`/treasury?view=${view}`, async (read) => {
      const means = await readMeans(hands, undefined, read.now);
      const sheet = treasuryPage(view, { means, stored: [], hand });
      await presentOf(sheet, read, means);
      return sheet;
    });
  await look("/treasury?tab=execution", executionPage);
  for (const { id } of await readMoves(hands))
    await look(
      `/treasury?move=${id}`,
      async (read) => moveDetail(found(await readMoves(hands), id), read),
      page.locator("main td > div").filter({ has: page.getByRole("region", { name: "Evidence" }) }),
    );
  await lookAtDialogs({ look, wrong }, page, hands);
  const tree = page.locator("main section").filter({ has: page.getByRole("table", { name: "Accounts" }) });
  await look("/ledger?accounts=tree", async () => accountTree(await readMovements(hands), worthNow, hand), tree);
}
