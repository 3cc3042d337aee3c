import type { Condition, Outcome, Venue } from "./venue.ts";

/** What a venue is spared: faults in a row after which it rests, and for how long; questions at once, and a second. */
export type Patience = { faults: number; restMs: number; burst: number; perSecond: number };

export const PATIENCE: Patience = { faults: 5, restMs: 30_000, burst: 15, perSecond: 3 };

/** A venue that may be asked nothing at the moment; nothing was sent. */
export class VenueResting extends Error {
  constructor(name: string) {
    super(`${name} is spared for a moment: it failed, or was asked, too often.`);
    this.name = "VenueResting";
  }
}

/**
 * A venue behind a circuit breaker and a rate limit, each of its own and of this process. After some faults in a row it
 * rests, then one question is let through to try it. An order that is not let through was surely never sent, so it is
 * refused; only looks for open orders are asked even of a resting venue, as they are what its trial is for.
 */
export function guarded(venue: Venue, patience: Patience = PATIENCE, clock: () => number = Date.now): Venue {
  let faults = 0;
  let restsUntil = 0;
  let isTried = false;
  let tokens = patience.burst;
  let filledAt = clock();

  function condition(): Condition {
    const state = faults < patience.faults ? "WELL" : clock() < restsUntil ? "RESTING" : "TRIED";
    return { state, faults, until: state === "RESTING" ? new Date(restsUntil) : undefined };
  }

  function takeToken(): boolean {
    const now = clock();
    tokens = Math.min(patience.burst, tokens + ((now - filledAt) * patience.perSecond) / 1_000);
    filledAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  }

  /** Of a tried venue one question at a time. */
  function mayAsk(): boolean {
    const { state } = condition();
    return state !== "RESTING" && !(state === "TRIED" && isTried) && takeToken();
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
    if (faults >= patience.faults) restsUntil = clock() + patience.restMs;
  }

  async function read<T>(ask: () => Promise<T>): Promise<T> {
    if (!mayAsk()) throw new VenueResting(venue.name);
    return watched(ask);
  }

  async function order(ask: () => Promise<Outcome>): Promise<Outcome> {
    if (!mayAsk()) return { state: "REFUSED", reason: new VenueResting(venue.name).message };
    return watched(ask, ({ state }) => state === "UNKNOWN");
  }

  return {
    name: venue.name,
    capabilities: () => venue.capabilities(),
    condition,
    book: (...given) => read(() => venue.book(...given)),
    quote: (...given) => read(() => venue.quote(...given)),
    balances: () => read(() => venue.balances()),
    execute: (...given) => order(() => venue.execute(...given)),
    marketOrder: (...given) => order(() => venue.marketOrder(...given)),
    async find(...given) {
      if (!takeToken()) throw new VenueResting(venue.name);
      return watched(() => venue.find(...given));
    },
  };
}
