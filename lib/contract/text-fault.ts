/** C0 and C1 controls, DEL, and halves of surrogate pairs, none of which a text of the trade has. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

/** Embeddings, overrides and isolates of UAX #9: what stands behind them is shown in another order than it is. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/;

/** So many texts one value may hold. */
const MOST_LINES = 50;

/** What is wrong with one text or several with line breaks between, each of `min` to `max` characters. */
export function linesFault(value: string, min: number, max: number): string | undefined {
  const lines = value.split("\n");
  if (lines.length > MOST_LINES) return `must have at most ${MOST_LINES} lines`;
  const fault = lines.map((line) => textFault(line, min, max)).find((one) => one !== undefined);
  return fault && lines.length > 1 ? `${fault} on each line` : fault;
}

/** What is wrong with a text that should have `min` to `max` characters (code points); undefined when nothing is. */
export function textFault(value: string, min: number, max: number): string | undefined {
  if (UNPRINTABLE.test(value)) return "must not contain control characters";
  if (TURNING.test(value)) return "must not contain marks that turn the direction of writing";
  const length = [...value].length;
  if (length >= min && length <= max) return undefined;
  return min === 0 ? `must have at most ${max} characters` : `must have ${min} to ${max} characters`;
}
