/** What a spreadsheet takes for the beginning of a formula or a command (OWASP, CSV injection). */
const FORMULA = /^[\s]*[=+\-@\t\r|\uFF1D\uFF0B\uFF0D\uFF20]/u;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** Text that no spreadsheet computes: what could run as a formula is led by an apostrophe. */
export const inert = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** A text as one field of RFC 4180, inert. */
export function csvField(text: string): string {
  const shown = inert(text);
  return NEEDS_QUOTES.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
