import type { en } from "./audit.en.ts";

/** The German words of the audit record. */
export const de: typeof en = {
  hint: "Wer was an welchem Objekt getan hat. Einträge können nicht geändert oder entfernt werden.",
  save: "Als CSV speichern",
  notSaved: "Die Datei konnte nicht erstellt werden; grenzen Sie den Filter ein und versuchen Sie es erneut.",
  failed: "Das Protokoll konnte nicht geladen werden",
  columns: { time: "Zeit", actor: "Wer", action: "Was", object: "Objekt", request: "Anfrage", detail: "Einzelheiten" },
  fields: { actor: "Wer", action: "Was", objectId: "ID des Objekts", requestId: "ID der Anfrage" },
  apply: "Filtern",
  clear: "Alle aufheben",
  more: "Mehr laden",
  loading: "Wird geladen…",
  show: "Einzelheiten",
  code: "Aktion",
  from: "Von der Adresse",
  objectId: "ID des Objekts",
  requestId: "ID der Anfrage",
  loaded: (count, more) => `${count} Einträge angezeigt${more ? ", weitere verfügbar" : ""}`,
  fresh: (count) => (count >= 50 ? "50 oder mehr neu" : `${count} neu`),
  empty: {
    title: "Keine Einträge",
    text: "Kein Eintrag dieses Kontos passt zu diesen Filtern.",
    house: "Kein Eintrag des Betreibers passt zu diesen Filtern.",
    clear: "Filter aufheben",
  },
};
