import type { en } from "./audit.en.ts";
import { plural } from "./plural.ts";

/** The German words of the audit record. */
export const de: typeof en = {
  hint: "Wer was an welchem Objekt getan hat. Einträge können nicht geändert oder entfernt werden.",
  save: "Als CSV speichern",
  notSaved: "Die Datei konnte nicht erstellt werden; grenzen Sie den Filter ein und versuchen Sie es erneut.",
  failed: "Das Protokoll konnte nicht geladen werden",
  columns: { time: "Zeit", actor: "Wer", action: "Was", object: "Objekt", request: "Anfrage", detail: "Einzelheiten" },
  fields: {
    actor: "Wer",
    action: "Was",
    objectKind: "Art des Objekts",
    objectId: "Objekt",
    requestId: "ID der Anfrage",
  },
  seals: {
    title: "Siegel",
    holds: "Die Siegelkette ist unversehrt",
    broken: "Die Siegelkette ist gebrochen",
    unchecked: "Die Siegelkette wurde noch nicht geprüft",
    covers: (lines, seals, waiting) =>
      `${lines} ${lines === "1" ? "Eintrag" : "Einträge"} aller Konten unter ${seals} ${seals === "1" ? "Siegel" : "Siegeln"}; ${waiting} noch nicht versiegelt`,
    by: (name) => `Zuletzt geprüft von ${name}`,
    verify: "Prüfen",
    verifying: "Wird geprüft…",
    failed: "Die Siegel wurden nicht geprüft",
    faults: {
      SEAL_MISSING: (seal) => `Siegel ${seal} fehlt.`,
      SEAL_BROKEN: (seal) => `Siegel ${seal} folgt nicht aus dem davor.`,
      LINES_CHANGED: (seal) => `Einträge unter Siegel ${seal} wurden geändert.`,
      LINES_MISSING: () => "Versiegelte Einträge fehlen.",
      LINES_ADDED: () => "Zwischen versiegelten Einträgen wurden welche eingefügt.",
    },
  },
  apply: "Filtern",
  clear: "Alle aufheben",
  more: "Mehr laden",
  loading: "Wird geladen…",
  show: "Einzelheiten",
  from: "Von der Adresse",
  objectId: "ID des Objekts",
  requestId: "ID der Anfrage",
  loaded: (count, more) => `${plural(count, "Eintrag", "Einträge")} angezeigt${more ? ", weitere verfügbar" : ""}`,
  fresh: (count) => (count >= 50 ? "50 oder mehr neu" : `${count} neu`),
  empty: {
    title: "Keine Einträge",
    text: "Kein Eintrag dieses Kontos passt zu diesen Filtern.",
    house: "Kein Eintrag des Betreibers passt zu diesen Filtern.",
    clear: "Filter aufheben",
  },
};
