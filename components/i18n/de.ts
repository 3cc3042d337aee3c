import { de as account } from "./account.de.ts";
import { de as approvals } from "./approvals.de.ts";
import { de as audit } from "./audit.de.ts";
import { de as conversions } from "./conversions.de.ts";
import { de as exceptions } from "./exceptions.de.ts";
import { de as exports } from "./exports.de.ts";
import { de as ledger } from "./ledger.de.ts";
import { de as live } from "./live.de.ts";
import { de as overview } from "./overview.de.ts";
import { de as palette } from "./palette.de.ts";
import { de as paper } from "./paper.de.ts";
import { de as payments } from "./payments.de.ts";
import type { Text } from "./text.ts";
import { de as views } from "./views.de.ts";

/** The German words of the desk. */
export const de: Text = {
  product: "Desk",
  account,
  approvals,
  audit,
  conversions,
  exceptions,
  exports,
  ledger,
  live,
  overview,
  palette,
  paper,
  payments,
  views,
  skip: "Zum Inhalt springen",
  mode: { sandbox: "SANDBOX", sandboxHint: "Simulierte Chains und Handelsplatz. Kein echtes Geld." },
  nav: {
    main: "Hauptmenü",
    short: "Hauptmenü, kurz",
    more: "Mehr",
    payments: "Zahlungen",
    conversions: "Konversionen",
    bills: "Neue Rechnung",
    developers: "Entwicklung",
    settings: "Einstellungen",
    account: "Konto",
    switchAccount: "Konto wechseln",
    shortcuts: "Tastenkürzel",
    search: "Suchen",
    searchHint: "Zahlung, Adresse, Hash, Referenz…",
    searchShort: "Zahlungen suchen",
    preferences: "Aussehen",
    zone: "Zeitzone",
    language: "Sprache",
    user: (name) => `${name}, Kontomenü`,
    signOut: "Abmelden",
    signingOut: "Wird abgemeldet…",
    go: "Gehe zu",
  },
  languages: { en: "English", de: "Deutsch" },
  theme: { system: "Wie das System", light: "Hell", dark: "Dunkel" },
  zone: { utc: "UTC", local: (name) => `Dieser Rechner, ${name}`, other: "Andere Zone" },
  keyboard: {
    title: "Tastenkürzel",
    letters: "Kürzel aus einem Buchstaben",
    lettersHint: "abschalten, wenn sie Ihren Hilfsmitteln in die Quere kommen",
    close: "Schließen",
    groups: { everywhere: "Überall", go: "Gehen", table: "Tabelle" },
    help: "Tastenkürzel zeigen",
    search: "Suchen",
  },
  dialog: {
    cancel: "Abbrechen",
    typed: (id: string) => `Zur Bestätigung ${id} eintippen`,
    typedHint: "Es liegt über der Grenze dieses Kontos.",
    typedFault: (id: string) => `${id} eintippen, wie es oben steht.`,
  },
  drawer: { waiting: "Wird geladen", previous: "Vorige (k)", next: "Nächste (j)", close: "Schließen (Esc)" },
  copy: {
    label: (name) => `${name} kopieren`,
    short: "Kopiert",
    done: (name) => `${name} kopiert`,
    failed: "Der Browser hat das Kopieren nicht erlaubt.",
  },
  toast: { undo: "Rückgängig", dismiss: "Schließen" },
  time: {
    ago: (span) => `vor ${span}`,
    left: (seconds) => (seconds === 0 ? "Die Zeit ist um" : `noch ${seconds} Sekunden`),
  },
  error: {
    title: "Das hat nicht geklappt",
    unknown: "Im Desk selbst ist etwas fehlgeschlagen.",
    request: "Anfrage",
    requestId: "ID der Anfrage",
    retry: "Noch einmal versuchen",
    pageTitle: "Diese Seite konnte nicht gezeigt werden",
    pageSafe:
      "Es wurde deswegen kein Geld bewegt. Versuchen Sie es noch einmal; bleibt es dabei, nennen Sie Ihrer Verwaltung die Kennung unten.",
    digest: "Kennung",
    notFoundTitle: "Diese Seite gibt es nicht",
    notFoundText: "Die Adresse ist vielleicht vertippt, oder die Seite ist nicht für dieses Konto.",
    toPayments: "Zu den Zahlungen",
    noAccountTitle: "Sie gehören noch zu keinem Konto",
    noAccountText: "Bitten Sie Ihre Verwaltung um eine Rolle in einem Konto und melden Sie sich dann neu an.",
  },
  table: {
    select: (name) => `${name} auswählen`,
    selectAll: "Alle geladenen Zeilen auswählen",
    columns: "Spalten",
    plain: "Wie zuvor",
    pin: (column) => `${column} im Blick behalten`,
    earlier: (column) => `${column} zum Anfang rücken`,
    later: (column) => `${column} zum Ende rücken`,
    narrower: (column) => `${column} schmaler machen`,
    wider: (column) => `${column} breiter machen`,
    density: (now) => `Dichte: ${now}`,
    comfortable: "bequem",
    compact: "dicht",
    more: "Weitere Zeilen werden geladen…",
    slow: "Wird noch geladen. Große Zeiträume brauchen einen Moment.",
    loading: (label) => `${label}: wird geladen`,
    loaded: (count) => (count === 1 ? "1 Zeile geladen" : `${count} Zeilen geladen`),
    selected: (count) => `${count} ausgewählt`,
    clear: "Aufheben",
    keys: {
      down: "Nächste Zeile",
      up: "Vorige Zeile",
      open: "Zeile öffnen",
      select: "Zeile auswählen",
      extend: "Auswählen und weitergehen",
      close: "Schublade schließen oder Auswahl aufheben",
    },
  },
  door: {
    title: "Anmelden",
    lead: "Für Mitarbeitende aus Treasury und Betrieb.",
    email: "E-Mail",
    password: "Passwort",
    show: "Passwort zeigen",
    submit: "Anmelden",
    busy: "Wird angemeldet…",
    demo: "Als Demo-Benutzer",
    demoHint: "Nur in der Sandbox. Hier ist nichts echtes Geld.",
    needEmail: "Bitte Ihre E-Mail-Adresse eingeben.",
    needPassword: "Bitte Ihr Passwort eingeben.",
    refused:
      "E-Mail oder Passwort stimmt nicht, oder der Zugang ist eine Weile gesperrt. Versuchen Sie es in einigen Minuten noch einmal oder fragen Sie Ihre Verwaltung.",
    unreachable: "Der Server hat nicht geantwortet. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.",
    noDemo:
      "Der Demo-Benutzer ist nicht eingerichtet. Führen Sie den Befehl seed aus und versuchen Sie es noch einmal.",
    expired: "Ihre Sitzung ist beendet. Melden Sie sich an, um dort weiterzumachen, wo Sie waren.",
    summary: "Bitte prüfen:",
    passkey: "Passkey benutzen",
    passkeyRefused:
      "Der Passkey wurde nicht angenommen. Versuchen Sie es noch einmal oder melden Sie sich mit dem Passwort an.",
    or: "oder",
    second: {
      title: "Zweiter Faktor",
      lead: "Tippen Sie die sechs Ziffern ein, die Ihre Authenticator-App zeigt.",
      leadRecovery: "Tippen Sie einen Ihrer Ersatzcodes ein; er gilt einmal.",
      code: "Code",
      recoveryCode: "Ersatzcode",
      useRecovery: "Einen Ersatzcode benutzen",
      useApp: "Die Authenticator-App benutzen",
      missing: "Bitte den Code eingeben.",
      submit: "Weiter",
      back: "Zurück",
      refused:
        "Dieser Code stimmt nicht, wurde schon benutzt, oder es waren zu viele Versuche. Warten Sie auf den nächsten; nach zehn Minuten melden Sie sich neu an.",
    },
  },
};
