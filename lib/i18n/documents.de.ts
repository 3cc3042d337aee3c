import type { Text } from "./text.ts";

/** The German words of the documents' buttons. */
export const de: Text["documents"] = {
  receipt: "Quittung, PDF",
  note: "Umtauschabrechnung, PDF",
  failed: "Das PDF konnte nicht erstellt werden. Bitte noch einmal versuchen.",
};
