import type { en } from "./failures.en.ts";

/** The German sentences of what a node or a venue did not do. */
export const de: typeof en = {
  chain: {
    SILENT: ({ host }) => `Der Knoten ${host} antwortet nicht rechtzeitig.`,
    UNREACHABLE: ({ host }) => `Der Knoten ${host} ist nicht erreichbar oder bricht seine Antwort ab.`,
    HTTP: ({ status }) => `Der Knoten antwortet mit HTTP ${status}.`,
    REFUSED: ({ method }) => `Der Knoten hat ${method} abgelehnt:`,
    UNREADABLE: ({ method }) =>
      method ? `Die Antwort des Knotens auf ${method} ist nicht lesbar.` : "Die Antwort des Knotens ist nicht lesbar.",
    LOADING: () => "Der Knoten lädt noch seinen Mempool.",
    DOWNLOADING: ({ block, ours }) => `Der Knoten lädt noch: Block ${block} von ${ours}.`,
    NO_BLOCK: ({ block }) => `Der Knoten hat Block ${block} nicht.`,
    PRUNED: ({ block }) =>
      `Der Knoten hat Block ${block} gelöscht, der noch zu lesen ist. Lassen Sie ihn ältere Blöcke nachladen, oder tragen Sie einen Knoten ein, der sie hat.`,
    LAGS: ({ block, ours }) => `Der Knoten steht bei Block ${block}; gelesen ist schon Block ${ours}.`,
    SHORTER_BRANCH: ({ block, ours }) =>
      `Der Knoten folgt einem kürzeren Zweig: Er steht bei Block ${block}; gelesen ist schon Block ${ours}.`,
    OTHER_BRANCH: ({ block }) => `Block ${block} des Knotens gehört zu einem anderen Zweig als unsere.`,
    OTHER_BLOCK: ({ block }) => `Der Knoten hat einen anderen Block als ${block} gesendet.`,
    INCOMPLETE: ({ block }) => `Der Knoten hat nicht alles gesendet, was Block ${block} enthält.`,
    SEVERAL_NODES: ({ block }) =>
      `Block ${block} des Knotens schließt nicht an unsere an: Unter einer Adresse antworten mehrere Knoten, oder er wechselt seinen Zweig.`,
    OTHER_NETWORK: ({ block }) =>
      block
        ? `Der Knoten gehört zu einem anderen Netzwerk: Sein Block ${block} weicht ab.`
        : "Der Knoten gehört zu einem anderen Netzwerk.",
    DISAGREED: ({ block }) => `Die Knoten melden unterschiedliche Überweisungen in Block ${block}.`,
    DEEP: ({ block, limit }) => `Eine Reorganisation bei Block ${block} ersetzt mehr als ${limit} Blöcke.`,
    BELOW_FINAL: ({ block, final }) =>
      `Eine Reorganisation bei Block ${block} reicht unter den endgültigen Block ${final}.`,
    OTHER: () => "Meldung des Knotens:",
  },
  venue: {
    REFUSED: "Der Handelsplatz hat die Order abgelehnt:",
    NO_QUOTE: "Der Handelsplatz hat kein Kursangebot gemacht.",
    NO_PRICE: "Der Handelsplatz hat keinen Preis.",
    PAST_LIMIT: "Das Kursangebot des Handelsplatzes lag jenseits des Limits.",
    TOO_LATE: "Das Kursangebot des Handelsplatzes kam nach der Frist.",
    NOT_FILLED: "Der Handelsplatz hat die Order ohne Ausführung geschlossen.",
    NEVER_PLACED: "Die Order hat den Handelsplatz nicht erreicht.",
    NOT_TRADED: "Der Handelsplatz handelt dieses Paar derzeit nicht.",
    RESTING: "Der Handelsplatz hat mehrmals nacheinander versagt und wird eine Weile nicht gefragt.",
  },
  quoted: (words) => `„${words}“`,
};
