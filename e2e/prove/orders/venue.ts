import type { Chance } from "#e2e/world/seeded.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { closedOutcome } from "#lib/liquidity/fill.ts";
import type { OrderRequest, VenueOutcome, Venue, VenueTrade } from "#lib/liquidity/venue.ts";
import type { Clock } from "./clock.ts";

/** What the venue truly did with an order, whoever knows of it. `toldFrom`: when each trade shows up in its history. */
export type Deal = {
  clientRef: string;
  ordered: Decimal;
  executed: Decimal;
  trades: VenueTrade[];
  visibleFrom: number[];
  seenFrom: number;
};

/** Its own clock is off by this much; requests lost by the network, refused, late, spoilt. */
export type World = { venue: Venue; deals: Deal[] };

export const PRICE = Decimal.from("60000");
/** The adapter gives up on an answer after this. */
const TIMEOUT_MS = 4_000;
const QUOTE_MS = 10_000;
/** A venue that keeps its word shows an order and all its trades within this. */
const MOST_UNSEEN_MS = 9_000;

/**
 * A venue at the far end of a bad network. It keeps the two promises the protocol is built on: nothing is taken in after
 * its deadline by the venue's own clock, and what was taken in shows within the margin. With `breaksWord` it keeps neither.
 */
export function badVenue(clock: Clock, chance: Chance, kind: { firmQuotes: boolean; breaksWord: boolean }): World {
  const deals: Deal[] = [];
  const aheadMs = chance.whole(-2_000, 2_000);
  const quotes = new Map<string, number>();
  let numbered = 0;

  const venueNow = (): number => clock.now() + aheadMs;
  const isLost = (): boolean => chance.whole(1, 10) === 1;

  /** Mostly at once; sometimes held up on the way for up to a minute. */
  const travelMs = (): number => (chance.whole(1, 12) === 1 ? chance.whole(1_000, 60_000) : chance.whole(10, 400));

  function take(order: OrderRequest, reference: string, deadline: number): VenueOutcome {
    if (venueNow() > deadline && !kind.breaksWord) return { state: "REFUSED", reason: "too late" };
    if (chance.whole(1, 15) === 1) return { state: "REFUSED", reason: "no funds" };
    const executed = chance.whole(1, 6) === 1 ? order.quantity.times(Decimal.from("0.5")) : order.quantity;
    const trades = tradesOf(executed);
    const seenFrom = clock.now() + unseenMs();
    const visibleFrom = trades.map(() => Math.max(seenFrom, clock.now() + unseenMs()));
    const deal = {
      clientRef: reference,
      ordered: order.quantity,
      executed,
      trades,
      visibleFrom: visibleFrom,
      seenFrom,
    };
    deals.push(deal);
    return closedOutcome(deal.ordered, executed, trades);
  }

  const unseenMs = (): number => {
    if (kind.breaksWord && chance.whole(1, 4) === 1) return chance.whole(20_000, 120_000);
    return chance.whole(1, 3) === 1 ? chance.whole(0, MOST_UNSEEN_MS) : 0;
  };

  function tradesOf(executed: Decimal): VenueTrade[] {
    const parts = chance.pick([["1"], ["0.4", "0.6"], ["0.2", "0.3", "0.5"]] as const);
    return parts.map((part) => {
      const quantity = executed.times(Decimal.from(part));
      numbered += 1;
      return { tradeId: `t${numbered}`, quantity, proceeds: quantity.times(PRICE), fee: Decimal.ZERO };
    });
  }

  /** The request travels, is taken, and its answer travels back: each may be lost, and the caller waits no longer than it waits. */
  async function send(taken: () => VenueOutcome): Promise<VenueOutcome> {
    const arrives = isLost() ? undefined : travelMs();
    const answer = new Promise<VenueOutcome>((resolve) => {
      clock.at(clock.now() + TIMEOUT_MS, () => resolve({ state: "UNKNOWN", reason: "no answer" }));
      if (arrives === undefined) return;
      clock.at(clock.now() + arrives, () => {
        const outcome = taken();
        if (!isLost()) clock.at(clock.now() + travelMs(), () => resolve(outcome));
      });
    });
    return answer;
  }

  /** What it tells of a deal: some trades not yet, in any order, some twice. */
  function reportOf(deal: Deal): VenueOutcome {
    const known = deal.trades.filter((_, at) => (deal.visibleFrom[at] ?? 0) <= clock.now());
    const twice = known.filter(() => chance.whole(1, 3) === 1);
    return closedOutcome(deal.ordered, deal.executed, [...twice, ...known.toReversed()]);
  }

  const venue: Venue = {
    name: "bad",
    capabilities: () => ({
      firmQuotes: kind.firmQuotes,
      fenced: true,
      marginMs: 0,
      minimum: () => Decimal.ZERO,
      serves: () => true,
    }),
    book: async () => undefined,
    balances: async () => [],
    async quote(want) {
      await clock.sleep(chance.whole(10, 400));
      if (isLost()) throw new Error("no quote");
      const quoteId = `q${quotes.size}`;
      quotes.set(quoteId, venueNow() + QUOTE_MS);
      return {
        quoteId,
        firm: true,
        price: PRICE,
        proceeds: PRICE.times(want.quantity),
        expiresAt: new Date(venueNow() + QUOTE_MS),
      };
    },
    execute: (order, { quoteId = "" }) => send(() => take(order, quoteId, quotes.get(quoteId) ?? 0)),
    marketOrder: (order) => send(() => take(order, order.clientRef, order.deadline.getTime())),
    async find(clientRef, { venueRef }) {
      const at = new Date(venueNow());
      await clock.sleep(chance.whole(10, 300));
      if (isLost()) throw new Error("no answer");
      const reference = kind.firmQuotes ? venueRef : clientRef;
      const deal = deals.find((each) => each.clientRef === reference && each.seenFrom <= clock.now());
      return { at, outcome: deal && reportOf(deal) };
    },
  };
  return { venue, deals };
}
