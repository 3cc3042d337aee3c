import type { InputOf } from "#lib/contract/endpoint.ts";
import { unitsOf } from "#lib/contract/fields.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { lockBills, type LockedBill } from "#lib/bills/lock-bill.ts";
import {
  type BillUnconvertedBalances,
  lockUnconvertedBalances,
  type UnconvertedBalance,
  unconvertedBalancesOf,
} from "#lib/deposits/unconverted-balance.ts";
import { CRYPTOS, type Crypto, cryptoOf, FIATS, type Fiat, isCrypto, isFiat, scaleOf } from "#lib/kernel/assets.ts";
import { accountOf, actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { type ErrorCode, type FieldError, must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { Raw } from "#lib/kernel/json.ts";
import { invoiceKey, invoiceLocked } from "#lib/ledger/journal.ts";
import { post } from "#lib/ledger/post.ts";
import { emitConversionEvent } from "#lib/events/emit.ts";
import { maxOf } from "#lib/kernel/money.ts";
import type { FeeModel } from "#lib/pricing/price.ts";
import { isPriced } from "#lib/pricing/priced-pairs.ts";
import type { ConversionRecord, createConversionEndpoint } from "./contract.ts";
import { sumOfItems } from "./invoice.ts";
import { type EstimateBy, estimateSale } from "./quote-conversion.ts";
import { insertConversion } from "./store.ts";

export type CreateConversion = InputOf<typeof createConversionEndpoint>;

/**
 * Create a conversion (rulebook 6.4): checks in its order, every failing item named in
 * `errors`, then locks all free crypto of the bills for this invoice. Bills are locked in the order of their ids, so of
 * two invoices for one bill exactly one gets it. Refuses with UNSUPPORTED_CRYPTO, UNSUPPORTED_FIAT, UNSUPPORTED_PAIR,
 * VALIDATION_FAILED, DUPLICATE_ITEM, PAYMENT_NOT_FOUND, SYMBOL_MISMATCH, ALREADY_IN_CONVERSION, NOTHING_TO_CONVERT, QUANTITY_MISMATCH,
 * BELOW_MINIMUM.
 */
export async function createConversion(ctx: Ctx, body: CreateConversion): Promise<Raw<ConversionRecord>> {
  const request = readRequest(ctx, body);
  refuseItems(
    request,
    "DUPLICATE_ITEM",
    "is given more than once",
    (paymentId, at) => request.paymentIds.indexOf(paymentId) < at,
  );
  const estimate = await estimateSale(ctx, request);
  return ctx.transaction(async (tx) => {
    const bills = await lockBills(tx, request.paymentIds.filter(isId), accountOf(tx).id);
    refuseItems(request, "PAYMENT_NOT_FOUND", "does not exist", (paymentId) => !bills.has(paymentId));
    refuseItems(
      request,
      "SYMBOL_MISMATCH",
      `is not a bill in ${request.base}/${request.fiat}`,
      (paymentId) => !isOfPair(request, bills.get(paymentId)),
    );
    const unconvertedBalances = await unconvertedBalancesOf(tx, request.paymentIds);
    refuseUnconvertible(request, unconvertedBalances);
    const items = request.paymentIds.flatMap((paymentId) => unconvertedBalances.get(paymentId)?.free ?? []);
    checkQuantity(request, sumOfItems(items));
    const feeModel = feeModelOf([...bills.values()]);
    checkMinimum(tx, request, estimate?.(feeModel));
    return answerWith(tx, await writeConversion(tx, request, items, feeModel));
  });
}

type ConversionRequest = { base: Crypto; fiat: Fiat; units: bigint; paymentIds: readonly string[] };

function readRequest(ctx: Ctx, { baseSymbol, quoteSymbol, quantity, items }: CreateConversion): ConversionRequest {
  if (!isCrypto(baseSymbol)) {
    throw refuseField("UNSUPPORTED_CRYPTO", "baseSymbol", `This crypto is not supported; use ${CRYPTOS.join(", ")}.`);
  }
  if (!isFiat(quoteSymbol)) {
    throw refuseField("UNSUPPORTED_FIAT", "quoteSymbol", `This fiat is not supported; use ${FIATS.join(", ")}.`);
  }
  if (!isPriced(ctx.app, baseSymbol, quoteSymbol)) {
    throw refuseField(
      "UNSUPPORTED_PAIR",
      "quoteSymbol",
      `There are no prices of ${baseSymbol} in ${quoteSymbol}; what the bills hold stays as it is.`,
    );
  }
  return {
    base: baseSymbol,
    fiat: quoteSymbol,
    units: unitsOf("quantity", quantity, scaleOf(baseSymbol)),
    paymentIds: items.map((item) => item.paymentId),
  };
}

function isOfPair(input: ConversionRequest, bill: LockedBill | undefined): boolean {
  return bill !== undefined && cryptoOf(bill.terms.asset) === input.base && bill.terms.fiat === input.fiat;
}

function refuseField(code: ErrorCode, field: string, message: string, body: Record<string, unknown> = {}): Refusal {
  return new Refusal(code, message, { errors: [{ field, message }], body });
}

type Fault = { at: number; code: ErrorCode; predicate: string };

function refuseItems(
  input: ConversionRequest,
  code: ErrorCode,
  predicate: string,
  fails: (paymentId: string, at: number) => boolean,
): void {
  refuseFaults(input.paymentIds.flatMap((paymentId, at) => (fails(paymentId, at) ? [{ at, code, predicate }] : [])));
}

function refuseUnconvertible(
  input: ConversionRequest,
  unconvertedBalances: ReadonlyMap<string, BillUnconvertedBalances>,
): void {
  const faults = input.paymentIds.flatMap((paymentId, at): Fault[] => {
    const found = unconvertedBalances.get(paymentId);
    if (found && found.free.length > 0) return [];
    if (found?.anyLocked) return [{ at, code: "ALREADY_IN_CONVERSION", predicate: "is already in another conversion" }];
    return [{ at, code: "NOTHING_TO_CONVERT", predicate: "has no unconverted crypto" }];
  });
  refuseFaults(faults);
}

function refuseFaults(faults: readonly Fault[]): void {
  const [first, ...more] = faults;
  if (!first) return;
  const errors: FieldError[] = faults.map(({ at, code, predicate }) => {
    const field = `items[${at}].paymentId`;
    return { field, message: `${field} ${predicate}.`, code };
  });
  const tail = more.length > 0 ? ` (${more.length} more in errors.)` : "";
  throw new Refusal(first.code, `${errors[0]?.message}${tail}`, { errors });
}

/** By explicit fee only when all its bills are. */
const feeModelOf = (bills: readonly LockedBill[]): FeeModel =>
  bills.every((bill) => bill.terms.feeModel === "EXPLICIT") ? "EXPLICIT" : "SPREAD";

function checkQuantity(input: ConversionRequest, free: bigint): void {
  if (input.units === free) return;
  const expectedQuantity = Decimal.of(free, scaleOf(input.base));
  const message = `quantity must be ${expectedQuantity}, the sum of what these bills have unconverted.`;
  throw refuseField("QUANTITY_MISMATCH", "quantity", message, { expectedQuantity });
}

type Estimate = ReturnType<EstimateBy>;

/** No less than the venue sells, and no less than brings one unit of the fiat where there is a fresh price to tell. */
function checkMinimum(ctx: Ctx, { base, units }: ConversionRequest, estimate: Estimate | undefined): void {
  const minimumUnits = ctx.app.venue.capabilities().minimum(base).ceilUnits(scaleOf(base));
  if (units < minimumUnits) throw belowMinimum(base, minimumUnits);
  if (estimate?.fiatUnits === 0n) throw belowMinimum(base, maxOf(minimumUnits, estimate.leastUnits));
}

function belowMinimum(base: Crypto, minimumUnits: bigint): Refusal {
  const minimum = Decimal.of(minimumUnits, scaleOf(base));
  return refuseField("BELOW_MINIMUM", "quantity", `A conversion of ${base} takes at least ${minimum}.`, { minimum });
}

async function writeConversion(
  ctx: Ctx,
  input: ConversionRequest,
  items: readonly UnconvertedBalance[],
  feeModel: FeeModel,
): Promise<Raw<ConversionRecord>> {
  const accountId = accountOf(ctx).id;
  const id = ctx.id();
  const depositIds = items.map((item) => item.depositId);
  must(new Set(depositIds).size === items.length, "one item for each residue");
  await insertConversion(ctx.db, {
    id,
    accountId,
    base: input.base,
    fiat: input.fiat,
    units: input.units,
    feeModel,
    createdBy: actorName(ctx.actor),
    items: items.map(({ billId, depositId, units }) => ({ id: ctx.id(), billId, depositId, units })),
  });
  await lockUnconvertedBalances(ctx, depositIds);
  await post(ctx, invoiceLocked({ effectKey: invoiceKey(id, "locked"), accountId, items }), {
    accountId,
    conversionId: id,
  });
  await recordAudit(ctx, {
    action: "conversion.create",
    accountId,
    objectKind: "conversion",
    objectId: id,
    detail: { items: items.length },
  });
  return new Raw(await emitConversionEvent(ctx, id, "conversion.created"));
}
