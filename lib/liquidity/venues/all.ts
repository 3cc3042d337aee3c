import { must } from "#lib/kernel/errors.ts";
import type { VenueEnv } from "#lib/kernel/env-venues.ts";
import { guarded } from "../guard.ts";
import type { Venue } from "../venue.ts";
import type { VenueKeys } from "./ask-venue.ts";
import { binanceConvertVenue } from "./binance-convert.ts";
import { ccxtVenue } from "./ccxt.ts";
import { krakenVenue } from "./kraken.ts";

const CCXT = "ccxt-";

/** The venues an operator has named, in that order, each behind a guard of its own. */
export function openVenues(named: readonly VenueEnv[]): Venue[] {
  return named.map(({ name, key, secret, url }) => guarded(venueNamed(name, { key, secret, baseUrl: url })));
}

function venueNamed(name: string, keys: VenueKeys): Venue {
  if (name === "kraken") return krakenVenue(keys);
  if (name === "binance-convert") return binanceConvertVenue(keys);
  must(name.startsWith(CCXT), `${name} is a venue we have an adapter for`);
  return ccxtVenue(name.slice(CCXT.length), keys);
}
