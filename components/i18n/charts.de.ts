import type { en } from "./charts.en.ts";

const plural = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** The German words of the charts. */
export const de: typeof en = {
  view: (title) => `Ansicht von ${title}`,
  chart: "Bild",
  table: "Tabelle",
  day: "Tag, UTC",
  today: "Heute",
  stepPoints: "Die Pfeiltasten nach links und rechts gehen durch die Punkte.",
  step: "Die Pfeiltasten links und rechts gehen von Tag zu Tag.",
  nothing: (day) => `${day}: nichts`,
  failed: "Die Bilder konnten nicht geladen werden",
  result: {
    title: "Ergebnis der Konversionen",
    hint: "was der Handelsplatz zahlt, abzüglich seiner Gebühren und des gutgeschriebenen Fiats",
    chart: (fiat) => `Ergebnis der Konversionen an jedem der letzten 30 Tage in ${fiat}.`,
    count: "Konversionen",
    sold: (fiat) => `Gutgeschrieben, ${fiat}`,
    result: (fiat) => `Ergebnis, ${fiat}`,
    point: (day, count, result, fiat, sold) =>
      `${day}: ${result} ${fiat} aus ${plural(count, "Konversion", "Konversionen")} über ${sold} ${fiat}`,
    none: "In den letzten 30 Tagen wurde keine Konversion ausgeführt.",
    days: "letzte 30 Tage, jede Währung zu ihrem jetzigen Kurs",
    all: (fiat) => `Ergebnis, ${fiat}`,
    bps: "Ergebnis, Bp. des Gutgeschriebenen",
    spread: "Berechnete Spanne",
    slippage: "Abweichung vom Geldkurs der Quote",
    fees: "Gebühren der Handelsplätze",
  },
  slippage: {
    title: "Abweichung",
    hint: "Basispunkte unter dem Geldkurs der Quote; Punkt: Median, Linie: bis zur schlechtesten von zwanzig",
    chart: "Abweichung der Konversionen an jedem der letzten 30 Tage in Basispunkten.",
    median: "Median, Bp.",
    high: "Schlechteste von zwanzig, Bp.",
    point: (day, median, high) => `${day}: Median ${median} Bp., schlechteste von zwanzig ${high} Bp.`,
    unit: "Bp.",
  },
  time: {
    title: "Von der Einzahlung zum Fiat",
    hint: "Punkt: Median, Linie: bis zur langsamsten von zwanzig",
    chart: "Zeit von der Einzahlung zum Fiat an jedem der letzten 30 Tage.",
    count: "Verkäufe",
    median: "Median",
    high: "Langsamste von zwanzig",
    point: (day, count, median, high) =>
      `${day}: Median ${median}, langsamste von zwanzig ${high}, ${plural(count, "Verkauf", "Verkäufe")}`,
    instant: "unter 1\u00a0s",
    none: "In den letzten 30 Tagen wurde nichts ohne einen Menschen verkauft.",
  },
};
