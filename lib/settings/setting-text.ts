import { settingsText } from "#lib/i18n/settings.ts";
import { pairOf, valueText, stemOf } from "./typed-values.ts";

const words = settingsText;

/** `Spread BTC/EUR` of `spreadBps.BTC.EUR`. */
export function nameOf(name: string): string {
  const stem = stemOf(name);
  return `${words.names[stem]?.label ?? stem} ${pairOf(name)}`.trim();
}

/** A stored value as a reader takes it; absent: there is none. */
export function settingText(name: string, stored: string | null | undefined): string {
  return stored === undefined || stored === null ? words.none : valueText(name, stored, words);
}
