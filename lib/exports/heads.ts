import type { Spoken } from "#lib/contract/voice.ts";
import { de } from "#lib/i18n/headings.de.ts";
import { en } from "#lib/i18n/headings.en.ts";

const HEADINGS = { en, de };

/**
 * The heads of a spreadsheet, which people read, in the language of its requester; a column of another release keeps
 * its name. CSV is for programs: it has the API's own names.
 */
export function headsIn(language: Spoken, list: keyof typeof en, names: readonly string[]): string[] {
  const heads = HEADINGS[language][list];
  return names.map((name) => heads[name] ?? name);
}
