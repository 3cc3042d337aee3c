import type { en } from "./comments.en.ts";

/** The German words of comments. */
export const de: typeof en = {
  title: "Kommentare",
  failed: "Die Kommentare konnten nicht geladen werden",
  addFailed: "Etwas ist schiefgelaufen",
  none: "Noch keine Kommentare.",
  wrote: "kommentierte",
  withdrawn: "Kommentar zurückgenommen",
  note: "Kommentar",
  noteHint: "@Name benachrichtigt. Der Kommentar bleibt im Protokoll.",
  mention: "Erwähnen",
  add: "Kommentar hinzufügen",
  missing: "Kommentar eingeben.",
  added: "Kommentar hinzugefügt.",
};
