/** Minutes from a bill's expiry, the first and the last included: those before it are negative. */
export type Minutes = { from: number; to: number };

/** So many minutes before and after are told apart; what lies beyond counts as the outermost. */
export const MOST_MINUTES = 60;

const FORM = /^(-?\d{1,2})\/(-?\d{1,2})$/;

/** Minutes as text: two numbers with a slash between, as `-9/-5`. */
export const minutesText = (from: number, to: number): string => `${from}/${to}`;

/** The minutes that a text says; nothing where it says none, or ends before it begins. */
export function readMinutes(text: string): Minutes | undefined {
  const [, from, to] = (FORM.exec(text) ?? []).map(Number);
  if (from === undefined || to === undefined || from > to) return undefined;
  return Math.max(-from, to) <= MOST_MINUTES ? { from, to } : undefined;
}

/** The same of a text that the contract has let pass. */
export function minutesOf(text: string): Minutes {
  const minutes = readMinutes(text);
  if (!minutes) throw new TypeError("minutes are read by the contract before they are used");
  return minutes;
}
