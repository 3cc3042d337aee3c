import { de } from "#components/text/payer.de.ts";
import { en } from "#components/text/payer.en.ts";
import { spoken } from "#components/text/spoken.ts";

export type PayerWords = typeof en;

/** The payer's words, in the language of their browser. They stand apart, so that no payer loads the desk's. */
export const words: PayerWords = spoken(en, (language) => (language === "de" ? de : undefined));
