/** A second letter within this time goes on with the word begun; after it, a new word begins. */
const WORD_MS = 700;

/** What has been typed to find a line, and when. */
export type Typed = { text: string; at: number };

/** Where Home, End and the arrows lead from a line (-1: none has the focus); undefined for other keys. */
export function stepTo(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return at <= 0 ? count - 1 : at - 1;
  return undefined;
}

/** The word as it stands after another letter. */
export const typedOn = (before: Typed, letter: string, at: number): Typed => ({
  text: (at - before.at < WORD_MS ? before.text : "") + letter.toLowerCase(),
  at,
});

/**
 * The line that begins with what was typed, searched from the one that has the focus on; one letter pressed several
 * times goes through all lines that begin with it. -1 when none does.
 */
export function lineTyped(text: string, labels: readonly string[], at: number): number {
  const same = [...text].every((letter) => letter === text[0]);
  const wanted = same ? text.slice(0, 1) : text;
  const from = text.length === 1 || same ? at + 1 : Math.max(at, 0);
  for (let by = 0; by < labels.length; by += 1) {
    const place = (from + by) % labels.length;
    if (labels[place]?.trim().toLowerCase().startsWith(wanted)) return place;
  }
  return -1;
}
