import type { notifications as en } from "./notifications.en.ts";

/** The German words of notification rules. */
export const notifications: typeof en = {
  title: "Benachrichtigungen",
  hint: "Die Glocke meldet jeden Fall, außer eine Regel nennt weniger. Eine Regel per E-Mail, Slack oder Teams meldet Art, Betrag, Frist und einen Link, nie wer zahlt.",
  failed: "Etwas ist schiefgelaufen",
  none: "Noch keine Regeln",
  noneText: "Eine Regel meldet neue Fälle an einen Kanal oder eine Person. Bereits offene werden nicht gemeldet.",
  add: "Regel hinzufügen",
  added: "Regel hinzugefügt.",
  test: "Probe senden",
  tested: "Eine Probenachricht geht hinaus.",
  testFailed: "Die Probenachricht wurde nicht gesendet.",
  end: "Löschen…",
  endTitle: (name) => `Regel löschen: ${name}`,
  endSummary: "Darüber wird nichts mehr gesendet, auch nicht, was wartet.",
  endAction: "Regel löschen",
  ended: "Regel gelöscht.",
  everybody: (role) => `Alle in der Rolle ${role}`,
  columns: { channel: "Kanal", to: "An", topics: "Meldet", state: "Zustand", actions: "Aktionen" },
  channels: { MAIL: "E-Mail", BELL: "Glocke", SLACK: "Slack", TEAMS: "Microsoft Teams" },
  topics: {
    URGENT: "Dringende Fälle",
    NORMAL: "Gewöhnliche Fälle",
    LOW: "Fälle, die warten können",
    APPROVALS: "Wartende Freigaben",
    EXPORTS: "Fehlgeschlagene Exporte",
  },
  states: { failing: "Schlägt fehl seit", sent: "Zuletzt gesendet", unused: "Noch nichts gesendet", rings: "Läutet" },
  form: {
    title: "Benachrichtigungsregel hinzufügen",
    summary: "Meldet von jetzt an jeden neuen Fall einmal.",
    bellSummary:
      "Die Glocke läutet dann nur hierfür, für dringende Fälle und für das, was auf die eigene Entscheidung wartet. Der Eingang zeigt weiter alles.",
    action: "Regel hinzufügen",
    failed: "Die Regel wurde nicht hinzugefügt",
    url: "Webhook-URL",
    urlHint: {
      SLACK: "Der eingehende Webhook des Kanals. Er wird verschlüsselt aufbewahrt und nie wieder gezeigt.",
      TEAMS:
        "Die URL des Workflows „In einem Kanal posten, wenn eine Webhookanforderung empfangen wird“. Sie wird verschlüsselt aufbewahrt und nie wieder gezeigt.",
    },
    language: "Sprache der Nachrichten",
    urlMissing: "Geben Sie die Webhook-URL ein.",
    topicsMissing: "Wählen Sie mindestens eines.",
  },
};
