import type { en } from "./execution.en.ts";

/** The German words of how well the house sold. */
export const de: typeof en = {
  failed: "Die Ausführungsqualität konnte nicht geladen werden",
  fiat: "Verkauft in",
  days: {
    title: "Abweichung je Tag",
    hint: "Basispunkte, die der Handelsplatz unter dem Mittelkurs bei Ausführung zahlte, über null Kosten; Tage in UTC",
    chart: (fiat) => `Abweichung der Verkäufe in ${fiat} an jedem Tag des Zeitraums, in Basispunkten.`,
    point: (day, of) =>
      `${day}: ${of.bps} bp, ${of.slippage} von ${of.atExecution} ${of.fiat} zum Mittelkurs, Aufträge: ${of.orders}`,
    none: (fiat) => `In diesem Zeitraum wurde nichts in ${fiat} verkauft. Wählen Sie einen längeren.`,
    nothing: "In diesem Zeitraum wurde an keinem Handelsplatz verkauft. Wählen Sie einen längeren.",
  },
  figures: "Zahlen des Zeitraums",
  ofMid: (bps) => `${bps} bp des Mittelkurses bei Ausführung`,
  ofGroup: (group) => `Nur ${group}.`,
  all: "Alle zeigen",
  group: (strategy, venue, pair) => `${strategy} an ${venue}, ${pair}`,
  groups: {
    title: "Nach Strategie, Handelsplatz und Paar",
    hint: "Ein Auftrag ohne Mittelkurs bei Angebot oder Ausführung zählt nur bei Menge, Erlös und Gebühren.",
  },
  strategies: { INVOICE: "Umtausche", POOLED: "Absicherungen, alle Strategien", BOUGHT_BACK: "Zurückgekauft" },
  columns: {
    strategy: "Strategie",
    venue: "Handelsplatz",
    pair: "Paar",
    orders: "Aufträge",
    trades: "Abschlüsse",
    quantity: "Menge",
    proceeds: (fiat) => `Erlös, ${fiat}`,
    atQuote: (fiat) => `Mittelkurs bei Angebot, ${fiat}`,
    drift: (fiat) => `Kursänderung am Markt, ${fiat}`,
    atExecution: (fiat) => `Mittelkurs bei Ausführung, ${fiat}`,
    slippage: (fiat) => `Abweichung, ${fiat}`,
    slippageBps: "Abweichung, bp",
    fees: (fiat) => `Gebühren der Handelsplätze, ${fiat}`,
  },
  orders: {
    none: "Es wurde nichts verkauft.",
    failed: "Die Aufträge konnten nicht geladen werden",
    of: (of) => `Aufträge von ${of}`,
    midQuote: (fiat) => `Mittelkurs bei Angebot je Einheit, ${fiat}`,
    midExecution: (fiat) => `Mittelkurs bei Ausführung je Einheit, ${fiat}`,
    order: "Auftrag",
  },
  accounts: {
    title: "Konten des Betreibers",
    hint: "was das Hauptbuch für denselben Zeitraum hat, Haben − Soll, gleich wofür gebucht wurde",
    account: "Konto",
    asset: "Währung",
    amount: "Haben − Soll",
    names: {
      book: "Offene Position",
      result: "Ergebnis",
      "fee:service": "Servicegebühren",
      "fee:transaction": "Transaktionsgebühren",
      "venue-fee": "Gebühren der Handelsplätze in Krypto",
    },
  },
};
