import { de } from "./de.ts";
import { en } from "./en.ts";
import { spoken, type Translation } from "./spoken.ts";

/** The shape of the English catalogue: what any language may say. */
export type Text = typeof en;

const CATALOGUES: Partial<Record<string, Translation<Text>>> = { de };

/** Every visible word of the desk; see {@link spoken} for when to read one. */
export const text: Text = spoken(en, (language) => CATALOGUES[language]);
