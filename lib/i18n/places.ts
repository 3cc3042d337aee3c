import { networkName } from "./networks.ts";
import { germanOf, inPart } from "./part.ts";
import { en } from "./places.en.ts";

export const placesText: typeof en = inPart(en, await germanOf(() => import("./places.de.ts")));

/** `bank:main` as a person reads it. */
export const placeName = (place: string): string => {
  const [kind = "", ...name] = place.split(":");
  const known: Readonly<Record<string, string>> = placesText.names;
  return name.length === 0 ? (known[kind] ?? place) : `${known[kind] ?? kind} ${networkName(name.join(":"))}`;
};

/** `TO_VENUE` as a person reads it. */
export const moveName = (kind: string): string => (placesText.moves as Readonly<Record<string, string>>)[kind] ?? kind;
