import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { CRYPTOS, FIATS } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { formerState, type listVenuesBeforeEndpoint, type listVenuesEndpoint, type VenueRecord } from "./contract.ts";
import type { Balance, Venue, VenueQuote } from "./venue.ts";

/**
 * The house's venues in order of preference: what each can, how it has answered of late, what it holds of ours, and, with
 * a pair and a quantity, what it would bring now. A venue that gives no answer is shown without.
 */
export async function listVenues(
  ctx: Ctx,
  input: InputOf<typeof listVenuesEndpoint>,
): Promise<OutputOf<typeof listVenuesEndpoint>> {
  const { cryptoType, fiat, quantity } = input;
  const given = [cryptoType, fiat, quantity].filter((each) => each !== undefined).length;
  if (given !== 0 && given !== 3) throw invalid("quantity", "Give cryptoType, fiat and quantity together, or none.");
  const wanted =
    cryptoType && fiat && quantity ? { side: "SELL" as const, base: cryptoType, fiat, quantity } : undefined;
  const now = await ctx.now();
  const venues = await Promise.all(
    ctx.app.venues.map(async (venue) => ({
      ...shownVenue(venue),
      balances: await quietly<Balance[]>(ctx, venue, () => venue.balances()),
      quote: wanted && shownQuote(await quietly(ctx, venue, () => venue.quote(wanted, now))),
    })),
  );
  return { data: venues };
}

/** The same in the words of the first edition. */
export async function listVenuesBefore(
  ctx: Ctx,
  input: InputOf<typeof listVenuesBeforeEndpoint>,
): Promise<OutputOf<typeof listVenuesBeforeEndpoint>> {
  const { data } = await listVenues(ctx, input);
  return { data: data.map((venue) => ({ ...venue, state: formerState(venue.state) })) };
}

function shownVenue(venue: Venue): VenueRecord {
  const can = venue.capabilities();
  const condition = venue.condition?.();
  return {
    name: venue.name,
    firmQuotes: can.firmQuotes,
    fenced: can.fenced,
    pairs: CRYPTOS.flatMap((base) => FIATS.filter((fiat) => can.serves(base, fiat)).map((fiat) => `${base}/${fiat}`)),
    minimums: CRYPTOS.map((asset) => ({ asset, quantity: can.minimum(asset) })),
    state: condition?.state ?? "CLOSED",
    faults: condition?.faults ?? 0,
    restsUntil: condition?.until?.getTime(),
  };
}

function shownQuote(quote: VenueQuote | undefined): VenueRecord["quote"] {
  if (!quote) return undefined;
  const { firm, price, proceeds, expiresAt } = quote;
  return { firm, price, proceeds, expiryTime: expiresAt.getTime() };
}

async function quietly<T>(ctx: Ctx, venue: Venue, ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    ctx.app.log.warn("venue failed", { venue: venue.name, error });
    return undefined;
  }
}
