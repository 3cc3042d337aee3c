const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = "áƀçđéƒğħíĵķļɱñóþɋřšťúṽŵẋýžÁßÇĐÉƑĞĦÍĴĶĻṀÑÓÞɊŘŠŤÚṼŴẊÝŽ";
const LETTERS = new Map([...PLAIN].map((letter, at) => [letter, [...ACCENTED][at] ?? letter]));

/** A catalogue's text in the pseudo language: still readable, and distinguishable from text of any other source. */
export const pseudo = (text: string): string =>
  text === "" ? "" : `⟦${[...text].map((letter) => LETTERS.get(letter) ?? letter).join("")}⟧`;
