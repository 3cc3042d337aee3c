/** A stretch of a text, and whether it is what was typed. */
export type TypedPart = { text: string; typed: boolean };

/** A text as pages shorten it: its beginning and its end. */
const SHORTENED = /^(.*?)(?:…|\.{2,3})(.+)$/;

/** Cuts a text around what was typed of it, in either case, with or without dashes; whole where it holds none of it. */
export function typedParts(text: string, typed: string): TypedPart[] {
  const [, head, end] = SHORTENED.exec(typed.trim()) ?? [undefined, typed, ""];
  const begins = rangeOf(text, folded(head ?? ""), (within, part) => within.indexOf(part));
  const ends = rangeOf(text, folded(end ?? ""), (within, part) =>
    within.endsWith(part) ? within.length - part.length : -1,
  );
  const parts: TypedPart[] = [];
  let at = 0;
  for (const [from, to] of [begins, ends]) {
    if (from < at || from === to) continue;
    parts.push({ text: text.slice(at, from), typed: false }, { text: text.slice(from, to), typed: true });
    at = to;
  }
  return [...parts, { text: text.slice(at), typed: false }].filter((part) => part.text !== "");
}

export const showsTyped = (text: string, typed: string): boolean => typedParts(text, typed).some((part) => part.typed);

const folded = (text: string) => text.trim().toLowerCase().replaceAll("-", "");

/** From where to where of a text a folded part of it reaches; nowhere: an empty range. */
function rangeOf(text: string, part: string, find: (within: string, part: string) => number): [number, number] {
  const places = [...text].flatMap((sign, at) => (sign === "-" ? [] : [at]));
  const at = part === "" ? -1 : find(folded(text), part);
  return at === -1 ? [0, 0] : [places[at] ?? 0, (places[at + part.length - 1] ?? 0) + 1];
}
