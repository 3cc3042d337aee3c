import { de } from "./de.ts";
import { en } from "./en.ts";
import { spoken } from "./spoken.ts";

/** The shape of the English catalogue: what every language says, so that no text is missing in one. */
export type Text = typeof en;

const CATALOGUES: Partial<Record<string, Text>> = { de };

/** Every visible word of the desk; see {@link spoken} for when to read one. */
export const text: Text = spoken(en, (language) => CATALOGUES[language]);
