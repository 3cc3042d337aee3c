import { deskRefusals } from "./desk-refusals.de.ts";
import { moneyRefusals } from "./money-refusals.de.ts";
import type { RefusalState } from "./refusal-states.ts";
import { fullText } from "./times.ts";

/** What a refusal calls a state, as the pages write it. */
const STATES: Readonly<Record<RefusalState, string>> = {
  ACTIVE: "Aktiv",
  APPROVED: "Freigegeben",
  ARRIVED: "Angekommen",
  BROADCAST: "Gesendet",
  CANCELLED: "Storniert",
  CONFIRMED: "Bestätigt",
  CONVERTED: "Umgetauscht",
  CREATED: "Angelegt",
  CREDITED: "Behalten",
  DECLINED: "Abgelehnt",
  DRAFT: "Entwurf",
  DROPPED: "Verworfen",
  EXECUTED: "Ausgeführt",
  EXECUTING: "In Ausführung",
  EXPIRED: "Verfallen",
  FAILED: "Fehlgeschlagen",
  HELD: "Angehalten",
  PENDING: "Wartet",
  PREPARED: "Vorbereitet",
  PROCESSING: "In Arbeit",
  QUOTED: "Kursangebot",
  RECORDED: "Erfasst",
  REJECTED: "Abgelehnt",
  REPLACED: "Ersetzt",
  REQUESTED: "Angefragt",
  RETIRED: "Entfernt",
  SENT: "Unterwegs",
  SIGNED: "Signiert",
  UNCONFIRMED: "Unbestätigt",
  WITHDRAWN: "Zurückgezogen",
};
/** The words of a list that is being written. */
const OF_EXPORTS: Readonly<Record<string, string>> = {
  cancelled: "Abgebrochen",
  expired: "Abgelaufen",
  failed: "Fehlgeschlagen",
  queued: "In Warteschlange",
  running: "Wird erzeugt",
};

/** Facts stand in braces; what is between them is matched to the letter. */
const patternOf = (sentence: string): RegExp =>
  new RegExp(`^${sentence.replaceAll(/[.?()|[\]\\/]/g, "\\$&").replaceAll(/\{(\w+)\}/g, "(?<$1>.+?)")}$`);

/** A fact as German writes it: states by their names, times by the clock. */
function factText(fact: string): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(fact)) return fullText(Date.parse(fact), "utc");
  return new Map(Object.entries({ ...STATES, ...OF_EXPORTS })).get(fact) ?? fact;
}

/** The German of a sentence that the API refuses by; undefined: it is none of those known. */
export function germanRefusal(message: string): string | undefined {
  for (const [english, german] of Object.entries({ ...moneyRefusals, ...deskRefusals })) {
    const found = patternOf(english).exec(message);
    if (found) return german.replaceAll(/\{(\w+)\}/g, (_, name: string) => factText(found.groups?.[name] ?? ""));
  }
  return undefined;
}
