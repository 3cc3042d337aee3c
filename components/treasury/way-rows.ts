import type { Decimal } from "#lib/kernel/decimal.ts";
import type { PlaceRecord } from "#lib/places/contract.ts";
import { shareOf, sumOf, type Valued } from "./holding-rows.ts";

/** The way of a unit that was paid, in its order: unconfirmed on its chain, in custody, between places, at a venue, at a bank. */
export const STATIONS = ["CHAIN", "CUSTODY", "TRANSIT", "VENUE", "BANK"] as const;
export type Station = (typeof STATIONS)[number];

export type WayRow = { station: Station; value: Decimal; share: Decimal | undefined };

type Coming = Valued & { kind: string };

/**
 * What stands at each station, valued. What the books do not hold yet, the deposits in sight, is in the first alone;
 * moves under way are in the books between two places.
 */
export function wayRows(places: readonly PlaceRecord[], arrivals: readonly Coming[]): WayRow[] {
  const values = STATIONS.map((station) =>
    station === "CHAIN"
      ? sumOf(arrivals.filter(({ kind }) => kind === "DEPOSITS").map(({ value }) => value))
      : sumOf(places.filter(({ kind }) => kind === station).map(({ value }) => value)),
  );
  const total = sumOf(values);
  return STATIONS.map((station, at) => {
    const value = values[at] ?? sumOf([]);
    return { station, value, share: shareOf(value, total) };
  });
}
