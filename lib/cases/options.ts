import { lockBill } from "#lib/bills/lock-bill.ts";
import { estimateSale } from "#lib/conversions/quote-conversion.ts";
import { type HoldPreview, previewHold, type Release } from "#lib/deposits/decide-hold.ts";
import { holdOf, isOwnHold } from "#lib/deposits/hold-of.ts";
import { unconvertedBalancesOf } from "#lib/deposits/unconverted-balance.ts";
import { cryptoOf, scaleOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf, sumOf } from "#lib/kernel/money.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { balanceCode } from "#lib/ledger/chart.ts";
import { refundableOf } from "#lib/payouts/make-refund-link.ts";
import { houseSettings } from "#lib/settings/change-settings.ts";
import { asksSecondPerson } from "#lib/settings/setting.ts";
import type { CaseKind } from "./case-kinds.ts";
import type { CaseRecord } from "./contract.ts";
import type { CaseOption } from "./option-contract.ts";
import type { CaseRow } from "./store.ts";

/** What of a bill may still be decided as money: sold, given back, or left as it is. */
const OF_BILL: ReadonlySet<CaseKind> = new Set(["LATE", "NOT_SOLD", "LIMIT_NOT_MET", "UNDERPAID", "OVERPAID"]);
const OF_HOLD: ReadonlySet<CaseKind> = new Set(["HELD", "WRONG_ASSET"]);
/** A case that is overdue is put off by this. */
const LEAST_WAIT_MS = 3_600_000;

type Subject = { row: CaseRow; record: CaseRecord; ofHouse: boolean; second: boolean };

/**
 * The ways to decide an open case, each with what follows from it now; none once it is closed or settled. What waits for a
 * second person is approved or declined where all requests are, and cannot be put off.
 */
export async function optionsOf(ctx: Ctx, row: CaseRow, record: CaseRecord, ofHouse: boolean): Promise<CaseOption[]> {
  if (row.state === "CLOSED" || row.kind === "APPROVAL") return [];
  if (row.kind === "LOST_HOURS") return [plain("MEND", ofHouse)];
  const second = asksSecondPerson(ctx.app.mode, await houseSettings(ctx));
  const subject = { row, record, ofHouse, second };
  const deciding = await decidingOf(ctx, subject);
  const mends: CaseOption[] = deciding.length === 0 ? [plain("MEND", ofHouse)] : [];
  return [...deciding, ...mends, await waitOf(ctx, subject)];
}

const plain = (code: CaseOption["code"], ofHouse: boolean): CaseOption => ({
  code,
  decides: ofHouse ? "HOUSE" : "ACCOUNT",
  secondPerson: false,
});

async function decidingOf(ctx: Ctx, subject: Subject): Promise<CaseOption[]> {
  const { kind, bill_id: billId, deposit_id: txId } = subject.row;
  if (kind === "EXPORT") return [plain("REWRITE", false)];
  if (billId === null) return [];
  if (OF_HOLD.has(kind) && txId !== null) return ofHold(ctx, subject, { billId, txId });
  if (subject.ofHouse) return [];
  if (kind === "TO_RETURN" || OF_HOLD.has(kind)) return refundsOf(ctx, subject, billId, txId ?? undefined);
  // What waits to be sold is nobody's to decide: it names its deposit.
  if (!OF_BILL.has(kind) || (kind === "NOT_SOLD" && txId !== null)) return [];
  return [
    ...(await conversionOf(ctx, billId)),
    ...(await refundsOf(ctx, subject, billId, undefined)),
    acceptOf(subject.record),
  ];
}

async function ofHold(ctx: Ctx, subject: Subject, of: { billId: string; txId: string }): Promise<CaseOption[]> {
  const [preview, hold] = await Promise.all([previewHold(ctx, of), holdOf(ctx, of.txId)]);
  if (!preview || !hold) return subject.ofHouse ? [] : refundsOf(ctx, subject, of.billId, of.txId);
  const { asset, units, release, decline } = preview;
  const about = {
    txId: of.txId,
    decides: isOwnHold(hold) ? "ACCOUNT" : "HOUSE",
    asset: cryptoOf(asset),
    quantity: amountOf(asset, units),
  } as const;
  const declined: CaseOption = {
    ...about,
    code: "DECLINE",
    secondPerson: subject.second && about.decides === "HOUSE",
    bill: decline.bill,
  };
  if (!release) return [declined];
  const { until, afterwards, bill } = release;
  const released: CaseOption = {
    ...about,
    code: "RELEASE",
    secondPerson: false,
    fiat: preview.fiat,
    ...priceOf(release),
    ...broughtBy(preview, release),
    ...(until ? { until: until.getTime() } : {}),
    ...(afterwards ? { afterwards: broughtBy(preview, afterwards) } : {}),
    bill,
    ...(await availableWith(ctx, preview, release)),
  };
  return [released, declined];
}

/** The price that all of what is sold gets; a deposit sold at several has none. */
function priceOf({ prices: [price, ...more], atBillPrice }: Release): Partial<CaseOption> {
  if (!price || more.some((other) => other.compare(price) !== 0)) return {};
  return { price, rate: atBillPrice ? "BILL" : "MARKET" };
}

const broughtBy = ({ asset, fiat }: HoldPreview, { fiatUnits, retainedUnits, feeUnits, waits }: Release) => ({
  amount: amountOf(fiat, fiatUnits),
  ...(retainedUnits > 0n ? { keeps: amountOf(asset, retainedUnits) } : {}),
  ...(feeUnits > 0n ? { feeQuantity: amountOf(asset, feeUnits) } : {}),
  ...(waits ? { waits } : {}),
});

/** A credit goes to what the account has free, unless it owes some of it from a reversal. */
async function availableWith(ctx: Ctx, { accountId, fiat }: HoldPreview, { fiatUnits }: Release) {
  const [free, owed] = await Promise.all([
    balanceOf(ctx, balanceCode(accountId, "available"), fiat),
    balanceOf(ctx, balanceCode(accountId, "owed"), fiat),
  ]);
  if (owed > 0n) return {};
  return { available: { before: amountOf(fiat, free), after: amountOf(fiat, free + fiatUnits) } };
}

/** Selling what is free of the bill, all of it, as a conversion would be made and quoted now. */
async function conversionOf(ctx: Ctx, billId: string): Promise<CaseOption[]> {
  const { terms } = await lockBill(ctx, billId);
  const base = cryptoOf(terms.asset);
  const found = await unconvertedBalancesOf(ctx, [billId]);
  const units = sumOf((found.get(billId)?.free ?? []).map((each) => each.units));
  const quantity = amountOf(terms.asset, units);
  if (units === 0n || quantity.compare(ctx.app.venue.capabilities().minimum(base)) < 0) return [];
  const estimate = (await estimateSale(ctx, { base, fiat: terms.fiat, units }))?.(terms.feeModel);
  return [
    {
      ...plain("CONVERT", false),
      asset: base,
      quantity,
      fiat: terms.fiat,
      ...(estimate
        ? {
            price: estimate.price,
            rate: "MARKET",
            amount: amountOf(terms.fiat, estimate.fiatUnits),
            ...(estimate.feeUnits > 0n ? { feeQuantity: Decimal.of(estimate.feeUnits, scaleOf(base)) } : {}),
          }
        : {}),
    },
  ];
}

async function refundsOf(
  ctx: Ctx,
  { second }: Subject,
  billId: string,
  txId: string | undefined,
): Promise<CaseOption[]> {
  const found = await ctx.transaction((tx) => refundableOf(tx, { billId, txId }));
  return found.map(({ asset, units, ...of }) => ({
    ...plain("REFUND", false),
    secondPerson: second,
    ...of,
    asset: cryptoOf(asset),
    quantity: amountOf(asset, units),
  }));
}

/** It stays as it was treated: the case says why and closes, no money moves. */
function acceptOf({ causeFacts: { credited, fiat, free } }: CaseRecord): CaseOption {
  return {
    ...plain("ACCEPT", false),
    ...(fiat ? { fiat } : {}),
    ...(credited ? { amount: credited } : {}),
    ...(free && !free.isZero() ? { keeps: free } : {}),
  };
}

async function waitOf(ctx: Ctx, { row, ofHouse }: Subject): Promise<CaseOption> {
  const soonest = (await ctx.now()).getTime() + LEAST_WAIT_MS;
  return { ...plain("WAIT", ofHouse), until: Math.max(row.due_at.getTime(), soonest) };
}
