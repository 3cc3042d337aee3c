import type { en } from "./chains.en.ts";

/** The German words of how the chains are followed. */
export const de: typeof en = {
  title: "Chains",
  hint: "Wie weit jede Chain lückenlos gelesen ist.",
  failed: "Der Zustand der Chains konnte nicht geladen werden",
  none: {
    title: "Noch wird keine Chain verfolgt",
    text: "Hier steht, was der Worker gelesen hat. Läuft er?",
  },
  columns: {
    network: "Netzwerk",
    state: "Zustand",
    complete: "Lückenlos bis Block",
    standing: "Unser Block / Spitze",
    lag: "Rückstand",
    final: "Einig / endgültig",
    seen: "Zuletzt gesehen",
    commands: "Aktionen",
  },
  states: {
    OK: { word: "Synchron", todo: "" },
    FILLING: {
      word: "Füllt eine Lücke",
      todo: "Blöcke unterhalb von unserem werden gelesen; Einzahlungen darin erscheinen, sobald sie gefunden sind.",
    },
    BEHIND: {
      word: "Im Rückstand",
      todo: "Einzahlungen erscheinen später, bis sie aufgeholt hat. Nichts geht verloren: jeder Block wird gelesen.",
    },
    FORKED: {
      word: "Abgezweigt",
      todo: "Der Knoten folgt einem anderen Zweig als wir. Nichts davon wird gutgeschrieben; vergleichen Sie seine Spitze mit einem Explorer. Hat der Knoten recht und bleibt sein Zweig der kürzere, setzen Sie die Chain fort.",
    },
    DISAGREED: {
      word: "Knoten uneinig",
      todo: "Die Knoten nennen verschiedene Blöcke oder Verschiedenes über denselben. Nichts davon wird gutgeschrieben oder zurückgenommen, bis sie sich einig sind; finden Sie heraus, welcher irrt.",
    },
    FAULTY: {
      word: "Antwortet nicht",
      todo: "Er wird automatisch erneut abgefragt. Bleibt es dabei, prüfen Sie den Knoten und seine URL in der Konfiguration.",
    },
    WRONG_NETWORK: {
      word: "Falsches Netzwerk",
      todo: "Der Knoten gehört zu einem anderen Netzwerk. Von ihm wird nichts gelesen; tragen Sie in der Konfiguration den richtigen ein.",
    },
    PAUSED: {
      word: "Angehalten",
      todo: "Auf dieser Chain wird kein Block genommen und nichts gutgeschrieben, bis jemand sie mit anderen Knoten verglichen hat und fortsetzt.",
    },
  },
  message: "Meldung des Knotens:",
  since: "seit",
  never: "nie",
  unknown: "–",
  blocks: (count) => (count === "1" ? "1 Block" : `${count} Blöcke`),
  scanned: "Gelesene Blöcke",
  upTo: (last) => `bis ${last}`,
  between: (first, last) => (first === last ? first : `${first} bis ${last}`),
  missing: "Noch zu lesen",
  noGaps: "nichts",
  fills:
    "Lücken füllen sich von selbst, einige Hundert Blöcke bei jedem Blick; ein anderer Knoten hilft, wo einem der Block fehlt.",
  cases: (count) => (count === 1 ? "1 Fall zu den Chains" : `${count} Fälle zu den Chains`),
  mayNot: (role) => `Ihre Rolle (${role}) darf dies ansehen, nicht fortsetzen oder neu lesen lassen.`,
  resume: {
    open: "Fortsetzen…",
    title: (network) => `${network} fortsetzen?`,
    summary:
      "Die Chain wurde tiefer umgeordnet als erlaubt, oder der Zweig des Knotens ist kürzer als das, was gelesen wurde. Beim Fortsetzen folgen wir diesem Zweig: Einzahlungen, die darin fehlen, werden zurückgenommen, auch nach dem Umtausch.",
    paused: "Warum sie steht",
    note: "Was Sie verglichen haben",
    noteHint: "Für das Protokoll, etwa die Explorer, deren Spitze übereinstimmt.",
    noteMissing: "Bitte eingeben, was verglichen wurde.",
    keep: "So lassen",
    action: (network) => `${network} fortsetzen`,
    failed: "Die Chain wurde nicht fortgesetzt",
    done: (network) => `${network} wird wieder verfolgt`,
  },
  rescan: {
    open: "Neu lesen…",
    title: (network) => `${network} neu lesen?`,
    summary:
      "Etwa nachdem ein Schlüssel hinzukam, der schon benutzt war. Bekannte Einzahlungen bleiben, wie sie sind; die Blöcke stehen als Lücke da, bis sie gelesen sind.",
    from: "Erster Block",
    fromHint: (height) => `Unterhalb des Blocks ${height}, an dem wir stehen.`,
    fromFault: (height) => `Bitte eine ganze Zahl ab 0 eingeben, kleiner als ${height}.`,
    note: "Grund",
    noteMissing: "Bitte einen Grund eingeben.",
    action: (network) => `${network} neu lesen`,
    failed: "Die Blöcke werden nicht neu gelesen",
    done: (network, from) => `${network} wird ab Block ${from} neu gelesen`,
  },
};
