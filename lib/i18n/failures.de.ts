import type { en } from "./failures.en.ts";

/** The German sentences of what a node or a venue did not do, and of what a bank's file lacks. */
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
    DISAGREED: ({ block }) => `Die Knoten sind sich über Block ${block} nicht einig.`,
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
    SILENT: "Der Handelsplatz hat nicht rechtzeitig geantwortet.",
    UNCLEAR: "Die Antwort des Handelsplatzes lässt den Ausgang offen:",
    NOT_FOUND: "Der Handelsplatz führt die Order noch nicht.",
    UNDER_WAY: "Der Handelsplatz hat die Order und ihren Abschluss noch nicht gemeldet.",
    NOT_CONFIGURED: "Der Handelsplatz ist nicht mehr eingerichtet.",
  },
  bank: {
    NO_STATEMENT: () => "Die Datei enthält keinen Kontoauszug im Format camt.053.",
    NOT_XML: () => "Die Datei ist kein wohlgeformtes XML.",
    NOT_ISO20022: () => "Die Datei ist kein Dokument nach ISO 20022.",
    NO_REFERENCE: () => "Ein Auszug hat keine Kennung (Id).",
    CURRENCY: ({ statement, value, expected }) =>
      statement
        ? `Der Auszug ${statement} lautet auf ${value}, das nicht unterstützt wird.`
        : `Die Währung ist nicht ${expected}.`,
    NO_BALANCES: ({ statement, value }) => {
      if (value === "OPENING") return `Dem Auszug ${statement} fehlt der Anfangssaldo (OPBD, PRCD oder ITBD).`;
      if (value === "CLOSING") return `Dem Auszug ${statement} fehlt der Endsaldo (CLBD oder ITBD).`;
      return `Dem Auszug ${statement} fehlt der Anfangs- oder Endsaldo.`;
    },
    NO_SIGN: () => "Ein Betrag ist weder Gutschrift noch Belastung (CRDT, DBIT).",
    NO_AMOUNT: () => "Der Betrag fehlt, steht zweimal da oder hat das falsche Vorzeichen.",
    BAD_AMOUNT: ({ value, expected }) => `${value} ist kein gültiger Betrag in ${expected}.`,
    NO_DATE: () => "Das Buchungsdatum fehlt oder ist kein Datum.",
    BAD_DATE: ({ value, expected }) => `${value} ist kein Datum im Format ${expected}.`,
    UNKNOWN_ACCOUNT: ({ statement }) =>
      `Der Auszug ${statement} gehört zu einem Konto, das nicht auf der Liste der Ziele steht.`,
    SUM: ({ statement }) => `Die Buchungen des Auszugs ${statement} führen nicht vom Anfangs- zum Endsaldo.`,
    TWICE: ({ value }) => `Die Nummer ${value} der Bank steht zweimal da.`,
    CHANGED: ({ value }) => `Die Buchung ${value} wurde früher mit anderem Inhalt eingelesen.`,
    OTHER_READING: () =>
      "Buchungen dieser Tage wurden in einem anderen Format oder mit einer anderen Zuordnung eingelesen. Beginnen Sie die Datei danach.",
    AHEAD: ({ statement, value }) =>
      `Der Auszug ${statement} nennt den ${value}, einen Tag, der noch nicht begonnen hat.`,
    NO_HEADER: () => "Die Datei hat keine Kopfzeile.",
    NO_LINES: () => "Die Datei hat keine Zeilen.",
    TOO_MANY_LINES: ({ limit }) => `Die Datei hat mehr als ${limit} Zeilen.`,
    ENCODING: ({ value }) =>
      value
        ? `Die Datei ist nicht in ${value}, der Zeichenkodierung, die sie nennt, oder diese wird nicht unterstützt. Speichern Sie sie als UTF-8.`
        : "Die Datei ist nicht in der Zeichenkodierung der Zuordnung.",
    NOT_CSV: () => "Die Zahl der Spalten weicht von den Zeilen darüber ab.",
    HEADER: ({ column, value }) =>
      value === "0"
        ? `Die Kopfzeile hat keine Spalte ${column}.`
        : `Die Kopfzeile hat die Spalte ${column} ${value}-mal.`,
    NO_COLUMN: ({ column }) => `Es gibt keine Spalte ${column}.`,
    TOO_LONG: ({ column, limit }) => `Zu lang ist die Angabe „${column}“: mehr als ${limit} Zeichen.`,
    NO_ID: () => "Die Nummer der Bank fehlt.",
    NO_BALANCE: () => "Der Saldo fehlt.",
    BALANCE: () => "Der Saldo folgt nicht aus der Zeile davor.",
  },
  columns: {
    booked: "Buchungsdatum",
    valued: "Wertstellung",
    amount: "Betrag",
    debit: "Soll",
    credit: "Haben",
    currency: "Währung",
    reference: "Referenz",
    text: "Text",
    name: "Name",
    iban: "IBAN",
    id: "Nummer der Bank",
    balance: "Saldo",
  },
  atLine: (line, sentence) => `Zeile ${line}: ${sentence}`,
  quoted: (words) => `„${words}“`,
};
