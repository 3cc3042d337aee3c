import { en } from "./en.ts";

/** What a language must supply: the shape of the English catalogue. */
export type Text = typeof en;

/** Every visible word of the desk. A second language is one more file of this shape, chosen here. */
export const text: Text = en;
