import type { Browser, Locator, Page } from "playwright/test";
import { signIn } from "../person.ts";
import type { Program } from "../program.ts";
import { type Movement, readMovements } from "./accounts.ts";
import { type Hand, handOf } from "./amounts.ts";
import { type Bill, businessNow, readBills } from "./books.ts";
import type { Sheet } from "./figures.ts";
import { type Hands, openHands } from "./hands.ts";
import { type Reading, readSettled } from "./settle.ts";
import { type BillName, confirmed, type ConversionName, playStates } from "./states.ts";
import { readTrades, type Trade } from "./trades.ts";

/** What the books say at the moment a page is judged. */
export type Books = { now: number; bills: Bill[]; trades: Trade[]; movements: Movement[]; hand: Hand };

/** A world in every state, a person signed in before it, and its books read anew for each page. */
export type Desk = {
  page: Page;
  hands: Hands;
  invoices: Record<ConversionName, string>;
  books(): Promise<Books>;
  /**
   * Reads a part of the page until all its figures are what the books say, for some seconds at most; answers what is
   * wrong then. Every reading is kept.
   */
  faults(part: string | Locator, wantedOf: (books: Books) => Sheet | Promise<Sheet>): Promise<string[]>;
  readings: Reading[];
  /** The bytes of what the session may fetch. */
  fetch(path: string): Promise<Buffer>;
  close(): Promise<void>;
};

/** Tall enough for every row of the lists, which draw no more than is in view. */
const VIEWPORT = { width: 1800, height: 4600 };

const DAY_MS = 86_400_000;
/** The clock stands at 22:45 as the world is begun: its states and the looking at them end some minutes before midnight. */
const BEGUN_AT = DAY_MS - 75 * 60_000;

export async function openDesk(browser: Browser, program: Program): Promise<Desk> {
  const context = await browser.newContext({
    baseURL: program.url,
    locale: "en-GB",
    timezoneId: "UTC",
    viewport: VIEWPORT,
  });
  const page = await context.newPage();
  await signIn(page, "/developers");
  const hands = await openHands(program, async (method, path, body) => {
    const reply = await context.request.fetch(path, {
      method,
      headers: { origin: program.url },
      ...(body && { data: body }),
    });
    if (!reply.ok()) throw new Error(`${method} ${path}: ${await reply.text()}`);
    return reply.json();
  });
  // The demo's own payments would be confirmed after their guarantee, in one run and not in another.
  await confirmed(hands);
  await hands.control("clock", { advanceMs: (BEGUN_AT - ((await businessNow(hands)) % DAY_MS) + DAY_MS) % DAY_MS });
  const invoices = await playStates(hands);
  const readings: Reading[] = [];
  const books = async (): Promise<Books> => {
    const bills = await readBills(hands);
    const [trades, movements] = [await readTrades(hands, bills), await readMovements(hands)];
    return { bills, trades, movements, now: await businessNow(hands), hand: handOf("en") };
  };
  return {
    page,
    hands,
    invoices,
    books,
    readings,
    async fetch(path) {
      const reply = await context.request.get(path);
      if (!reply.ok()) throw new Error(`${path}: ${await reply.text()}`);
      return reply.body();
    },
    async faults(part, wantedOf) {
      const read = typeof part === "string" ? page.locator(part) : part;
      const { faults, ...reading } = await readSettled(read, async () => wantedOf(await books()));
      readings.push(reading);
      return faults;
    },
    async close() {
      await hands.close();
      await context.close();
    },
  };
}

export function billOf({ bills }: Books, name: BillName): Bill {
  const found = bills.find(({ subaccount }) => subaccount === name);
  if (!found) throw new Error(`there is no bill ${name}`);
  return found;
}

export function tradeOf({ trades }: Books, id: string): Trade {
  const found = trades.find((one) => one.id === id);
  if (!found) throw new Error(`there is no conversion ${id}`);
  return found;
}
