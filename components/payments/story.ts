import type { DepositRecord, PaymentRecord } from "#lib/payments/contract.ts";
import { paymentText } from "#lib/i18n/payment.ts";
import { paymentsText } from "#lib/i18n/payments.ts";
import { rateText } from "#lib/i18n/amount.ts";
import { spanText } from "#lib/i18n/times.ts";
import { freeOf } from "#components/conversions/free-of.ts";
import { countedOf, cryptoText, fiatText, missingOf, slowestOf, standingOf } from "./record.ts";
import { reasonWords } from "./state-of.ts";

const words = paymentText.story;

/** One sentence of a payment's story; `weighs` marks what a person has to decide about. */
export type Sentence = { text: string; weighs: boolean };

/** Cause and consequence in sentences, said before any button is offered; the worst fact first. */
export function storyOf(record: PaymentRecord, now: number): Sentence[] {
  const light = (text: string) => ({ text, weighs: false });
  const heavy = (text: string) => ({ text, weighs: true });
  return [
    ...trouble(record).map(heavy),
    ...progress(record, now).map(light),
    ...converted(record).map(light),
    ...late(record).map(heavy),
    ...retained(record).map(light),
    ...amounts(record).map(light),
  ];
}

function trouble(record: PaymentRecord): string[] {
  const sentences: string[] = [];
  if (record.labels.includes("REVERSED")) sentences.push(words.reversed);
  for (const held of record.deposits.filter((one) => one.status === "HELD")) {
    const amount = `${rateText(held.quantity)}\u00a0${held.cryptoType}`;
    if (held.reasonCode === "WRONG_ASSET") sentences.push(words.wrong(amount, record.cryptoType));
    else sentences.push(words.held(amount, reasonWords(held.reasonCode) ?? paymentsText.label.HELD));
  }
  for (const one of record.deposits.filter(({ status }) => status === "DECLINED"))
    sentences.push(words.declined(`${rateText(one.quantity)}\u00a0${one.cryptoType}`));
  return sentences;
}

function progress(record: PaymentRecord, now: number): string[] {
  const left = record.expiryTime - now;
  if (record.status === "PENDING")
    return [words.waiting(cryptoText(record, record.quantity), spanText(Math.max(0, left)))];
  if (record.status === "EXPIRED" && record.deposits.length === 0) return [words.waitingOver];
  const slowest = slowestOf(record);
  const sentences: string[] = [];
  if (slowest)
    sentences.push(
      words.seen(cryptoText(record, slowest.quantity), slowest.confirmations, slowest.confirmationsRequired),
    );
  for (const one of standingOf(record))
    if (one.status === "PROCESSING") sentences.push(words.processing(cryptoText(record, one.quantity)));
  const missing = missingOf(record);
  if (record.amountStatus === "PARTIAL" && left > 0 && !missing.isZero())
    sentences.push(words.partial(cryptoText(record, missing), spanText(left)));
  return sentences;
}

function converted(record: PaymentRecord): string[] {
  if (record.quantityConverted.isZero()) return [];
  return [words.converted(cryptoText(record, record.quantityConverted), fiatText(record, record.fiatReceived))];
}

/** Kept because it was first seen after the end. What was seen in time and confirmed or released too late has its reason. */
const isRetainedLate = (record: PaymentRecord, deposit: DepositRecord) =>
  deposit.firstSeen > record.expiryTime &&
  deposit.reasonCode === "BILL_EXPIRED" &&
  !deposit.quantityUnconverted.isZero();

function late(record: PaymentRecord): string[] {
  return record.deposits
    .filter((one) => isRetainedLate(record, one))
    .map((one) =>
      words.late(cryptoText(record, one.quantity), spanText(one.firstSeen - record.expiryTime), record.cryptoType),
    );
}

function retained(record: PaymentRecord): string[] {
  const sentences: string[] = [];
  for (const one of record.deposits) {
    const reason = reasonWords(one.reasonCode);
    if (reason && !isRetainedLate(record, one) && !one.quantityUnconverted.isZero())
      sentences.push(words.retained(cryptoText(record, one.quantityUnconverted), reason));
  }
  const free = freeOf(record);
  const unconvertedBalances = record.deposits.filter((one) => !one.quantityUnconverted.isZero());
  const same = unconvertedBalances.length === 1 && unconvertedBalances[0]?.quantityUnconverted.compare(free) === 0;
  if (!free.isZero()) sentences.push(same ? words.itFree : words.free(cryptoText(record, free)));
  if (!record.quantityLocked.isZero()) sentences.push(words.retainedLocked(cryptoText(record, record.quantityLocked)));
  return sentences;
}

function amounts(record: PaymentRecord): string[] {
  const counted = countedOf(record);
  if (record.amountStatus === "UNDERPAID") return [words.under(cryptoText(record, record.quantity.minus(counted)))];
  return record.amountStatus === "OVERPAID" ? [words.over(cryptoText(record, counted.minus(record.quantity)))] : [];
}
