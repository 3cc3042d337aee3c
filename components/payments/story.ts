import type { DepositRecord, PaymentRecord } from "#lib/payments/contract.ts";
import { text } from "#components/text/text.ts";
import { rateText } from "#components/ui/amount.ts";
import { spanText } from "#components/ui/times.ts";
import { cryptoText, fiatText, freeOf, slowestOf, standingOf } from "./record.ts";
import { reasonWords } from "./state-of.ts";

const words = text.payments.story;

/** Cause and consequence in sentences, said before any button is offered; the worst fact first. */
export function storyOf(record: PaymentRecord, now: number): string[] {
  return [...trouble(record), ...progress(record, now), ...outcome(record), ...amounts(record)];
}

function trouble(record: PaymentRecord): string[] {
  const told: string[] = [];
  if (record.labels.includes("REVERSED")) told.push(words.reversed);
  for (const held of record.deposits.filter((one) => one.status === "HELD")) {
    const amount = `${rateText(held.quantity)}\u00a0${held.cryptoType}`;
    if (held.reasonCode === "WRONG_ASSET") told.push(words.wrong(amount, record.cryptoType));
    else told.push(words.held(amount, reasonWords(held.reasonCode) ?? text.payments.label.HELD));
  }
  return told;
}

function progress(record: PaymentRecord, now: number): string[] {
  const left = record.expiryTime - now;
  if (record.status === "PENDING")
    return [words.waiting(cryptoText(record, record.quantity), spanText(Math.max(0, left)))];
  if (record.status === "EXPIRED" && record.deposits.length === 0) return [words.waitingOver];
  const slowest = slowestOf(record);
  const told: string[] = [];
  if (slowest)
    told.push(words.seen(cryptoText(record, slowest.quantity), slowest.confirmations, slowest.confirmationsRequired));
  for (const one of standingOf(record))
    if (one.status === "PROCESSING") told.push(words.processing(cryptoText(record, one.quantity)));
  if (record.amountStatus === "PARTIAL" && left > 0) {
    told.push(words.partial(cryptoText(record, record.quantity.minus(record.quantityReceived)), spanText(left)));
  }
  return told;
}

function outcome(record: PaymentRecord): string[] {
  const told: string[] = [];
  if (!record.quantityConverted.isZero())
    told.push(words.converted(cryptoText(record, record.quantityConverted), fiatText(record, record.fiatReceived)));
  for (const one of record.deposits) if (one.late && !one.quantityUnconverted.isZero()) told.push(late(record, one));
  const free = freeOf(record);
  if (!free.isZero()) told.push(words.kept(cryptoText(record, free), keptReasons(record)));
  if (!record.quantityLocked.isZero()) told.push(words.keptLocked(cryptoText(record, record.quantityLocked)));
  return told;
}

function late(record: PaymentRecord, deposit: DepositRecord): string {
  return words.late(cryptoText(record, deposit.quantity), spanText(deposit.firstSeen - record.expiryTime));
}

function keptReasons(record: PaymentRecord): string {
  const codes = record.deposits
    .filter((one) => !one.quantityUnconverted.isZero())
    .map((one) => reasonWords(one.reasonCode));
  return (
    [...new Set(codes.filter((code) => code !== undefined))].join(", ") || text.payments.why.kept(record.cryptoType)
  );
}

function amounts(record: PaymentRecord): string[] {
  const difference = record.quantityReceived.minus(record.quantity);
  if (record.amountStatus === "UNDERPAID")
    return [words.under(cryptoText(record, record.quantity.minus(record.quantityReceived)))];
  return record.amountStatus === "OVERPAID" ? [words.over(cryptoText(record, difference))] : [];
}
