import type { Text } from "./text.ts";

/** The German words of saved views. */
export const de: Text["views"] = {
  button: "Meine",
  anyOf: (firsts, last) => `${firsts} oder ${last}`,
  perLine: "Eine Angabe je Zeile",
  sort: {
    byNumber: "Nach Zahl sortiert, über Währungen hinweg",
    byValue: "Nach Wert sortieren",
    most: "Höchster Wert zuerst, in",
    least: "Niedrigster Wert zuerst, in",
    fiat: "Währung des Werts",
    turn: "Umkehren",
  },
  label: "Gespeicherte Ansichten",
  none: "Für diese Seite ist noch keine Ansicht gespeichert.",
  failed: "Die Ansichten konnten nicht geladen werden",
  name: "Name",
  nameHint: "Filter, Sortierung und Spalten bleiben unter diesem Namen erhalten.",
  share: "Sichtbar für",
  me: "nur mich",
  role: (role) => `alle mit der Rolle ${role}`,
  save: "Diese Ansicht speichern",
  replace: "Diese Ansicht ersetzen",
  refused: "Die Ansicht konnte nicht gespeichert werden",
  saved: (name) => `Ansicht ${name} gespeichert.`,
  by: (owner) => `von ${owner}`,
  sharedTo: (role) => `für die Rolle ${role}`,
  remove: (name) => `Ansicht ${name} löschen`,
  removed: (name) => `Ansicht ${name} gelöscht.`,
  removeFailed: "Die Ansicht konnte nicht gelöscht werden",
  brought: (name) => `Ansicht ${name} ist wieder da.`,
};
