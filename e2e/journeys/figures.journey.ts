import type { Locator } from "playwright/test";
import { printedWords } from "#lib/documents/printed-words.fixture.ts";
import { unzipped } from "#lib/exports/unzipped.fixture.ts";
import { en as HEADS } from "#lib/i18n/headings.en.ts";
import { accountTree, ledgerPage } from "../world/figures/accounts.ts";
import { billForm, madeBill, type FormInput } from "../world/figures/bill-form.ts";
import type { Bill } from "../world/figures/books.ts";
import { exceptionsPage, readCases } from "../world/figures/cases.ts";
import { priceTable } from "../world/figures/conversion-cost.ts";
import { cancelDialog, conversionDrawer, executeDialog } from "../world/figures/conversion-drawer.ts";
import { conversionsList, newConversion } from "../world/figures/conversions-list.ts";
import { type Books, billOf, type Desk, openDesk, tradeOf } from "../world/figures/desk.ts";
import { faultsOf, type Sheet } from "../world/figures/figures.ts";
import {
  conversionLine,
  fileFaults,
  type Line,
  linesOf,
  madeFile,
  movementLine,
  paymentLine,
  sheetLines,
} from "../world/figures/files.ts";
import { lookAtCustomers, lookAtMovements, lookAtStaffPages } from "../world/figures/desk-looks.ts";
import { overviewPage, readEvents, readHeights } from "../world/figures/overview.ts";
import { note, documentFaults, receipt } from "../world/figures/documents.ts";
import { codeOf, drawnCode, payerPage, walletUri } from "../world/figures/payer.ts";
import { createDialog, holdDialog, payoutForm, payoutReview, selection } from "../world/figures/payment-dialogs.ts";
import { paymentDrawer } from "../world/figures/payment-drawer.ts";
import { paymentsList } from "../world/figures/payments-list.ts";
import { readOrders } from "../world/figures/performance.ts";
import { readMeans, treasuryPage, VIEWS } from "../world/figures/treasury.ts";
import { readStored, worthNow, worthThen } from "../world/figures/worth.ts";
import { lookAtRefund } from "../world/figures/refund.ts";
import { BIDS, BILLS, type BillName, DEPOSIT_LIMIT } from "../world/figures/states.ts";
import { expect, test } from "../world/journey.ts";

/** One world in every state for all of them, one page that goes from place to place. */
test.describe.configure({ mode: "default" });
let desk: Desk;

test.beforeAll(async ({ stage, browser }, { file }) => {
  desk = await openDesk(browser, await stage.programOf(file));
});
test.afterAll(() => desk?.close());

const dialog = (): Locator => desk.page.getByRole("dialog");
const press = (name: string | RegExp, within: Locator = desk.page.getByRole("complementary")) =>
  within.getByRole("button", { name }).click();

test("the overview shows what the books say: what is held, promised, received, and what waits for a person", async () => {
  const { page, hands } = desk;
  await page.goto("/");
  const tables = page.getByRole("button", { name: "Table", exact: true });
  await expect(tables).toHaveCount(5);
  for (const one of await tables.all()) await one.click();
  const wanted = async (books: Books): Promise<Sheet> =>
    overviewPage({
      ...books,
      orders: await readOrders(hands),
      cases: await readCases(hands, books),
      heights: await readHeights(hands),
      events: await readEvents(hands),
      stored: await readStored(hands),
    });
  expect(await desk.faults("main", wanted)).toEqual([]);
});

test("the payments list shows of every bill what the books say, and the sums of all of them", async () => {
  const { page } = desk;
  await page.goto("/payments?range=90d");
  const heads = page.locator("main thead th");
  await expect(heads.filter({ hasText: "Fiat received" })).toBeVisible();
  const columns = new Set((await heads.allTextContents()).map((head) => head.trim()));
  for (const column of ["Due", "Received", "Difference", "Fiat due", "Fiat received", "Status"])
    expect(columns).toContain(column);
  const wanted = ({ bills, now, hand }: Books) => paymentsList(bills, now, hand, columns);
  expect(await desk.faults("main", wanted)).toEqual([]);
  const before = desk.readings.at(-1)?.shown;
  await page.reload();
  expect(await desk.faults("main", wanted)).toEqual([]);
  expect([...(desk.readings.at(-1)?.shown.keys() ?? [])]).toEqual([...(before?.keys() ?? [])]);
});

test("a payment's drawer shows what the books say, in every state of a bill", async () => {
  expect(await lookAtPayments()).toEqual({});
});

async function lookAtPayments(but?: BillName): Promise<Record<string, string[]>> {
  const { bills } = await desk.books();
  const wrong: Record<string, string[]> = {};
  await desk.page.goto(`/payments?range=90d&open=${bills[0]?.id}`);
  for (const [at, { id, subaccount }] of bills.entries()) {
    if (at > 0) await desk.page.keyboard.press("j");
    if (subaccount === but) continue;
    const faults = await desk.faults("aside", ({ bills: all, now, hand }) =>
      paymentDrawer({ bill: byId(all, id), now, hand, depositLimit: DEPOSIT_LIMIT }),
    );
    if (faults.length > 0) wrong[`${subaccount} ${id}`] = faults;
  }
  return wrong;
}

function byId<One extends { id: string }>(all: readonly One[], id: string): One {
  const found = all.find((one) => one.id === id);
  if (!found) throw new Error(`${id} has gone`);
  return found;
}

const openBill = async (name: BillName): Promise<void> => {
  const { id } = billOf(await desk.books(), name);
  await desk.page.goto(`/payments?paymentId=${id}&open=${id}`);
};

test("the dialogs of a payment name its own figures: what is released, declined, paid out and converted", async () => {
  await openBill("held");
  for (const command of ["Release", "Decline"] as const) {
    await press(new RegExp(`^${command}`));
    expect(
      await desk.faults(dialog(), (books) => holdDialog(billOf(books, "held"), command, books.now, books.hand)),
    ).toEqual([]);
    await press("Cancel", dialog());
  }
  await openBill("paid-out");
  await press("Record payout…");
  expect(await desk.faults(dialog(), (books) => payoutForm(billOf(books, "paid-out"), books.hand))).toEqual([]);
  await dialog().getByLabel("Quantity").fill("0.01");
  await dialog().getByLabel("Reference").fill("refund 13");
  await press("Review", dialog());
  const payout = { units: 1_000_000n, reference: "refund 13" };
  expect(await desk.faults(dialog(), (books) => payoutReview(billOf(books, "paid-out"), payout, books.hand))).toEqual(
    [],
  );
  await openBill("late");
  await press(/^Convert/);
  expect(await desk.faults(dialog(), (books) => createDialog([billOf(books, "late")], books.hand))).toEqual([]);
});

const tickOf = ({ id }: Bill): Locator => desk.page.getByRole("checkbox", { name: new RegExp(id.slice(-6)) });

test("ticked payments are summed and converted, and no other", async () => {
  const { page } = desk;
  await page.goto("/payments?range=7d");
  const of = (books: Books) => (["free-1", "free-3"] as const).map((name) => billOf(books, name));
  for (const bill of of(await desk.books())) await tickOf(bill).check();
  const foot = page.getByRole("region", { name: "2 selected" });
  expect(await desk.faults(foot, (books) => selection(of(books), books.hand))).toEqual([]);
  await press("Create conversion…", foot);
  expect(await desk.faults(dialog(), (books) => createDialog(of(books), books.hand))).toEqual([]);
});

test("the conversions list shows of every conversion what the books say, and their sums", async () => {
  await desk.page.goto("/conversions?range=90d");
  expect(await desk.faults("main", ({ trades, now, hand }) => conversionsList(trades, now, hand))).toEqual([]);
});

test("a conversion's drawer shows what the books say, in every state of a conversion", async () => {
  expect(await lookAtConversions()).toEqual({});
});

async function lookAtConversions(): Promise<Record<string, string[]>> {
  const { trades } = await desk.books();
  const wrong: Record<string, string[]> = {};
  await desk.page.goto(`/conversions?range=90d&invoice=${trades[0]?.id}`);
  const prices = desk.page.getByRole("complementary").getByRole("region", { name: "Price", exact: true });
  for (const [at, { id, status }] of trades.entries()) {
    if (at > 0) await desk.page.keyboard.press("j");
    const costed = async ({ trades: all, ...books }: Books) => ({
      ...books,
      trade: byId(all, id),
      stored: await readStored(desk.hands),
    });
    const faults = await desk.faults("aside", async (books) => conversionDrawer(await costed(books)));
    await press("Table", prices);
    faults.push(...(await desk.faults(prices, async (books) => priceTable(await costed(books)))));
    if (faults.length > 0) wrong[`${status} ${id}`] = faults;
  }
  return wrong;
}

test("inbox, cases and ledger show what the books say, the movement by asset and by customer", async () => {
  const { page, hands } = desk;
  await page.goto("/exceptions?sort=-worth");
  await page.addStyleTag({ content: ".case-row time { display: none }" });
  expect(
    await desk.faults("main", async (books) => exceptionsPage(await readCases(hands, books), books.now, books.hand)),
  ).toEqual([]);
  await page.goto("/ledger");
  expect(await desk.faults("main", ({ movements, now, hand }) => ledgerPage(movements, now, hand))).toEqual([]);
  expect(await lookAtMovements(desk)).toEqual([]);
});

test("the ledger as accounts, and the treasury by every view, show what the books said at an instant", async () => {
  const { page, hands } = desk;
  const stored = await readStored(hands);
  const { movements } = await desk.books();
  const at = movements[Math.floor(movements.length * 0.7)]?.at ?? 0;
  const then = new URLSearchParams({ at: new Date(at).toISOString() });
  const tree = page.locator("main section").filter({ has: page.getByRole("table", { name: "Accounts" }) });
  await page.goto("/ledger?accounts=tree");
  expect(await desk.faults(tree, (books) => accountTree(books.movements, worthNow, books.hand))).toEqual([]);
  await page.goto(`/ledger?accounts=tree&${then}`);
  const worthOf = (units: bigint, asset: string) => worthThen(units, asset, stored, at) ?? 0n;
  const before = movements.filter((one) => one.at < at);
  expect(await desk.faults(tree, ({ hand }) => accountTree(before, worthOf, hand))).toEqual([]);
  const wrong: Record<string, string[]> = {};
  for (const view of VIEWS) {
    await page.goto(`/treasury?view=${view}&${then}`);
    const wanted = async ({ now, hand }: Books) =>
      treasuryPage(view, { means: await readMeans(hands, at, now), stored, hand });
    const faults = await desk.faults("main", wanted);
    if (faults.length > 0) wrong[view] = faults;
  }
  expect(wrong).toEqual({});
});

test("a payer is told what is still due, in every state of a bill, and the code holds the same", async () => {
  const { page } = desk;
  const { bills } = await desk.books();
  const wrong: Record<string, string[]> = {};
  for (const bill of bills.filter(({ subaccount }) => NAMES.has(subaccount))) {
    await page.goto(`/pay/${bill.id}`, { waitUntil: "domcontentloaded" });
    const faults = await desk.faults("main", ({ bills: all, now, hand }) =>
      payerPage({ bill: byId(all, bill.id), now, hand }),
    );
    const code = page.getByRole("img", { name: /^QR code/ });
    if (await code.isVisible()) {
      const size = Number((await code.getAttribute("viewBox"))?.split(" ")[2]);
      const drawn = drawnCode((await code.locator("path").getAttribute("d")) ?? "", size);
      const uri = walletUri(byId((await desk.books()).bills, bill.id));
      if (drawn !== codeOf(uri)) faults.push(`the code holds something else than ${uri}`);
    }
    if (faults.length > 0) wrong[bill.subaccount] = faults;
  }
  expect(wrong).toEqual({});
});

const NAMES = new Set(Object.values(BILLS).flatMap((group) => Object.keys(group)));

test("receipts of every state of a bill, and contract notes, print what the books say", async () => {
  const books = await desk.books();
  const wrong: Record<string, string[]> = {};
  for (const bill of books.bills.filter(({ subaccount }) => NAMES.has(subaccount))) {
    const { text } = printedWords(await desk.fetch(`/manage/v1/payments/${bill.id}/receipt.pdf`));
    const faults = documentFaults(text, receipt(bill, books.now));
    if (faults.length > 0) wrong[bill.subaccount] = faults;
  }
  const trade = tradeOf(books, desk.invoices.executed);
  const { text } = printedWords(await desk.fetch(`/manage/v1/conversions/${trade.id}/note.pdf`));
  const faults = documentFaults(text, note(trade));
  expect({ ...wrong, ...(faults.length > 0 && { note: faults }) }).toEqual({});
});

test("files hold what the books say, as text and as a sheet", async () => {
  const books = await desk.books();
  const from = books.now - 89 * 86_400_000;
  const payments = books.bills.map((bill) => paymentLine(bill, books.now));
  const files: [list: "payments" | "conversions" | "statement", filter: object, wanted: Line[]][] = [
    ["payments", { startTime: from }, payments],
    ["conversions", { startTime: new Date(from).toISOString() }, books.trades.map(conversionLine)],
    ["statement", {}, books.movements.toReversed().map(movementLine)],
  ];
  for (const [list, filter, wanted] of files) {
    expect(fileFaults(linesOf((await madeFile(desk, list, "csv", filter)).toString()), wanted)).toEqual([]);
    expect(fileFaults(sheetLines(unzipped(await madeFile(desk, list, "xlsx", filter)), HEADS[list]), wanted)).toEqual(
      [],
    );
  }
});

test("a customer's page shows what the books say: what is held, made, open and promised, and the customer's own lists", async () => {
  expect(await lookAtCustomers(desk)).toEqual({});
});

test("settings, people, audit, chains, files, keys, webhooks, deliveries and requests show what the rows say", async () => {
  expect(await lookAtStaffPages(desk)).toEqual({});
});

const FORMS: readonly FormInput[] = [
  {
    crypto: "BTC",
    fiat: "EUR",
    fiatUnits: 120_50n,
    typed: "120.5",
    subaccount: "made",
    feeModel: "SPREAD",
    bid: BIDS.BTC.EUR,
  },
  {
    crypto: "USDT",
    fiat: "JPY",
    fiatUnits: 12_000n,
    typed: "12000",
    subaccount: "made",
    feeModel: "EXPLICIT",
    bid: BIDS.USDT.JPY,
  },
];

test("a new bill is quoted at the bid, and what is made is what it says", async () => {
  const { page } = desk;
  for (const form of FORMS.toReversed()) {
    const { crypto, fiat, typed, subaccount, feeModel } = form;
    await page.goto(
      `/bills/new?cryptoType=${crypto}&fiat=${fiat}&fiatReceivable=${typed}&subaccount=${subaccount}&feeModel=${feeModel}`,
    );
    expect(await desk.faults("main", ({ hand }) => billForm(form, hand))).toEqual([]);
  }
  await press(/^Create bill/, page.getByRole("main"));
  await expect(page.getByRole("heading", { name: "Bill created" })).toBeVisible();
  const made = ({ bills }: Books) =>
    bills.find(({ subaccount }) => subaccount === "made") ?? byId(bills, "the bill made");
  expect(
    await desk.faults("main", (books) => madeBill(made(books), books.now, books.hand, new URL(page.url()).host)),
  ).toEqual([]);
});

test("only what is ticked becomes a conversion; its quote is sold for what the button names", async () => {
  const { page, hands } = desk;
  await page.goto("/conversions?new=true");
  const pair = "USDC to USD";
  const drawer = page.getByRole("complementary");
  const left = billOf(await desk.books(), "free-2");
  await drawer.getByRole("radio", { name: new RegExp(`^${pair}`) }).check();
  await tickOf(left).uncheck();
  expect(
    await desk.faults("aside", ({ bills, now, hand }) => newConversion(bills, pair, [left.id], now, hand)),
  ).toEqual([]);
  const before = new Set((await desk.books()).trades.map(({ id }) => id));
  await press(/^Create conversion of/);
  await expect.poll(async () => (await desk.books()).trades.length).toBe(before.size + 1);
  const made = ({ trades }: Books) => trades.find(({ id }) => !before.has(id)) ?? byId(trades, "the conversion made");
  const shownOf = async (books: Books) =>
    conversionDrawer({ ...books, trade: made(books), stored: await readStored(hands) });
  const { items, id } = made(await desk.books());
  expect(items.map(({ billId }) => billId)).not.toContain(left.id);
  await hands.settings({ "quoteLifetimeMs.USDC.USD": 60_000 });
  await press(/^Get quote/);
  await expect(drawer.getByRole("button", { name: /^Sell/ })).toBeVisible();
  expect(await desk.faults("aside", shownOf)).toEqual([]);
  await press("Cancel this conversion…");
  expect(await desk.faults(dialog(), (books) => cancelDialog({ trade: made(books), ...books }))).toEqual([]);
  await press("Keep it", dialog());
  await press(/^Sell/);
  expect(await desk.faults(dialog(), (books) => executeDialog({ trade: made(books), ...books }))).toEqual([]);
  await press(/^Sell/, dialog());
  await expect.poll(async () => tradeOf(await desk.books(), id).status).toBe("EXECUTED");
  expect(await desk.faults("aside", shownOf)).toEqual([]);
  const sold = tradeOf(await desk.books(), id);
  expect(sold.sold?.fiat).toBe(sold.quote?.get);
  expect(billOf(await desk.books(), "free-2")).toMatchObject({ free: left.free, locked: 0n });
});

/** But for the bill whose surplus waits for a fresh price, which by then is kept: a state of its own. */
test("on the next day each moment names its day, wherever it stands", async () => {
  const { page, hands } = desk;
  const { bills: made, now } = await desk.books();
  const nextDay = (Math.floor(Math.max(...made.map(({ createdAt }) => createdAt)) / DAY_MS) + 1) * DAY_MS;
  if (now < nextDay) await hands.control("clock", { advanceMs: nextDay - now });
  await hands.control("settle");
  expect({ ...(await lookAtPayments("processing")), ...(await lookAtConversions()) }).toEqual({});
  await page.goto("/conversions?range=90d");
  expect(await desk.faults("main", (books) => conversionsList(books.trades, books.now, books.hand))).toEqual([]);
});
const DAY_MS = 86_400_000;

test("a payer's refund names what is left of the deposit, in both languages, until the address is given", async () => {
  expect(await lookAtRefund(desk, "late")).toEqual([]);
});

/** Of all that the tests before it have read. */
test("issue 19: every figure counts all currencies, and is worded, grouped and rounded as all others are", () => {
  expect(desk.readings).not.toEqual([]);
  expect(desk.readings.flatMap(({ shown, wanted }) => faultsOf(shown, wanted))).toEqual([]);
});
