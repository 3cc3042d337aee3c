import { countText } from "./amount.ts";

/** A contract's predicate of a field, and what a language writes in its place. */
export type Worded = readonly [predicate: RegExp, words: (...parts: readonly string[]) => string];

/** A bound as the reader writes numbers. */
export const figure = (bound = ""): string => (/^\d+$/.test(bound) ? countText(Number(bound)) : bound);

/** What a form says of each: as of a field that was left empty, what to enter. */
const SENTENCES: readonly Worded[] = [
  [/^is required$/, () => "Enter a value."],
  [/^must be a number$/, () => "Enter a number."],
  [/^must not be negative$/, () => "Enter zero or more."],
  [/^must be a number that is not negative$/, () => "Enter zero or more."],
  [/^must be (greater than|above) zero$/, () => "Enter a value above zero."],
  [/^must not be zero$/, () => "Enter a value other than zero."],
  [/^must be a whole number$/, () => "Enter a whole number."],
  [
    /^must be a whole number from (\S+) to (\S+)$/,
    (least, most) => `Enter a whole number from ${figure(least)} to ${figure(most)}.`,
  ],
  [/^(?:must have|takes) at most (\d+) decimals$/, (most) => `Enter at most ${most} decimals.`],
  [
    /^takes at most (\d+) decimals and (\d+) significant digits$/,
    (decimals, digits) => `Enter at most ${decimals} decimals and ${digits} significant digits.`,
  ],
  [/^is too large$/, () => "Enter a smaller value."],
  [/^must have at most (\d+) lines$/, (most) => `Enter at most ${figure(most)} lines.`],
  [/^must have at most (\d+) characters$/, (most) => `Enter at most ${figure(most)} characters.`],
  [/^must have (\d+) to (\d+) characters$/, (least, most) => `Enter ${figure(least)} to ${figure(most)} characters.`],
  [
    /^must have (\d+) to (\d+) characters on each line$/,
    (least, most) => `Enter ${figure(least)} to ${figure(most)} characters on each line.`,
  ],
  [/^must contain at least (\S+ \w+)$/, (counted) => `Enter at least ${counted}.`],
  [/^must contain at most (\S+ \w+)$/, (counted) => `Enter at most ${counted}.`],
  [/^must not contain control characters/, () => "Remove the control characters."],
  [/^must not contain marks that turn/, () => "Remove the marks that turn the direction of writing."],
  [/^must be one of (.+), or several/, (words) => `Select one or several of ${words}.`],
  [/^must be one of (?!the )(.+)$/, (words) => `Select one of ${words}.`],
  [/^must be true or false$/, () => "Select yes or no."],
  [/^must be a string$/, () => "Enter a text."],
  [/^must be a list of (.+)$/, (what) => `Enter a list of ${what}.`],
  [/^must be (?:epoch time|an ISO 8601 time)|^looks like seconds/, () => "Enter a date and a time."],
  [/^must be two ISO 8601 times/, () => "Enter two times, the first one not after the second."],
  [
    /^must be two whole numbers from (\S+) to (\S+) with a slash between/,
    (least, most) => `Enter two whole numbers from ${least} to ${most}, the first one not above the second.`,
  ],
  [/^must be ((?:a|an) .+)$/, (what) => `Enter ${what}.`],
];

/** The API names the field in its sentence; a form and a list say it beside it. */
export const predicateIn = (message: string): string =>
  message.replace(/^(?!must |is )\S+ (?=must |takes |is |lies )/, "").replace(/\.$/, "");

/** A fault of a field as a sentence of the form; what has no words of its own is said as the API does, without its name. */
export function englishFault(message: string): string {
  const predicate = predicateIn(message);
  for (const [pattern, words] of SENTENCES) {
    const found = pattern.exec(predicate);
    if (found) return words(...found.slice(1));
  }
  return /^(must|takes|is|lies) /.test(predicate) ? `This ${predicate}.` : `${predicate}.`;
}
