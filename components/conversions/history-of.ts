import { actorText } from "#lib/i18n/actor-text.ts";
import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { conversionText } from "#lib/i18n/conversion.ts";
import { rateText } from "#lib/i18n/amount.ts";
import type { Happening } from "#components/ui/timeline.tsx";
import { secondText, type Zone } from "#lib/i18n/times.ts";
import { cryptoText, fiatText } from "./rates.ts";
import { liveQuote, type PastQuote } from "./quotes.ts";
import { billsOf, cancelWords } from "./state-of.ts";

const words = conversionText.history;

/** What the record tells of a conversion's way: its creation, every quote, and how it ended, in their order. */
export function historyOf(record: ConversionRecord, now: number, zone: Zone): Happening[] {
  const quotes = record.quotes.map((quote, at) => quoted(record, quote, at, now, zone));
  return [created(record), ...quotes, ...finalOutcome(record)];
}

function created(record: ConversionRecord): Happening {
  return {
    key: "created",
    at: Date.parse(record.created),
    tone: "none",
    glyph: "draft",
    title: words.created(actorText(record.createdBy)),
    note: words.locked(billsOf(record), cryptoText(record.quantity, record.baseSymbol)),
  };
}

function quoted(record: ConversionRecord, quote: PastQuote, at: number, now: number, zone: Zone): Happening {
  const live = liveQuote(record, now)?.quoteId === quote.quoteId;
  const used = quote.status === "EXECUTING" || quote.status === "EXECUTED";
  const end = secondText(quote.expiryTime, quote.quoteTime, zone);
  return {
    key: quote.quoteId,
    at: quote.quoteTime,
    tone: live ? "out" : "none",
    glyph: live || used ? "pie" : "expired",
    title: live || used ? (at > 0 ? words.quotedAgain : words.quoted) : words.notUsed,
    amount: fiatText(quote.fiatReceivable, record.quoteSymbol),
    note: words.price(rateText(quote.price), end, quote.expiryTime > now),
  };
}

function finalOutcome(record: ConversionRecord): Happening[] {
  const { status, executed, cancelled, lastError, fiatReceived, updated } = record;
  if (status === "EXECUTED" && executed && fiatReceived)
    return [
      {
        key: "executed",
        at: Date.parse(executed),
        tone: "done",
        glyph: "done",
        title: words.executed,
        amount: fiatText(fiatReceived, record.quoteSymbol),
        note: words.executedNote(record.username),
      },
    ];
  if (status === "EXECUTING")
    return [
      { key: "sent", at: Date.parse(updated), tone: "wait", glyph: "half", title: words.sent, note: words.sentNote },
    ];
  if (status === "CANCELLED" && cancelled)
    return [
      {
        key: "cancelled",
        at: Date.parse(cancelled),
        tone: "none",
        glyph: "cancel",
        title: words.cancelled,
        note: cancelWords(record) ?? words.freed,
      },
    ];
  if (lastError)
    return [
      {
        key: "error",
        at: Date.parse(updated),
        tone: "fail",
        glyph: "attn",
        title: status === "FAILED" ? words.failed : words.refused,
        note: status === "FAILED" ? words.failedNote : words.refusedNote,
      },
    ];
  return [];
}
