import { LOOKS, type Look, PSEUDO } from "./look.ts";
import type { Place } from "./places.ts";
import { STATES, type State, type View } from "./states.ts";

/** Of how many pages one is read in the pseudo language too, and one is shown in a state beside the full one. */
const ONE_IN = { wording: 6, state: 2 };
const BESIDE = STATES.filter((state) => state !== "full");

/**
 * What is looked at: everything, or by a seed every page in its full state at one look, and of the others' states one
 * now and then; looks and states take turns from page to page, and with the seed from run to run.
 */
export function chosenOf(places: readonly Place[], seed: number | "all"): View[] {
  const wording = places.map((place): View => ({ look: PSEUDO, place, state: "full" }));
  if (seed === "all")
    return [
      ...wording,
      ...LOOKS.flatMap((look) => places.flatMap((place) => STATES.map((state): View => ({ look, place, state })))),
    ];
  const lookOf = (at: number): Look => nth(LOOKS, at);
  return [
    ...wording.filter((_, at) => (at + seed) % ONE_IN.wording === 0),
    ...places.map((place, at): View => ({ look: lookOf(at + seed), place, state: "full" })),
    ...places.flatMap((place, at): View[] => {
      const turn = at + seed;
      if (turn % ONE_IN.state !== 0) return [];
      const nthOf = Math.floor(turn / ONE_IN.state);
      const state: State = nth(BESIDE, nthOf);
      return [{ look: lookOf(Math.floor(nthOf / BESIDE.length) + at), place, state }];
    }),
  ];
}

function nth<T>(of: readonly T[], at: number): T {
  return of[at % of.length] as T;
}
