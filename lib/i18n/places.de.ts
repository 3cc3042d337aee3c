import type { en } from "./places.en.ts";

/** The German words of places and moves. */
export const de: typeof en = {
  names: { custody: "Verwahrung", venue: "Handelsplatz", bank: "Bankkonto", transit: "Unterwegs" },
  moves: {
    TO_VENUE: "Verwahrung an Handelsplatz",
    FROM_VENUE: "Handelsplatz an Verwahrung",
    CONSOLIDATION: "Innerhalb der Verwahrung",
    GAS: "Gas an eine eigene Adresse",
    TO_BANK: "Handelsplatz an Bank",
    FROM_BANK: "Bank an Handelsplatz",
    CAPITAL_IN: "Einlage",
    CAPITAL_OUT: "Entnahme",
    OPENING: "Anfangsbestand",
    CORRECTION: "Gebühr oder Zins",
  },
};
