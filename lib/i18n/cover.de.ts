import type { en } from "./cover.en.ts";

/** The German words of what is to be sold against what venues have. */
export const de: typeof en = {
  title: "Risikoposition und Deckung",
  hint: (toSell, stock, fiat) =>
    `${toSell} ${fiat} noch zu verkaufen, ${stock} ${fiat} an Handelsplätzen, zu heutigen Preisen.`,
  toExposure: "Risikoposition und Limits",
  toInventory: "Bestand an den Handelsplätzen",
  failed: "Risikoposition und Deckung konnten nicht geladen werden",
  none: "Nichts zu verkaufen.",
  chart: (fiat) => `Je Krypto noch zu verkaufen, gegen den Bestand an Handelsplätzen, in ${fiat}.`,
  step: "Mit den Pfeiltasten links und rechts geht es durch die Währungen.",
  parts: { book: "Offene Position", seen: "Unbestätigt", held: "Angehalten", promised: "Zugesagt, nicht erhalten" },
  asset: "Währung",
  toSell: "Zu verkaufen",
  stock: "An Handelsplätzen",
  value: (fiat) => `Zu verkaufen, ${fiat}`,
  cover: "Deckung",
  above: (share) => `>\u00a0${share}`,
  noPrice: (asset) => `${asset}: kein Preis`,
  point: (asset, of) =>
    `${asset}: ${of.toSell} ${of.fiat} zu verkaufen${of.parts ? ` (${of.parts})` : ""}, ${of.stock} ${of.fiat} an Handelsplätzen, Deckung ${of.cover}`,
  way: {
    title: "Vom Zahler zur Bank",
    hint: "Einzahlungen in Sicht, dann was die Bücher an jeder Station haben, zu aktuellen Preisen",
    none: "Nichts liegt irgendwo oder ist unterwegs.",
    station: "Station",
    stations: {
      CHAIN: "Unbestätigt auf der Chain",
      CUSTODY: "Verwahrung",
      TRANSIT: "Unterwegs",
      VENUE: "Handelsplätze",
      BANK: "Banken",
    },
  },
};
