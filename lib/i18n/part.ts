import { currentLanguage } from "./language.ts";
import { spoken } from "./spoken.ts";

/** The server speaks every language; a page in the browser carries, beside English, only the one it was rendered in. */
const isSpoken = (language: string) => typeof document === "undefined" || currentLanguage() === language;

/** A catalogue's German, where it can be needed. */
export async function germanOf<Words>(load: () => Promise<{ de: Words }>): Promise<Words | undefined> {
  return isSpoken("de") ? (await load()).de : undefined;
}

/** A catalogue in the language of its reader; see {@link spoken} for when to read a word of it. */
export const inPart = <Words extends Readonly<Record<string, unknown>>>(en: Words, de: Words | undefined): Words =>
  spoken(en, (language) => (language === "de" ? de : undefined));
