import type { Text } from "./text.ts";

/** The German words of the connection that keeps the pages in step. */
export const de: Text["live"] = {
  connecting: { word: "Verbindet", hint: "Die Live-Verbindung wird geöffnet" },
  live: { word: "Live", hint: "Änderungen im Konto erscheinen automatisch" },
  asking: { word: "Live", hint: "Kein Ereignisstrom eingerichtet; das Desk aktualisiert alle 10 Sekunden" },
  reconnecting: { word: "Verbindet neu", hint: "Die Verbindung ist unterbrochen und wird wiederhergestellt" },
  paused: { word: "Angehalten", hint: "Vorerst keine laufenden Änderungen; das Desk aktualisiert alle 10 Sekunden" },
};
