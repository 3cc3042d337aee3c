import type { en } from "./place-entries.en.ts";

/** The German words of what moved at a place. */
export const de: typeof en = {
  title: (place, asset) => `Buchungen von ${place}, ${asset}`,
  none: "In diesem Zeitraum wurde nichts gebucht.",
  failed: "Die Buchungen konnten nicht geladen werden",
  account: "Konto",
  operator: "Betreiber",
  move: "Umbuchung",
  transaction: "Transaktion",
  events: {
    "deposit.confirmed": "Einzahlung eingegangen",
    "deposit.reversed": "Einzahlung zurückgenommen",
    "stray.confirmed": "Eingang ohne Rechnung",
    "stray.reversed": "Eingang ohne Rechnung zurückgenommen",
    "move.left": "Umbuchung abgegangen",
    "move.arrived": "Umbuchung angekommen",
    "move.reversed": "Umbuchung zurückgenommen",
    "outgoing.left": "Abgang ohne Freigabe",
    "outgoing.reversed": "Abgang ohne Freigabe zurückgenommen",
    "bank.credited": "Bankeingang ohne Zuordnung",
    "bank.debited": "Bankabgang ohne Zuordnung",
    "venue.credited": "Eingang am Handelsplatz ohne Zuordnung",
    "venue.debited": "Abgang vom Handelsplatz ohne Zuordnung",
    "venue.filled": "Am Handelsplatz gehandelt",
    "venue.fee": "Handelsgebühr",
    "gas.booked": "Gas",
    "gas.reversed": "Gas zurückgenommen",
    "fractions.swept": "Bruchteile des Handelsplatzes",
  },
};
