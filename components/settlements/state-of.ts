import type { SettlementRecord } from "#lib/settlements/contract.ts";
import { settlementsText } from "#lib/i18n/settlements.ts";
import { currentLanguage } from "#lib/i18n/language.ts";
import type { StateFacts } from "#components/ui/state.tsx";

const words = settlementsText;

const LOOKS: Record<SettlementRecord["status"], Pick<StateFacts, "tone" | "glyph">> = {
  NONE: { tone: "none", glyph: "kept" },
  DUE: { tone: "wait", glyph: "pending" },
  ASKED: { tone: "wait", glyph: "half" },
  PAID: { tone: "done", glyph: "done" },
  RETURNED: { tone: "none", glyph: "cancel" },
  LAPSED: { tone: "none", glyph: "expired" },
};

/** How a settlement is shown; only one that the bank has paid is green. */
export function stateOf({ status, withheld }: SettlementRecord): StateFacts {
  const why = withheld ? words.why[withheld] : status === "RETURNED" || status === "LAPSED" ? words.why[status] : "";
  return { ...LOOKS[status], word: words.states[status], why: why || undefined };
}

const daysIn = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(currentLanguage() === "de" ? "de-DE" : "en-GB", {
    timeZone,
    day: "numeric",
    month: "short",
    year: "numeric",
  });

/** A day in the house's zone, as a reader writes it. */
export const dayText = (at: number, zone: string): string => daysIn(zone).format(at);

/** The first and the last day of its period; what both share is said once. */
export const periodText = ({ from, to, zone }: Pick<SettlementRecord, "from" | "to" | "zone">): string =>
  daysIn(zone).formatRange(from, to - 1);
