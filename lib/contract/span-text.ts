/** From one instant until before another. */
export type Span = { from: Date; to: Date };

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;

/** A span as text: two times of ISO 8601 in UTC with a slash between, as `2026-11-21T00:00:00.000Z/2026-11-22T00:00:00.000Z`. */
export const spanText = (from: number, to: number): string =>
  [from, to].map((at) => new Date(at).toISOString()).join("/");

/** The span that a text says; nothing where it is none, or ends before it begins. */
export function readSpan(text: string): Span | undefined {
  const [from, to, ...more] = text.split("/").map(instantOf);
  return from && to && from <= to && more.length === 0 ? { from, to } : undefined;
}

/** The same of a text that the contract has let pass. */
export function spanOf(text: string): Span {
  const span = readSpan(text);
  if (!span) throw new TypeError("a span is read by the contract before it is asked for");
  return span;
}

function instantOf(text: string): Date | undefined {
  const instant = INSTANT.test(text) ? new Date(text) : new Date(Number.NaN);
  // A day that does not exist rolls over, and no database takes the year 0.
  if (Number.isNaN(instant.getTime()) || instant.getUTCFullYear() < 1) return undefined;
  return instant.toISOString().slice(0, 19) === text.slice(0, 19) ? instant : undefined;
}
