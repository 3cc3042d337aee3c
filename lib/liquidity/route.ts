import { type Crypto, type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import type { Venue } from "./venue.ts";

/** What an order is routed by. `refusedBy`: venues that have just refused such an order. */
export type Wanted = { base: Crypto; fiat: Fiat; quantity: Decimal; refusedBy?: readonly string[] };

/**
 * The venue an order goes to: the first in the house's order of preference that is well, trades the pair and takes so
 * little. One that has just refused the pair comes last.
 */
export function findRoute(ctx: Ctx, { base, fiat, quantity, refusedBy = [] }: Wanted): Venue | undefined {
  const open = ctx.app.venues.filter((venue) => {
    const can = venue.capabilities();
    return isWell(venue) && can.serves(base, fiat) && quantity.compare(can.minimum(base)) >= 0;
  });
  return open.find(({ name }) => !refusedBy.includes(name)) ?? open[0];
}

/** The same, refused with 503 VENUE_UNAVAILABLE when there is none. */
export function routeFor(ctx: Ctx, wanted: Wanted): Venue {
  const venue = findRoute(ctx, wanted);
  if (venue) return venue;
  const { base, fiat, quantity } = wanted;
  throw new Refusal(
    "VENUE_UNAVAILABLE",
    `No venue takes ${quantity} ${base} for ${fiat} at the moment; try again shortly.`,
    {
      retryAfterSeconds: 5,
    },
  );
}

/** Whether some venue would take so many units now. */
export function canRoute(ctx: Ctx, base: Crypto, fiat: Fiat, units: bigint): boolean {
  return findRoute(ctx, { base, fiat, quantity: Decimal.of(units, scaleOf(base)) }) !== undefined;
}

/** The venue an order was placed at; undefined when the house no longer names it. */
export function venueNamed(ctx: Ctx, name: string): Venue | undefined {
  return ctx.app.venues.find((venue) => venue.name === name);
}

/** Whether requests are sent to a venue at all now. */
export const isWell = (venue: Venue): boolean => venue.condition?.().state !== "OPEN";
