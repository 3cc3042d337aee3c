import type { Locator } from "playwright/test";
import { customerMovements } from "./accounts.ts";
import {
  customerArrivals,
  customerBills,
  customerConversions,
  customerFigures,
  customerMovement,
  customerOf,
  customerOutcomes,
  CUSTOMERS,
  customersList,
} from "./customer.ts";
import type { Books, Desk } from "./desk.ts";
import type { Sheet } from "./figures.ts";
import { readHeights } from "./overview.ts";
import { readCall, requestDetail, requestsTab } from "./requests.ts";
import { accountPage, deliveriesTable, exportsPage, peoplePage } from "./staff-lists.ts";
import { auditPage, chainsPage, housePage, keysPage, rulesPage, webhooksTable } from "./staff-pages.ts";

/** What is wrong, by page. */
type Wrong = Record<string, string[]>;

function found(): { wrong: Wrong; note(name: string, faults: readonly string[]): void } {
  const wrong: Wrong = {};
  return {
    wrong,
    note(name, faults) {
      if (faults.length > 0) wrong[name] = [...(wrong[name] ?? []), ...faults];
    },
  };
}

/** One of the account's own past, whose money was there before the last days. */
const OF_LONG = "Quillhaven Books";

/** Every customer in a line; of some the whole page, with their own lists. */
export async function lookAtCustomers({ page, faults }: Desk): Promise<Wrong> {
  const { wrong, note } = found();
  const part = (title: string): Locator => page.getByRole("region", { name: title, exact: true });
  await page.goto("/customers?range=90d");
  note("list", await faults("main", customersList));
  for (const name of CUSTOMERS) {
    await page.goto(`/customers/one?subaccount=${name}`);
    await part("Payments and expiry").getByRole("button", { name: "Table", exact: true }).click();
    const look = async (of: string | Locator, wanted: (books: Books) => Sheet) => note(name, await faults(of, wanted));
    await look(part("Figures of the period"), (books) => customerFigures(customerOf(books, name)));
    await look(part("Opening and closing"), (books) => customerMovement(customerOf(books, name), 90));
    await look(part("Bills by outcome"), (books) => customerOutcomes(customerOf(books, name)));
    await look(part("Payments and expiry"), (books) => customerArrivals(customerOf(books, name)));
    const bills = page.getByRole("table", { name: "Bills", exact: true });
    const heads = new Set((await bills.locator("thead th").allTextContents()).map((head) => head.trim()));
    await look(bills, (books) => customerBills(customerOf(books, name), heads));
    await page.getByRole("link", { name: "Conversions", exact: true }).last().click();
    const conversions = page.getByRole("table", { name: "Conversions", exact: true });
    if (name === "executing")
      await look(conversions, (books) => customerConversions(customerOf(books, name), books.trades));
  }
  await page.goto(`/customers/one?${new URLSearchParams({ subaccount: OF_LONG, range: "7d" })}`);
  note(
    "held before",
    await faults(part("Opening and closing"), (books) => customerMovement(customerOf(books, OF_LONG), 7)),
  );
  return wrong;
}

/** What came and went by customer, beside the balances. */
export async function lookAtMovements({ page, faults }: Desk): Promise<string[]> {
  const movement = page.getByRole("region", { name: "Movement", exact: true });
  await movement.getByRole("button", { name: "Customer", exact: true }).click();
  return faults(movement, ({ bills, movements, now, hand }) => {
    const customers = new Map(bills.map(({ id, subaccount }) => [id, subaccount]));
    return customerMovements(movements, { now, hand, days: 7, customers });
  });
}

/** Settings, people, the record, files, and what a developer sees. */
export async function lookAtStaffPages({ page, hands, faults, invoices }: Desk): Promise<Wrong> {
  const { wrong, note } = found();
  const read = ({ now, hand }: Books) => ({ hands, now, hand });
  const look = async (path: string, wanted: (books: Books) => Sheet | Promise<Sheet>, table?: string) => {
    await page.goto(path);
    if (path.endsWith("house")) await page.getByRole("button", { name: "Table", exact: true }).click();
    note(path, await faults(table ? page.getByRole("table", { name: table }) : "main", wanted));
  };
  await look("/settings", (books) => rulesPage(read(books)));
  await look("/settings?tab=house", (books) => housePage(read(books)));
  await look("/settings?tab=chains", async () => chainsPage(await readHeights(hands)));
  await look("/audit", (books) => auditPage(read(books)));
  await look("/exports", (books) => exportsPage(read(books)));
  await look("/developers?tab=keys", (books) => keysPage(read(books)));
  await look("/developers?tab=webhooks", (books) => webhooksTable(read(books)), "Webhook endpoints");
  const deliveries = page.getByRole("table", { name: "Deliveries" });
  note("deliveries", await faults(deliveries, (books) => deliveriesTable(read(books))));
  // Refused twice alike.
  for (const id of [invoices.cancelled, invoices.cancelled]) await hands.execute(id);
  await look("/developers?tab=requests", (books) => requestsTab(read(books)));
  const call = await readCall(hands);
  await page.goto(`/developers?tab=requests&requestId=${call.id}&request=${call.id}`);
  const detail = page.locator("main td > div").filter({ has: page.getByRole("region", { name: "Response" }) });
  note("a request", await faults(detail, () => requestDetail(call)));
  await look("/settings?tab=people", (books) => peoplePage(read(books)));
  await look("/account", (books) => accountPage(read(books)), "Sessions");
  return wrong;
}
