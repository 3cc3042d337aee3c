import { en } from "./en.ts";
import { currentLanguage } from "./language.ts";
import { spoken } from "./spoken.ts";

/** The shape of the English catalogue: what every language says, so that no text is missing in one. */
export type Text = typeof en;

/** The server speaks every language; a page in the browser carries, beside English, only the one it was rendered in. */
const isSpoken = (language: string) => typeof document === "undefined" || currentLanguage() === language;

const CATALOGUES: Partial<Record<string, Text>> = isSpoken("de") ? { de: (await import("./de.ts")).de } : {};

/** Every visible word of the desk; see {@link spoken} for when to read one. */
export const text: Text = spoken(en, (language) => CATALOGUES[language]);
