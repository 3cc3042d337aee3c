import type { Chance } from "#e2e/world/seeded.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { FinalOutcome } from "#lib/liquidity/final-outcome.ts";
import { type Attempt, lookLate, lookUp, type Journal, sendAttempt } from "#lib/liquidity/protocol.ts";
import type { Venue } from "#lib/liquidity/venue.ts";
import type { Clock } from "./clock.ts";

export const QUANTITY = Decimal.from("0.01");

/** What the house has in its books at the end. `lateTrades`: those of orders that counted as never placed. */
export type Books = { trades: string[]; lateTrades: string[]; isResolved: boolean; attempts: number };

/** A row of the database: what the program would keep of an attempt. */
type Row = {
  attempt: Attempt;
  status: "OPEN" | "FILLED" | "REFUSED";
  isSent: boolean;
  isMissed: boolean;
  nextAt: number;
};

const DEADLINE_MS = 10_000;
const WAIT_MS = 5_000;
const MOST_ATTEMPTS = 8;
const MOST_MS = 15 * 60_000;
const WATCH_MS = [30_000, 5 * 60_000, 3_600_000];
const DOUBT_MS = 60_000;
const MOST_DOUBTS = 100;

/**
 * Sells one invoice through the protocol of the program, on a network and with processes that fail: whoever sends may die
 * before, while or after it does; two workers look at once; a late answer comes in beside a look.
 */
export async function sellByProtocol(clock: Clock, chance: Chance, venue: Venue): Promise<Books> {
  const books: Books = { trades: [], lateTrades: [], isResolved: false, attempts: 0 };
  const rows: Row[] = [];
  const end = clock.now() + MOST_MS;
  while (!books.isResolved && books.attempts < MOST_ATTEMPTS && clock.now() < end) {
    books.attempts += 1;
    const row = placed(clock, books.attempts);
    rows.push(row);
    void dispatch(clock, chance, venue, row, books);
    while (row.status === "OPEN" && clock.now() < end) await work(clock, chance, venue, row, books);
    books.isResolved = row.status === "FILLED";
  }
  for (const row of rows.filter(({ isMissed }) => isMissed)) await watch(clock, venue, row, books);
  return books;
}

function placed(clock: Clock, number: number): Row {
  const placedAt = new Date(clock.now());
  const attempt: Attempt = {
    id: `a${number}`,
    clientRef: `c${number}`,
    side: "SELL",
    base: "BTC",
    fiat: "EUR",
    quantity: QUANTITY,
    limitPrice: undefined,
    deadline: new Date(clock.now() + DEADLINE_MS),
    placedAt,
    venueRef: undefined,
    missedPolls: 0,
    lastError: undefined,
  };
  return { attempt, status: "OPEN", isSent: false, isMissed: false, nextAt: clock.now() + WAIT_MS };
}

/** The process that has placed the order sends it, unless it dies; the dead write nothing. */
async function dispatch(clock: Clock, chance: Chance, venue: Venue, row: Row, books: Books): Promise<void> {
  const diesAt = chance.whole(1, 5) === 1 ? clock.now() + chance.whole(0, 3_000) : Number.POSITIVE_INFINITY;
  const pauseMs = chance.whole(1, 20) === 1 ? chance.whole(1_000, 20_000) : 0;
  await clock.sleep(pauseMs);
  if (clock.now() >= diesAt) return;
  const journal = journalOf(clock, row, books, () => clock.now() < diesAt);
  await sendAttempt({ ...row.attempt }, venue, journal, async () => new Date(clock.now())).catch(() => undefined);
}

/** One worker, sometimes two at once, looks a row up when its time has come. */
async function work(clock: Clock, chance: Chance, venue: Venue, row: Row, books: Books): Promise<void> {
  if (clock.now() < row.nextAt) await clock.sleep(Math.min(250, row.nextAt - clock.now()));
  if (clock.now() < row.nextAt || row.status !== "OPEN") return;
  const workers = chance.whole(1, 5) === 1 ? 2 : 1;
  const looks = Array.from({ length: workers }, () => {
    const diesAt = chance.whole(1, 20) === 1 ? clock.now() + chance.whole(0, 200) : Number.POSITIVE_INFINITY;
    return lookUp(
      { ...row.attempt },
      venue,
      journalOf(clock, row, books, () => clock.now() < diesAt),
    ).catch(() => false);
  });
  await Promise.all(looks);
  if (row.status === "OPEN" && row.nextAt <= clock.now()) row.nextAt = clock.now() + 250;
}

class Died extends Error {}

function journalOf(clock: Clock, row: Row, books: Books, isAlive: () => boolean): Journal {
  const living = (): void => {
    if (!isAlive()) throw new Died();
  };
  const isOpen = (): boolean => row.status === "OPEN" && row.attempt.deadline.getTime() > clock.now();
  return {
    async claimSend() {
      living();
      const isClaimed = !row.isSent && isOpen();
      row.isSent ||= isClaimed;
      return isClaimed;
    },
    async isUnsendable() {
      living();
      return !row.isSent && row.attempt.deadline.getTime() <= clock.now();
    },
    async keepReference(venueRef, goodUntil) {
      living();
      if (!isOpen() || row.attempt.venueRef) return false;
      row.attempt.venueRef = venueRef;
      if (goodUntil > row.attempt.deadline) row.attempt.deadline = goodUntil;
      return true;
    },
    async keepUnknown({ reason, afterMs, missedPolls }) {
      living();
      if (row.status !== "OPEN") return;
      row.attempt.lastError = reason;
      row.attempt.missedPolls = missedPolls;
      row.nextAt = clock.now() + afterMs;
    },
    async record(finalOutcome) {
      living();
      if (row.status === "OPEN") book(row, books, finalOutcome);
    },
    warn: () => undefined,
  };
}

function book(row: Row, books: Books, finalOutcome: FinalOutcome): void {
  row.status = finalOutcome.state;
  if (finalOutcome.state === "FILLED") books.trades.push(...finalOutcome.fill.trades.map(({ tradeId }) => tradeId));
  else row.isMissed = finalOutcome.missed === true;
}

/** What counted as never placed is looked up for hours; a look without an answer is made again. */
async function watch(clock: Clock, venue: Venue, row: Row, books: Books): Promise<void> {
  for (const afterMs of WATCH_MS) {
    await clock.sleep(afterMs);
    let seen = await lookLate(
      row.attempt,
      venue,
      journalOf(clock, row, books, () => true),
    );
    for (let again = 0; seen === "DOUBT" && again < MOST_DOUBTS; again += 1) {
      await clock.sleep(DOUBT_MS);
      seen = await lookLate(
        row.attempt,
        venue,
        journalOf(clock, row, books, () => true),
      );
    }
    if (typeof seen !== "object") continue;
    books.lateTrades.push(...seen.trades.map(({ tradeId }) => tradeId));
    return;
  }
}
