import type { listChainsEndpoint } from "#lib/chains/contract.ts";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { Tone } from "#components/ui/state.tsx";
import type { GlyphName } from "#components/ui/icons.tsx";

/** One chain as the worker last saw it: heights are absent where it has not been begun, or says no such thing. */
export type ChainFacts = OutputOf<typeof listChainsEndpoint>["data"][number];
export type BlockRange = ChainFacts["gaps"][number];

/** Blocks that were read: between the gaps, and up to where we stand. The first range begins where we began, which `first` leaves open. */
export function rangesRead({ completeTo, height, gaps }: ChainFacts): { first: number | undefined; last: number }[] {
  if (height === undefined) return [];
  const starts = [undefined, ...gaps.map(({ last }) => last + 1)];
  const ends = [...gaps.map(({ first }) => first - 1), height];
  return ends.flatMap((last, at) => {
    const first = starts[at];
    const empty = first === undefined ? completeTo === undefined && gaps.length > 0 : first > last;
    return empty ? [] : [{ first, last }];
  });
}

/** How many blocks are still to be read below ours. */
export const blocksMissing = (gaps: readonly BlockRange[]): number =>
  gaps.reduce((sum, { first, last }) => sum + last - first + 1, 0);

/** The state as it is named and drawn; a chain in step that fills a gap says so. */
export function stateOf({ state, gaps }: Pick<ChainFacts, "state" | "gaps">): {
  name: ChainFacts["state"] | "FILLING";
  tone: Tone;
  glyph: GlyphName;
} {
  if (state === "OK") {
    return gaps.length > 0
      ? { name: "FILLING", tone: "wait", glyph: "half" }
      : { name: "OK", tone: "done", glyph: "done" };
  }
  return state === "BEHIND"
    ? { name: state, tone: "wait", glyph: "half" }
    : { name: state, tone: "fail", glyph: "attn" };
}
