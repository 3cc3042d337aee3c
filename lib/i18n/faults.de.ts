import type { FaultWords } from "./faults.en.ts";
import { germanFault, germanField } from "./field-faults.de.ts";
import { germanRefusal } from "./refusals.de.ts";

const reload = "Laden Sie die Seite neu und prüfen Sie den aktuellen Stand.";

/** The German sentence of each code. */
export const de: FaultWords = {
  field: germanField,
  atField: germanFault,
  empty: "Geben Sie einen Wert ein.",
  sentence: germanRefusal,
  twoNumbers: (mark) =>
    `Das könnten zwei Zahlen sein. Tausender ohne Trennzeichen, Dezimalen hinter „${mark}“ eingeben.`,
  VALIDATION_FAILED: ({ fields }) => (fields ? `Bitte korrigieren: ${fields}.` : "Die Anfrage ist nicht gültig."),
  INVALID_JSON: () => "Die Anfrage konnte nicht gelesen werden. Laden Sie die Seite neu und versuchen Sie es erneut.",
  INVALID_TARGET: () =>
    "Die Adresse der Anfrage ist nicht gültig. Laden Sie die Seite neu und versuchen Sie es erneut.",
  ACCOUNT_REQUIRED: () => "Sie gehören zu mehreren Konten. Wählen Sie zuerst eines.",
  UNSUPPORTED_CRYPTO: () => "Diese Kryptowährung wird nicht unterstützt.",
  UNSUPPORTED_FIAT: () => "Diese Währung wird nicht unterstützt.",
  UNSUPPORTED_PAIR: () => "Dieses Paar wird nicht unterstützt. Wählen Sie ein anderes.",
  NETWORK_TYPE_NOT_FOUND: () => "Dieses Netzwerk wird nicht unterstützt. Wählen Sie Ethereum oder Tron.",
  NETWORK_TYPE_NOT_ALLOWED: () => "Nur für USDT wird ein Netzwerk angegeben.",
  STRATEGY_NOT_ALLOWED: () => "Die Strategie LMT gibt es nur für USDT und USDC.",
  LIMIT_PRICE_NOT_CONFIGURED: () => "Bitte einen Limitpreis eingeben: Das Konto hat keinen für dieses Paar.",
  AMOUNT_OUT_OF_RANGE: ({ minimum, maximum }) =>
    minimum && maximum
      ? `Bitte einen Betrag von ${minimum} bis ${maximum} eingeben.`
      : "Der Betrag liegt außerhalb des erlaubten Bereichs.",
  RANGE_TOO_LONG: () => "Der Zeitraum ist länger als 90 Tage. Wählen Sie einen kürzeren.",
  INVALID_PAGINATION_TOKEN: () => "Die Liste hat sich geändert. Laden Sie die Seite neu.",
  DUPLICATE_ITEM: () => "Eine Rechnung ist zweimal ausgewählt.",
  SYMBOL_MISMATCH: () => "Nicht alle Rechnungen gehören zu diesem Paar.",
  QUANTITY_MISMATCH: ({ expected }) =>
    expected
      ? `Der verfügbare Betrag hat sich geändert: Er ist jetzt ${expected}.`
      : "Der verfügbare Betrag hat sich geändert.",
  BELOW_MINIMUM: ({ minimum }) =>
    minimum ? `Der Betrag liegt unter dem Mindestbetrag von ${minimum}.` : "Der Betrag liegt unter dem Mindestbetrag.",
  UNAUTHENTICATED: () => "Sie sind abgemeldet, oder die Anmeldung ist nicht gültig. Melden Sie sich erneut an.",
  FORBIDDEN: () => "Ihre Rolle erlaubt dies nicht.",
  NOT_FOUND: () => "Dies gibt es nicht mehr, oder es gehört zu einem anderen Konto.",
  PAYMENT_NOT_FOUND: () => "Eine Zahlung gibt es nicht mehr, oder sie gehört zu einem anderen Konto.",
  METHOD_NOT_ALLOWED: () => "Diese Aktion gibt es hier nicht.",
  REQUEST_TIMEOUT: () => "Die Anfrage kam zu langsam an. Versuchen Sie es erneut.",
  INVALID_STATE: () => `Im aktuellen Zustand ist dies nicht möglich. ${reload}`,
  REQUEST_IN_FLIGHT: () => "Dieselbe Anfrage wird noch bearbeitet. Versuchen Sie es gleich erneut.",
  LOST_HOURS_OPEN: () =>
    "Angehalten seit der Wiederherstellung: Erklären Sie zuerst unter Auszahlungen, Zu signieren, dass aus den verlorenen Stunden nichts Signiertes mehr gesendet wird.",
  LEFT_UNEXPLAINED: () =>
    "Angehalten: Es ist etwas ungeklärt abgeflossen, das diese Zahlung sein kann. Entscheiden Sie zuerst dessen Fall unter Fälle.",
  EXPOSURE_LIMIT: ({ room }) =>
    room
      ? `Das Limit offener Rechnungen ist erreicht: Es bleiben ${room}. Fordern Sie weniger an, warten Sie, oder erhöhen Sie das Limit.`
      : "Das Limit offener Rechnungen ist erreicht. Fordern Sie weniger an, warten Sie, oder erhöhen Sie das Limit.",
  INSUFFICIENT_LIQUIDITY: ({ available }) =>
    available
      ? `Der Markt nimmt nahe dem besten Preis höchstens ${available} auf. Verkaufen Sie weniger oder versuchen Sie es später.`
      : "Der Markt nimmt diesen Betrag nahe dem besten Preis nicht auf. Fordern Sie weniger an oder versuchen Sie es später.",
  ALREADY_IN_CONVERSION: () => "Eine Rechnung ist bereits in einem anderen Umtausch.",
  NOTHING_TO_CONVERT: () => "Eine Rechnung hat nichts für den Umtausch verfügbar.",
  INSUFFICIENT_FUNDS: ({ available }) =>
    available ? `Nur ${available} ist verfügbar.` : "Der Betrag ist höher als der verfügbare.",
  APPROVAL_REQUIRED: () => "Dies braucht die Freigabe einer zweiten Person; sie ist angefordert.",
  QUOTE_SUPERSEDED: () => "Ein neueres Kursangebot hat dieses ersetzt. Prüfen Sie erst die neuen Zahlen.",
  QUOTE_REQUIRED: () => "Es gibt kein Kursangebot zum Ausführen. Holen Sie zuerst eines.",
  QUOTE_EXPIRED: () => "Das Kursangebot ist abgelaufen. Holen Sie ein neues.",
  BODY_TOO_LARGE: () => "Die Anfrage ist zu groß. Senden Sie weniger auf einmal.",
  UNSUPPORTED_MEDIA_TYPE: () =>
    "Das Format der Anfrage wird nicht unterstützt. Laden Sie die Seite neu und versuchen Sie es erneut.",
  IDEMPOTENCY_KEY_REUSED: () =>
    "Dieses Formular wurde schon mit anderen Werten gesendet. Laden Sie die Seite neu und versuchen Sie es erneut.",
  RATE_LIMITED: () => "Zu viele Anfragen. Versuchen Sie es gleich erneut.",
  HEADERS_TOO_LARGE: () =>
    "Der Browser sendet zu viel mit der Anfrage. Löschen Sie die Cookies dieser Seite und melden Sie sich erneut an.",
  INTERNAL: () =>
    "Es ist ein interner Fehler aufgetreten. Versuchen Sie es erneut; bleibt er, nennen Sie Ihrer Verwaltung die ID der Anfrage.",
  PRICE_UNAVAILABLE: () => "Für dieses Paar ist kein aktueller Preis verfügbar. Versuchen Sie es gleich erneut.",
  VENUE_UNAVAILABLE: () => "Der Handelsplatz antwortet nicht. Versuchen Sie es gleich erneut.",
  SERVICE_UNAVAILABLE: ({ network }) =>
    network
      ? `Der Knoten von ${network} antwortet nicht; nichts wurde geändert. Versuchen Sie es gleich erneut.`
      : "Der Dienst ist nicht verfügbar. Versuchen Sie es gleich erneut.",
  UNREACHABLE: () => "Der Server hat nicht geantwortet. Prüfen Sie die Verbindung; eine Änderung ist nicht bekannt.",
  UNKNOWN: () => "Der Server hat die Anfrage abgelehnt. Versuchen Sie es erneut.",
};
