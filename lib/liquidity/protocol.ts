import type { Decimal } from "#lib/kernel/decimal.ts";
import type { FinalOutcome } from "./final-outcome.ts";
import { finalOutcomeOf } from "./final-outcome.ts";
import type {
  LookupResult,
  OrderRequest,
  VenueOutcome,
  Side,
  UnknownOrder,
  Venue,
  VenueFill,
  VenueQuote,
} from "./venue.ts";

/** An order as it was written down before a byte left. `missedPolls`: looks in a row that did not find it after its fence. */
export type Attempt = OrderRequest & {
  id: string;
  placedAt: Date;
  venueRef: string | undefined;
  missedPolls: number;
  lastError: string | undefined;
};

/** A look that found no outcome: why, when the next one is due, and the looks in a row that missed the order. */
export type UnknownPoll = Omit<UnknownOrder, "state"> & { afterMs: number; missedPolls: number };

/** Where the protocol keeps what it must not forget; the database in the program, memory in the proof. */
export type Journal = {
  /** Claims the only permission to send: false when it was claimed before, or the deadline has come. */
  claimSend(): Promise<boolean>;
  /** Whether that permission was never claimed and can be no more: then nothing was sent, nor ever will be. */
  isUnsendable(): Promise<boolean>;
  /** Keeps the venue's own reference and how long it is good for, before it is used; false when the deadline has come. */
  keepReference(venueRef: string, goodUntil: Date): Promise<boolean>;
  keepUnknown(look: UnknownPoll): Promise<void>;
  /** Books the outcome, once however often it is reported. */
  record(finalOutcome: FinalOutcome): Promise<void>;
  warn(error: unknown): void;
};

/** How long after its deadline, by the venue's clock, an order may still turn up. */
export const MARGIN_MS = 10_000;
/** Between two looks while something is likely to come of them. */
export const POLL_EVERY_MS = 1_000;
/** After this an order that was accepted would be known; one that is not is looked up next when its fence has passed. */
const KEEN_MS = 8_000;
/** A venue that gave no answer to a look is spared for so long. */
const FAILED_POLL_MS = 5_000;
/** Where no fence will ever tell, a person may; until then it is looked up this seldom. */
const UNFENCED_POLL_MS = 60_000;
/** Looks past the fence that must all miss an order before it counts as never placed. */
export const MISSED_POLLS = 2;

/**
 * Sends an attempt, once in its life. Only a definite answer is booked; whatever else happens, it stays open and is
 * looked up: the protocol never sends again on its own.
 */
export async function sendAttempt(
  attempt: Attempt,
  venue: Venue,
  journal: Journal,
  now: () => Promise<Date>,
): Promise<void> {
  if (!(await journal.claimSend())) return;
  const outcome = await answerTo(attempt, venue, journal, now);
  if (outcome.state === "UNKNOWN") await journal.keepUnknown({ ...doubtOf(outcome), afterMs: 0, missedPolls: 0 });
  else await journal.record(finalOutcomeOf(outcome));
}

const doubtOf = ({ state: _, ...doubt }: UnknownOrder): Omit<UnknownOrder, "state"> => doubt;

/** What a venue throws leaves its order in doubt: it may have been accepted. */
async function answerTo(
  attempt: Attempt,
  venue: Venue,
  journal: Journal,
  now: () => Promise<Date>,
): Promise<VenueOutcome> {
  try {
    if (!venue.capabilities().firmQuotes) return await venue.marketOrder(attempt, await now());
    const quote = await quoteFor(attempt, venue, journal, await now());
    if (!isQuote(quote)) return quote;
    return await venue.execute(attempt, quote, await now());
  } catch (error) {
    journal.warn(error);
    return { state: "UNKNOWN", reason: "The venue could not be reached.", code: "SILENT" };
  }
}

const isQuote = (quote: VenueQuote | VenueOutcome): quote is VenueQuote => "price" in quote;

/**
 * A quote is not binding until it is accepted, so without one nothing has happened; its reference is kept before it is
 * used.
 */
async function quoteFor(
  attempt: Attempt,
  venue: Venue,
  journal: Journal,
  now: Date,
): Promise<VenueQuote | VenueOutcome> {
  let quote: VenueQuote | undefined;
  try {
    quote = await venue.quote(attempt, now);
  } catch (error) {
    journal.warn(error);
  }
  if (!quote?.quoteId) return { state: "REFUSED", reason: "The venue gave no quote.", code: "NO_QUOTE" };
  if (attempt.limitPrice && isWorse(attempt.side, quote.price, attempt.limitPrice))
    return { state: "REFUSED", reason: "The venue's quote is past the limit.", code: "PAST_LIMIT" };
  if (await journal.keepReference(quote.quoteId, quote.expiresAt)) return quote;
  return { state: "REFUSED", reason: "The venue's quote came too late.", code: "TOO_LATE" };
}

/** Whether a price is past a limit: below it for a sale, above it for a purchase. */
export const isWorse = (side: Side, price: Decimal, limit: Decimal): boolean =>
  price.compare(limit) === (side === "SELL" ? -1 : 1);

/** What a look makes of an attempt. */
export type PollVerdict =
  | { kind: "BOOK"; finalOutcome: FinalOutcome }
  | { kind: "NEVER_PLACED"; reason: string }
  | ({ kind: "WAIT" } & UnknownPoll);

/**
 * Judges a look. What the venue knows for certain is booked. What it does not know counts as never placed only when its
 * own clock was past deadline and margin at two looks in a row, and only where it keeps deadlines or nothing was sent to it.
 */
export function judge(
  attempt: Pick<Attempt, "deadline" | "placedAt" | "missedPolls" | "lastError">,
  { outcome, at }: LookupResult,
  fence: { fenced: boolean; marginMs: number },
): PollVerdict {
  if (outcome && outcome.state !== "UNKNOWN") return { kind: "BOOK", finalOutcome: finalOutcomeOf(outcome) };
  if (outcome) return { kind: "WAIT", ...doubtOf(outcome), missedPolls: 0, afterMs: POLL_EVERY_MS };
  const untilFenceMs = attempt.deadline.getTime() + Math.max(MARGIN_MS, fence.marginMs) - at.getTime();
  const missedPolls = untilFenceMs <= 0 && fence.fenced ? attempt.missedPolls + 1 : 0;
  if (missedPolls >= MISSED_POLLS)
    return { kind: "NEVER_PLACED", reason: attempt.lastError ?? "The order never reached the venue." };
  const reason = attempt.lastError ?? "The venue does not know the order yet.";
  const afterMs = nextPollMs(attempt, at, untilFenceMs, fence.fenced);
  return { kind: "WAIT", reason, code: "NOT_FOUND", missedPolls, afterMs };
}

function nextPollMs({ placedAt }: Pick<Attempt, "placedAt">, at: Date, untilFenceMs: number, fenced: boolean): number {
  if (at.getTime() - placedAt.getTime() < KEEN_MS) return POLL_EVERY_MS;
  if (untilFenceMs > 0) return Math.max(untilFenceMs, POLL_EVERY_MS);
  return fenced ? POLL_EVERY_MS : UNFENCED_POLL_MS;
}

/** Looks an open attempt up and has what is certain recorded. Answers whether anything came of it. */
export async function lookUp(attempt: Attempt, venue: Venue, journal: Journal): Promise<boolean> {
  const verdict = await verdictOn(attempt, venue, journal);
  if (verdict.kind === "BOOK") await journal.record(verdict.finalOutcome);
  else if (verdict.kind === "NEVER_PLACED")
    await journal.record({ state: "REFUSED", reason: verdict.reason, code: "NEVER_PLACED", missed: true });
  else await journal.keepUnknown(verdict);
  return verdict.kind !== "WAIT";
}

async function verdictOn(attempt: Attempt, venue: Venue, journal: Journal): Promise<PollVerdict> {
  try {
    const { fenced, marginMs } = venue.capabilities();
    const isFenced = fenced || (await journal.isUnsendable());
    return judge(attempt, await venue.find(attempt.clientRef, attempt), { fenced: isFenced, marginMs });
  } catch (error) {
    journal.warn(error);
    const reason = attempt.lastError ?? "The venue could not be reached.";
    return { kind: "WAIT", reason, code: "SILENT", missedPolls: attempt.missedPolls, afterMs: FAILED_POLL_MS };
  }
}

/**
 * What a venue sold after all of an attempt that counted as never placed: NOTHING as far as it knows, or DOUBT when it
 * has given no whole answer and must be queried again.
 */
export async function lookLate(
  attempt: Attempt,
  venue: Venue,
  journal: Journal,
): Promise<VenueFill | "NOTHING" | "DOUBT"> {
  try {
    const { outcome } = await venue.find(attempt.clientRef, attempt);
    if (outcome?.state === "UNKNOWN") return "DOUBT";
    return outcome?.state === "FILLED" && !outcome.fill.quantity.isZero() ? outcome.fill : "NOTHING";
  } catch (error) {
    journal.warn(error);
    return "DOUBT";
  }
}
