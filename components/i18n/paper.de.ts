import type { Text } from "./text.ts";

/** The German words of the papers' buttons. */
export const de: Text["paper"] = {
  receipt: "Quittung, PDF",
  note: "Abrechnung, PDF",
  failed: "Das PDF konnte nicht erstellt werden. Bitte noch einmal versuchen.",
};
