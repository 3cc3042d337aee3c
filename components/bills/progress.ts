import { NETWORK_NAMES } from "#lib/i18n/networks.ts";
import { CONFIRMATIONS } from "#lib/settings/confirmations.ts";
import { networkOf } from "#lib/kernel/assets.ts";
import type { DepositRecord, PaymentRecord } from "#lib/payments/contract.ts";
import { billsText } from "#lib/i18n/bills.ts";
import type { Step } from "#components/ui/steps.tsx";
import { confirmationSpan } from "#components/payer/network-pace.ts";
import { assetOfPayment, cryptoText, fiatText, slowestOf, standingOf } from "#components/payments/record.ts";

const words = billsText.made.steps;

/** A step, and the moment it happened if it did. */
export type Progress = Step & { at?: number };

/** How far a bill has come: created, seen, confirmed, available. `clock` writes a time in the reader's zone. */
export function progressOf(record: PaymentRecord, now: number, clock: (at: number) => string): Progress[] {
  const deposits = standingOf(record);
  return [
    { tone: "done", glyph: "done", title: words.created, note: words.createdText, at: record.createdAt },
    seen(record, deposits, now, clock),
    confirmed(record, deposits),
    available(record),
  ];
}

function seen(
  record: PaymentRecord,
  deposits: readonly DepositRecord[],
  now: number,
  clock: (at: number) => string,
): Progress {
  const title = words.seen(NETWORK_NAMES[networkOf(assetOfPayment(record))]);
  const first = deposits.map((one) => one.firstSeen).toSorted((a, b) => a - b)[0];
  if (first !== undefined) return { tone: "done", glyph: "done", title, at: first };
  if (now > record.expiryTime) return { tone: "none", glyph: "expired", title, note: words.seenNever, current: true };
  return { tone: "none", glyph: "pending", title, note: words.seenBy(clock(record.expiryTime)), current: true };
}

function confirmed(record: PaymentRecord, deposits: readonly DepositRecord[]): Progress {
  const network = networkOf(assetOfPayment(record));
  const need = deposits[0]?.confirmationsRequired ?? CONFIRMATIONS[network];
  const title = words.confirmations(need);
  const slowest = slowestOf(record);
  if (slowest) {
    const note = words.counted(slowest.confirmations, slowest.confirmationsRequired);
    return { tone: "out", glyph: "pie", title, note, current: true };
  }
  if (deposits.length > 0) return { tone: "done", glyph: "done", title };
  return { tone: "none", glyph: "draft", title, note: words.about(confirmationSpan(network, need)) };
}

function available(record: PaymentRecord): Progress {
  const hoped = record.strategy === "RAI" ? words.retainedAs(record.cryptoType) : words.available(billedText(record));
  if (standingOf(record).some((one) => one.status === "HELD"))
    return { tone: "fail", glyph: "attn", title: hoped, note: words.held, current: true };
  const parts = [
    record.fiatReceived.isZero() ? undefined : fiatText(record, record.fiatReceived),
    record.quantityUnconverted.isZero() ? undefined : cryptoText(record, record.quantityUnconverted),
  ].filter((one) => one !== undefined);
  if (parts.length === 0) return { tone: "none", glyph: "draft", title: hoped };
  const amounts = parts.join(" + ");
  if (record.status !== "COMPLETED")
    return { tone: "wait", glyph: "half", title: hoped, note: words.soFar(amounts), current: true };
  return { ...lookOf(record), title: words.available(amounts), current: true };
}

const billedText = (record: PaymentRecord): string => fiatText(record, record.fiatReceivable);

/** Green only when the billed amount is there; a person decides on money that came late or short. */
function lookOf(record: PaymentRecord): Pick<Step, "tone" | "glyph"> {
  if (record.amountStatus === "UNDERPAID") return { tone: "wait", glyph: "half" };
  const isRetainedLate =
    record.labels.includes("LATE") && !record.quantityUnconverted.isZero() && record.strategy !== "RAI";
  return isRetainedLate ? { tone: "wait", glyph: "kept" } : { tone: "done", glyph: "done" };
}
