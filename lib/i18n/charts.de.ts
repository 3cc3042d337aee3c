import type { en } from "./charts.en.ts";
import { plural } from "./plural.ts";

/** The German words of the charts. */
export const de: typeof en = {
  view: (title) => `Ansicht von ${title}`,
  chart: "Diagramm",
  table: "Tabelle",
  day: "Tag, UTC",
  dayOf: (zone) => `Tag, ${zone}`,
  today: "Heute",
  stepPoints: "Die Pfeiltasten nach links und rechts gehen durch die Punkte.",
  step: "Die Pfeiltasten links und rechts gehen von Tag zu Tag.",
  nothing: (day) => `${day}: nichts`,
  failed: "Die Diagramme konnten nicht geladen werden",
  result: {
    title: "Umtauschergebnis",
    hint: "alle Währungen zum aktuellen Kurs",
    chart: (fiat) => `Umtauschergebnis an jedem der letzten 30 Tage in ${fiat}.`,
    count: "Umtausche",
    sold: (fiat) => `Gutgeschrieben, ${fiat}`,
    result: (fiat) => `Ergebnis, ${fiat}`,
    point: (day, count, result, fiat, sold) =>
      `${day}: ${result} ${fiat} aus ${plural(count, "Umtausch", "Umtauschen")} über ${sold} ${fiat}`,
    none: "In den letzten 30 Tagen wurde kein Umtausch ausgeführt.",
    days: (period) =>
      `Erlös am Handelsplatz − dessen Gebühren − gutgeschriebenes Fiat, ${{ today: "heute (UTC)", "7d": "letzte 7 Tage (UTC)", "30d": "letzte 30 Tage (UTC)" }[period]}`,
    all: (fiat) => `Ergebnis, ${fiat}`,
    bps: "Ergebnis, bp der Gutschrift",
    spread: "Berechneter Spread",
    slippage: "Abweichung vom Geldkurs des Angebots",
    fees: "Gebühren der Handelsplätze",
  },
  margin: {
    title: "Vom Spread zum Ergebnis",
    table: "Schritte als Tabelle",
    chart: "Schritte als Diagramm",
    step: "Schritt",
    value: (fiat) => `Betrag, ${fiat}`,
    left: (fiat) => `Danach übrig, ${fiat}`,
    bps: "bp der Gutschrift",
  },
  slippage: {
    title: "Abweichung",
    hint: "Basispunkte unter dem Geldkurs des Angebots; Punkt: Median, Linie: bis p95",
    chart: "Abweichung der Umtausche an jedem der letzten 30 Tage in Basispunkten.",
    median: "Median, bp",
    high: "p95, bp",
    point: (day, median, high) => `${day}: Median ${median} bp, p95 ${high} bp`,
    unit: "bp",
  },
  time: {
    title: "Zeit bis Fiat",
    hint: "Punkt: Median, Linie: bis p95",
    chart: "Zeit von der Einzahlung zum Fiat an jedem der letzten 30 Tage.",
    count: "Verkäufe",
    median: "Median",
    high: "p95 der Zeit",
    point: (day, count, median, high) =>
      `${day}: Median ${median}, p95 ${high}, ${plural(count, "Verkauf", "Verkäufe")}`,
    instant: "unter 1\u00a0s",
    none: "In den letzten 30 Tagen wurde nichts automatisch verkauft.",
  },
};
