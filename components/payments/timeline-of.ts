import { scaleOf } from "#lib/kernel/assets.ts";
import type { DepositRecord, FillRecord, PaymentRecord } from "#lib/payments/contract.ts";
import { conversionsText } from "#lib/i18n/conversions.ts";
import { paymentText } from "#lib/i18n/payment.ts";
import { paymentsText } from "#lib/i18n/payments.ts";
import { amountText, rateText } from "#lib/i18n/amount.ts";
import type { GlyphName } from "#components/ui/icons.tsx";
import type { Happening } from "#components/ui/timeline.tsx";
import { exactSpanText } from "#lib/i18n/times.ts";
import { cryptoText, fiatText, isOwn } from "./record.ts";
import { reasonText } from "./reason-text.ts";

const words = paymentText.timeline;

/** Everything that the record tells about why a payment is as it is, in the order it happened. */
export function timelineOf(record: PaymentRecord, now: number): Happening[] {
  const deposits = record.deposits.toSorted((a, b) => a.firstSeen - b.firstSeen);
  const happenings = [...deposits.flatMap((one, at) => depositHappenings(record, one, at + 1))];
  if (record.expiryTime <= now) happenings.push(ended(record));
  return [...requested(record), ...inOrder(happenings), ...invoices(record)];
}

function requested(record: PaymentRecord): Happening[] {
  const strategy = paymentsText.strategy[record.strategy];
  const price = words.priceText(
    cryptoText(record, record.quantity),
    `${rateText(record.price)}\u00a0${record.fiat}`,
    fiatText(record, record.fiatReceivable),
  );
  const limit = record.limitPrice ? ` ${words.limitText(rateText(record.limitPrice), record.limitMet ?? false)}` : "";
  return [
    {
      key: "requested",
      at: record.createdAt,
      tone: "none",
      glyph: "draft",
      title: words.requested,
      amount: fiatText(record, record.fiatReceivable),
      note: words.requestedBy(strategy, paymentsText.feeModel[record.feeModel], record.subaccount),
    },
    { key: "price", tone: "none", glyph: "note", title: words.price, note: price + limit },
  ];
}

const ended = (record: PaymentRecord): Happening => ({
  key: "ended",
  at: record.expiryTime,
  tone: "none",
  glyph: "expired",
  title: words.ended,
  note: words.endedText,
});

function depositHappenings(record: PaymentRecord, deposit: DepositRecord, n: number): Happening[] {
  const lateBy = deposit.firstSeen - record.expiryTime;
  const seen: Happening = {
    key: `${deposit.txId} seen`,
    at: deposit.firstSeen,
    tone: "out",
    glyph: "pie",
    title: lateBy > 0 ? words.seenLate(n, exactSpanText(lateBy)) : words.seenInTime(n),
    amount: depositAmount(record, deposit),
    note: words.confirmations(
      Math.min(deposit.confirmations, deposit.confirmationsRequired),
      deposit.confirmationsRequired,
    ),
    hash: { value: deposit.txHash, name: paymentText.drawer.copy.tx },
  };
  const fills = deposit.fills.map((fill, at) => filled(record, fill, `${deposit.txId} fill ${at}`));
  const treated = treatment(record, deposit);
  return treated ? [seen, ...fills, treated] : [seen, ...fills];
}

const CONVERTED: Record<FillRecord["method"], GlyphName> = {
  RFQ: "done",
  FRESH: "done",
  MARKET: "away",
  CONVERSION: "done",
};

function filled(record: PaymentRecord, fill: FillRecord, key: string): Happening {
  const sold = cryptoText(record, fill.quantity.minus(fill.feeQuantity));
  const fee = fill.feeQuantity.isZero() ? "" : ` ${words.fee(cryptoText(record, fill.feeQuantity))}`;
  return {
    key,
    at: fill.at,
    tone: "done",
    glyph: CONVERTED[fill.method],
    title: words.convertedAt[fill.method],
    amount: fiatText(record, fill.fiat),
    note: `${words.convertedText(sold, rateText(fill.price))}.${fee}`,
  };
}

function treatment(record: PaymentRecord, deposit: DepositRecord): Happening | undefined {
  const base = {
    key: `${deposit.txId} treated`,
    note: reasonText(deposit, record.fiat),
    code: deposit.reasonCode,
  };
  if (deposit.status === "HELD")
    return { ...base, tone: "fail", glyph: "attn", title: words.held, amount: depositAmount(record, deposit) };
  if (deposit.status === "DECLINED")
    return { ...base, tone: "none", glyph: "cancel", title: words.declined, amount: depositAmount(record, deposit) };
  if (deposit.status === "DROPPED")
    return { ...base, tone: "fail", glyph: "attn", title: words.dropped, amount: depositAmount(record, deposit) };
  if (deposit.quantityUnconverted.isZero()) return undefined;
  const waits = record.strategy !== "RAI" && deposit.reasonCode !== "LIMIT_NOT_MET";
  const untold = deposit.reasonFacts === undefined && !deposit.feeQuantity.isZero();
  const fee = untold ? ` ${words.fee(cryptoText(record, deposit.feeQuantity))}` : "";
  return {
    ...base,
    note: `${base.note ?? ""}${fee}`,
    tone: waits ? "wait" : "none",
    glyph: "kept",
    title: words.retained(record.cryptoType),
    amount: amountText(deposit.quantityUnconverted, scaleOf(record.cryptoType)),
  };
}

function invoices(record: PaymentRecord): Happening[] {
  return record.conversions
    .filter((one) => one.status !== "EXECUTED")
    .map((one) => ({
      key: one.invoiceId,
      tone: one.status === "CANCELLED" ? "none" : "out",
      glyph: one.status === "CANCELLED" ? "cancel" : "half",
      title: words.invoice(conversionsText.status[one.status]),
      amount: amountText(one.quantity, scaleOf(record.cryptoType)),
      hash: { value: one.invoiceId, name: words.openInvoice, href: `/conversions?invoice=${one.invoiceId}` },
    }));
}

/** Sorted by time; an entry without one stays behind the entry it follows. */
function inOrder(list: Happening[]): Happening[] {
  let last = 0;
  const timed = list.map((one, place) => {
    last = one.at ?? last;
    return { one, at: last, place };
  });
  return timed.toSorted((a, b) => a.at - b.at || a.place - b.place).map(({ one }) => one);
}

/** In the bill's own asset the figure is enough; another one is named. */
function depositAmount(record: PaymentRecord, deposit: DepositRecord): string {
  const figure = amountText(deposit.quantity, scaleOf(deposit.cryptoType));
  return isOwn(record, deposit) ? figure : `${figure}\u00a0${deposit.cryptoType}`;
}
