import type { Text } from "./text.ts";

/** The German words of the connection that keeps the pages in step. */
export const de: Text["live"] = {
  connecting: { word: "Verbindet", hint: "Das Desk fragt nach laufenden Änderungen" },
  live: { word: "Live", hint: "Was sich im Konto ändert, erscheint hier von selbst" },
  asking: { word: "Live", hint: "Das Haus hat keinen Ereignisstrom; das Desk fragt alle 10 Sekunden" },
  reconnecting: { word: "Verbindet neu", hint: "Die Verbindung riss ab und wird wieder aufgenommen" },
  paused: { word: "Angehalten", hint: "Vorerst keine laufenden Änderungen; das Desk fragt alle 10 Sekunden" },
};
