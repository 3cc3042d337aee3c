import { de } from "#lib/i18n/payer.de.ts";
import { en } from "#lib/i18n/payer.en.ts";
import { spoken } from "#lib/i18n/spoken.ts";

export type PayerWords = typeof en;

/** The payer's words, in the language of their browser. They stand apart, so that no payer loads the desk's. */
export const words: PayerWords = spoken(en, (language) => (language === "de" ? de : undefined));
