import type { PaymentRecord } from "#lib/payments/contract.ts";
import { paymentsText } from "#lib/i18n/payments.ts";
import type { StateFacts, Tone } from "#components/ui/state.tsx";
import { spanText } from "#lib/i18n/times.ts";
import { slowestOf, standingOf } from "./record.ts";

const words = paymentsText;

/**
 * How a payment is shown: the contract's status word, coloured by its worst fact, and why in a few words.
 * Lateness and amount are facts beside the status, so a completed bill with late money is amber.
 */
export function stateOf(record: PaymentRecord, now: number): StateFacts {
  const word = words.status[record.status];
  return { word, ...(worstOf(record, now) ?? plainOf(record, now)) };
}

type Look = Omit<StateFacts, "word">;

function worstOf(record: PaymentRecord, now: number): Look | undefined {
  const { labels } = record;
  if (labels.includes("REVERSED")) return { tone: "fail", glyph: "attn", why: words.label.REVERSED };
  if (labels.includes("WRONG_ASSET")) return { tone: "fail", glyph: "attn", why: words.label.WRONG_ASSET };
  if (labels.includes("HELD"))
    return { tone: "fail", glyph: "attn", why: joined([words.label.HELD, heldReason(record)]) };
  if (record.status === "PROCESSING") return processing(record, now);
  return undefined;
}

function plainOf(record: PaymentRecord, now: number): Look {
  const ends = endsIn(record, now);
  if (record.status === "PENDING") return { tone: "none", glyph: "pending", why: ends };
  if (record.status === "DETECTED") return { tone: "out", glyph: "pie", why: confirmations(record) };
  if (record.status === "EXPIRED")
    return { tone: "none", glyph: "expired", why: words.amountStatus[record.amountStatus] };
  return completed(record);
}

function processing(record: PaymentRecord, now: number): Look {
  const late = standingOf(record).some((one) => one.late && one.status === "PROCESSING");
  const out = late && record.strategy === "ACA";
  const facts = [words.amountStatus[record.amountStatus], late ? words.why.late : undefined, endsIn(record, now)];
  return { tone: out ? "out" : "wait", glyph: out ? "away" : "half", why: joined(facts) };
}

function completed(record: PaymentRecord): Look {
  const amount = words.amountStatus[record.amountStatus];
  const isRetained = !record.quantityUnconverted.isZero();
  const late = record.labels.includes("LATE");
  if (isRetained && !record.quantityLocked.isZero())
    return { tone: "wait", glyph: "half", why: joined([amount, words.why.inConversion]) };
  if (isRetained && late && record.strategy !== "RAI")
    return { tone: "wait", glyph: "kept", why: joined([amount, words.why.lateRetained]) };
  if (record.amountStatus === "UNDERPAID")
    return { tone: "wait", glyph: "half", why: joined([amount, late ? words.why.late : undefined]) };
  if (record.labels.includes("LIMIT_NOT_MET"))
    return { tone: "none", glyph: "kept", why: joined([amount, words.why.limitRetained]) };
  if (isRetained) return { tone: "none", glyph: "kept", why: joined([amount, retainedWords(record)]) };
  return { tone: "done", glyph: "done", why: joined([amount, beside(record)]) };
}

function retainedWords(record: PaymentRecord): string {
  return record.quantityConverted.isZero() ? words.why.retained(record.cryptoType) : words.why.partLeft;
}

function beside(record: PaymentRecord): string | undefined {
  if (record.labels.includes("LATE")) return words.why.late;
  if (record.amountStatus === "OVERPAID") return words.why.allConverted;
  return record.labels.includes("MULTIPLE") ? words.why.moreDeposits(standingOf(record).length) : undefined;
}

function heldReason(record: PaymentRecord): string | undefined {
  const held = record.deposits.find((one) => one.status === "HELD");
  return held ? reasonWords(held.reasonCode) : undefined;
}

function confirmations(record: PaymentRecord): string | undefined {
  const slowest = slowestOf(record);
  return slowest ? words.why.confirmations(slowest.confirmations, slowest.confirmationsRequired) : undefined;
}

function endsIn(record: PaymentRecord, now: number): string | undefined {
  const left = record.expiryTime - now;
  return left > 0 ? words.why.endsIn(spanText(left)) : undefined;
}

/** The trade's words for a reason code; the code itself when it is a new one. */
export function reasonWords(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  const known: Record<string, string> = words.reasons;
  return known[code] ?? code;
}

const joined = (facts: (string | undefined)[]) => facts.filter(Boolean).join(" · ");

const AMOUNT_TONES: Record<PaymentRecord["amountStatus"], Tone> = {
  UNPAID: "none",
  PARTIAL: "wait",
  UNDERPAID: "wait",
  PAID: "done",
  OVERPAID: "done",
};
const LABEL_TONES: Record<PaymentRecord["labels"][number], Tone> = {
  LATE: "wait",
  MULTIPLE: "none",
  HELD: "fail",
  LIMIT_NOT_MET: "none",
  REVERSED: "fail",
  WRONG_ASSET: "fail",
};

/** The amount's word and each label as tags, in the order a reader needs them. */
export function tagsOf(record: PaymentRecord): { tone: Tone; word: string }[] {
  const amount = { tone: AMOUNT_TONES[record.amountStatus], word: words.amountStatus[record.amountStatus] };
  return [amount, ...record.labels.map((label) => ({ tone: LABEL_TONES[label], word: words.label[label] }))];
}
