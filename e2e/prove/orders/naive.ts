import { Decimal } from "#lib/kernel/decimal.ts";
import type { OrderRequest, VenueOutcome, Venue } from "#lib/liquidity/venue.ts";
import type { Clock } from "./clock.ts";
import { QUANTITY } from "./house.ts";

/** Ways one sells without thinking of what is on its way: for comparison only. */
export const NAIVE = ["sends again", "asks, then sends again", "sends again under one reference"] as const;
export type Naive = (typeof NAIVE)[number];

const MOST_SENT = 5;
/** They give the venue no deadline that matters. */
const NEVER = new Date(Date.UTC(2100, 0, 1));

export async function sellNaively(clock: Clock, venue: Venue, way: Naive): Promise<void> {
  for (let sent = 1; sent <= MOST_SENT; sent += 1) {
    const order: OrderRequest = {
      clientRef: way === "sends again under one reference" ? "c1" : `c${sent}`,
      side: "SELL",
      base: "BTC",
      fiat: "EUR",
      quantity: QUANTITY,
      deadline: NEVER,
    };
    const outcome = await venue.marketOrder(order, new Date(clock.now()));
    if (outcome.state === "FILLED" || (way !== "sends again" && (await isKnown(clock, venue, order)))) return;
  }
}

async function isKnown(clock: Clock, venue: Venue, { clientRef, side, base, fiat }: OrderRequest): Promise<boolean> {
  const look = (): Promise<VenueOutcome | undefined> =>
    venue.find(clientRef, { side, base, fiat, placedAt: new Date(clock.now()) }).then(
      ({ outcome }) => outcome,
      () => undefined,
    );
  return (await look()) !== undefined;
}

export const doubled = (deals: readonly { executed: Decimal }[]): boolean =>
  deals.reduce((sum, { executed }) => sum.plus(executed), Decimal.ZERO).compare(QUANTITY) > 0;
