import type { Translation } from "./spoken.ts";
import type { Text } from "./text.ts";

/** The German words of the papers' buttons. */
export const de: Translation<Text["paper"]> = {
  receipt: "Quittung, PDF",
  note: "Abrechnung, PDF",
  failed: "Das PDF konnte nicht erstellt werden. Bitte noch einmal versuchen.",
};
