import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { conversionsText } from "#lib/i18n/conversions.ts";
import type { StateFacts } from "#components/ui/state.tsx";
import { secondText, spanText, type Zone } from "#lib/i18n/times.ts";
import { liveQuote } from "./quotes.ts";

const words = conversionsText;

/** How a conversion is shown. Only a record that says EXECUTED is green. */
export function stateOf(record: ConversionRecord, now: number, zone: Zone): StateFacts {
  return { word: words.status[record.status], ...LOOKS[record.status](record, now, zone) };
}

type Look = Omit<StateFacts, "word">;

const LOOKS: Record<ConversionRecord["status"], (record: ConversionRecord, now: number, zone: Zone) => Look> = {
  CREATED: (record) =>
    record.lastError
      ? { tone: "fail", glyph: "attn", why: words.why.refused }
      : { tone: "none", glyph: "draft", why: words.why.notQuoted },
  QUOTED: (record, now) => {
    const quote = liveQuote(record, now);
    if (!quote) return { tone: "none", glyph: "expired", why: words.why.quoteEnded };
    return {
      tone: "out",
      glyph: "pie",
      why: words.why.left(spanText(Math.ceil((quote.expiryTime - now) / 1000) * 1000)),
    };
  },
  EXECUTING: (record, now, zone) => ({
    tone: "wait",
    glyph: "half",
    why: words.why.sent(secondText(Date.parse(record.updated), now, zone)),
  }),
  EXECUTED: () => ({ tone: "done", glyph: "done" }),
  CANCELLED: (record) => ({ tone: "none", glyph: "cancel", why: cancelWords(record) }),
  FAILED: () => ({ tone: "fail", glyph: "attn", why: words.why.failed }),
};

/** Why it was cancelled: as a person said, else by the rule; the code itself when the code is not known here. */
export function cancelWords({ cancelReason, cancelNote }: ConversionRecord): string | undefined {
  if (cancelReason === undefined) return cancelNote;
  const known: Record<string, string> = words.cancelReasons;
  return known[cancelReason] ?? cancelReason;
}

/** One bill may give several items. */
export const billsOf = (record: ConversionRecord): number => new Set(record.items.map((item) => item.paymentId)).size;
