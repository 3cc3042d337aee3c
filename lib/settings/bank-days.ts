/** A day on which banks are closed, and why. */
export type BankHoliday = { day: string; name: string };

const MOST_LISTED = 400;
const MOST_NAME = 60;
const DATE = /(?<![\d.-])(\d{4})-(\d{2})-(\d{2})(?![\d-])|(?<![\d.-])(\d{1,2})\.(\d{1,2})\.(\d{4})(?![\d.])/g;
/** What lists put between a date, its name and the next line. */
const BETWEEN = /^[\s,;|"']+|[\s,;|"']+$/g;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs};]/u;

/**
 * Bank holidays as they are pasted or read from a file, a date and a name each: `2026-12-24 Christmas Eve`, lines of CSV, or
 * what {@link daysText} has written. Undefined where a date does not exist, comes twice or has no name, or something
 * stands there that is neither.
 */
export function readDays(text: string): BankHoliday[] | undefined {
  const dates = [...text.matchAll(DATE)];
  if (dates.length === 0 || dates.length > MOST_LISTED) return undefined;
  if (text.slice(0, dates[0]?.index).replace(BETWEEN, "") !== "") return undefined;
  const days: BankHoliday[] = [];
  for (const [nth, match] of dates.entries()) {
    const day = dayOf(match);
    const name = text.slice(match.index + match[0].length, dates[nth + 1]?.index).replace(BETWEEN, "");
    if (day === undefined || name === "" || [...name].length > MOST_NAME || UNSEEN.test(name)) return undefined;
    if (days.some((other) => other.day === day)) return undefined;
    days.push({ day, name });
  }
  return days.sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** As they are stored. */
export const daysText = (days: readonly BankHoliday[]): string =>
  days.map(({ day, name }) => `${day} ${name}`).join("; ");

/** A date that the calendar has. */
function dayOf([, year, month, day, germanDay = "", germanMonth = "", germanYear]: RegExpMatchArray):
  | string
  | undefined {
  const text =
    year === undefined
      ? `${germanYear}-${germanMonth.padStart(2, "0")}-${germanDay.padStart(2, "0")}`
      : `${year}-${month}-${day}`;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined;
}
