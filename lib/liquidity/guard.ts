import type { Book, Condition, VenueOutcome, Venue } from "./venue.ts";

/**
 * The limits on requests to a venue: faults in a row after which it rests, and for how long; requests at once, and a
 * second, of which some are kept for orders and looks; how old a book may be that is served again; how long after a
 * look failed the next is made while it rests.
 */
export type RetryOptions = {
  faults: number;
  restMs: number;
  burst: number;
  perSecond: number;
  reservedForOrders: number;
  bookMs: number;
  lookMs: number;
};

export const RETRY: RetryOptions = {
  faults: 5,
  restMs: 30_000,
  burst: 15,
  perSecond: 3,
  reservedForOrders: 5,
  bookMs: 1_000,
  lookMs: 5_000,
};

/** No request may be sent to the venue at the moment; none was sent. */
export class VenueResting extends Error {
  constructor(name: string) {
    super(`${name} is spared for a moment: it failed, or was asked, too often.`);
    this.name = "VenueResting";
  }
}

/** Epoch milliseconds that only rise: a machine's clock that is put back would have a venue rest, and no token come, for as long. */
const steadyClock = (): number => performance.timeOrigin + performance.now();

/**
 * A venue behind a circuit breaker and a rate limit, each of its own and of this process. After some faults in a row it
 * rests, then one question is let through to try it. An order that is not let through was surely never sent, so it is
 * refused. Looks for open orders are made even of a resting venue, but seldom once one has failed.
 */
export function guarded(venue: Venue, retry: RetryOptions = RETRY, clock: () => number = steadyClock): Venue {
  let faults = 0;
  let restsUntil = 0;
  let isTried = false;
  let tokens = retry.burst;
  let filledAt = clock();
  let pollFailedAt = Number.NEGATIVE_INFINITY;
  const books = new Map<string, { until: number; book: Promise<Book | undefined> }>();

  function condition(): Condition {
    const state = faults < retry.faults ? "CLOSED" : clock() < restsUntil ? "OPEN" : "HALF_OPEN";
    return { state, faults, until: state === "OPEN" ? new Date(restsUntil) : undefined };
  }

  function takeToken(reserved: number): boolean {
    const now = clock();
    tokens = Math.min(retry.burst, tokens + ((now - filledAt) * retry.perSecond) / 1_000);
    filledAt = now;
    if (tokens < 1 + reserved) return false;
    tokens -= 1;
    return true;
  }

  /** Of a tried venue one question at a time. */
  function mayAsk(reserved: number): boolean {
    const { state } = condition();
    return state !== "OPEN" && !(state === "HALF_OPEN" && isTried) && takeToken(reserved);
  }

  function mayPoll(): boolean {
    const isSpared = condition().state === "OPEN" && clock() - pollFailedAt < retry.lookMs;
    return !isSpared && takeToken(0);
  }

  async function watched<T>(ask: () => Promise<T>, isFault: (answer: T) => boolean = () => false): Promise<T> {
    isTried = true;
    try {
      const answer = await ask();
      note(isFault(answer));
      return answer;
    } catch (error) {
      note(true);
      throw error;
    } finally {
      isTried = false;
    }
  }

  function note(isFault: boolean): void {
    faults = isFault ? faults + 1 : 0;
    if (faults >= retry.faults) restsUntil = clock() + retry.restMs;
  }

  async function read<T>(ask: () => Promise<T>): Promise<T> {
    if (!mayAsk(retry.reservedForOrders)) throw new VenueResting(venue.name);
    return watched(ask);
  }

  /** Calls for a book within moments of one another share one answer. */
  function readBook(...given: Parameters<Venue["book"]>): Promise<Book | undefined> {
    const pair = `${given[0]}/${given[1]}`;
    const known = books.get(pair);
    if (known && clock() < known.until) return known.book;
    const book = read(() => venue.book(...given));
    books.set(pair, { until: clock() + retry.bookMs, book });
    return book;
  }

  async function order(ask: () => Promise<VenueOutcome>): Promise<VenueOutcome> {
    if (!mayAsk(0)) return { state: "REFUSED", reason: new VenueResting(venue.name).message, code: "RESTING" };
    return watched(ask, ({ state }) => state === "UNKNOWN");
  }

  const { account } = venue;
  return {
    name: venue.name,
    ...(account && {
      account: {
        depositAddresses: (asset) => read(() => account.depositAddresses(asset)),
        transfersSince: (since) => read(() => account.transfersSince(since)),
        tradesSince: (since) => read(() => account.tradesSince(since)),
      },
    }),
    capabilities: () => venue.capabilities(),
    condition,
    book: readBook,
    quote: (...given) => read(() => venue.quote(...given)),
    balances: () => read(() => venue.balances()),
    // Asked by a person, once, while nothing is traded.
    ...(venue.executedSince && {
      executedSince: (since: Date) => watched(async () => (await venue.executedSince?.(since)) ?? []),
    }),
    execute: (...given) => order(() => venue.execute(...given)),
    marketOrder: (...given) => order(() => venue.marketOrder(...given)),
    async find(...given) {
      if (!mayPoll()) throw new VenueResting(venue.name);
      try {
        return await watched(() => venue.find(...given));
      } catch (error) {
        pollFailedAt = clock();
        throw error;
      }
    },
  };
}
