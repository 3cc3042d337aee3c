import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { needHouseRoom } from "#lib/bills/open-promises.ts";
import { assetOf, type Crypto, type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import { accountOf, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { amountOf, MAX_UNITS } from "#lib/kernel/money.ts";
import { openToHedge } from "#lib/liquidity/open-position.ts";
import { type FirmBid, firmBid, takenNow } from "#lib/pricing/firm-bid.ts";
import { type FeeModel, quantityFor, sellPrice } from "#lib/pricing/price.ts";
import { midOf, needReference, priceInputs, type Reference } from "#lib/pricing/reference.ts";
import { worthAt } from "#lib/pricing/worth.ts";
import { settingsOf } from "#lib/settings/change-settings.ts";
import { wholeSetting } from "#lib/settings/setting.ts";
import { emitConversionEvent } from "#lib/events/emit.ts";
import type { QuoteRecord, quoteConversionEndpoint } from "./contract.ts";
import { unknownInvoice } from "./get-conversions.ts";
import { type InvoiceSale, invoiceSale } from "./invoice.ts";
import {
  type ConversionRow,
  insertQuote,
  lockConversion,
  type NewQuote,
  quotedBeside,
  readConversion,
  setQuoted,
  unitsOfItems,
} from "./store.ts";

export type QuoteConversion = InputOf<typeof quoteConversionEndpoint>;

/**
 * Quote a conversion (rulebook 6.5): a firm price for the whole, at the account's rates now. It counts from
 * the moment of its price, supersedes the quote before, and gives the invoice another 24 hours.
 * Refuses with NOT_FOUND, INVALID_STATE, PRICE_UNAVAILABLE, INSUFFICIENT_LIQUIDITY, EXPOSURE_LIMIT, BELOW_MINIMUM.
 */
export async function quoteConversion(
  ctx: Ctx,
  { invoiceId }: QuoteConversion,
): Promise<OutputOf<typeof quoteConversionEndpoint>> {
  const { id, base, fiat, feeModel, units } = quotable(
    ctx,
    isId(invoiceId) ? await readConversion(ctx.db, invoiceId) : undefined,
  );
  const now = await ctx.now();
  const { settings, rates, reference, firm } = await bidNow(ctx, { base, fiat, units }, now);
  const price = sellPrice({ bid: firm.bid, feeModel, ...rates });
  return ctx.transaction(async (tx) => {
    const conversion = quotable(tx, await lockConversion(tx.db, id));
    const about = { crypto: base, fiat, units: conversion.units, settings };
    await needHouseRoom(tx, { ...about, quoted: () => quotedBeside(tx.db, conversion) });
    const sale = invoiceSale({ asset: base, fiat, price, feeModel, ...rates, items: await unitsOfItems(tx.db, id) });
    if (sale.fiatUnits === 0n)
      throw new Refusal("BELOW_MINIMUM", `This conversion is worth less than the smallest unit of ${fiat} now.`);
    if (sale.fiatUnits >= MAX_UNITS)
      throw new Refusal("AMOUNT_OUT_OF_RANGE", "This conversion is worth too much for one invoice; split it.");
    const quote: NewQuote = {
      id: tx.id(),
      conversionId: id,
      price,
      feeModel,
      feeUnits: sale.feeUnits,
      fiatUnits: sale.fiatUnits,
      quotedAt: now,
      expiresAt: new Date(now.getTime() + wholeSetting(settings, "quoteLifetimeMs", base, fiat)),
      inputs: priceInputs(reference, rates, firm),
    };
    await insertQuote(tx.db, quote);
    await setQuoted(tx.db, conversion, quote.id);
    await recordAudit(tx, {
      action: "conversion.quote",
      objectKind: "conversion",
      objectId: id,
      detail: { quoteId: quote.id, price: price.toString() },
    });
    await emitConversionEvent(tx, id, "conversion.quoted");
    return answerWith(tx, recordOf(conversion, quote, { bid: firm.bid, mid: midOf(reference) }));
  });
}

type Sold = { base: Crypto; fiat: Fiat; units: bigint };

async function bidNow(ctx: Ctx, { base, fiat, units }: Sold, now: Date) {
  const settings = await settingsOf(ctx, accountOf(ctx).id);
  const rates = {
    spreadBps: wholeSetting(settings, "spreadBps", base, fiat),
    explicitFeeBps: wholeSetting(settings, "explicitFeeBps", base, fiat),
  };
  const reference = await needReference(ctx.app, base, fiat, now);
  const behind = await openToHedge(ctx, base, fiat);
  const maxDepthBps = wholeSetting(settings, "maxDepthBps", base, fiat);
  const firm = bidForAll(reference, Decimal.of(units, scaleOf(base)), behind, maxDepthBps);
  return { settings, rates, reference, firm };
}

/** What a quote by a fee model would say now, and the least crypto that brings anything at its price. */
export type EstimateBy = (feeModel: FeeModel) => InvoiceSale & { price: Decimal; leastUnits: bigint };

/** What a quote for this would say now; undefined while the market gives none. */
export async function estimateSale(ctx: Ctx, sold: Sold): Promise<EstimateBy | undefined> {
  try {
    const { base, fiat, units } = sold;
    const { rates, firm } = await bidNow(ctx, sold, await ctx.now());
    return (feeModel) => {
      const price = sellPrice({ bid: firm.bid, feeModel, ...rates });
      const terms = { asset: assetOf(base), fiat, price, feeModel, explicitFeeBps: rates.explicitFeeBps };
      const leastUnits = price.isZero() ? units + 1n : quantityFor({ ...terms, strategy: "RFQ", fiatUnits: 1n });
      return { price, leastUnits, ...invoiceSale({ ...terms, items: [{ units }] }) };
    };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The bid for the whole of it, behind what the house has to sell before; refuses what the market does not take (rulebook 6.6). */
function bidForAll(reference: Reference, quantity: Decimal, behind: Decimal, maxDepthBps: number): FirmBid {
  const firm = firmBid(reference, { quantity, behind }, maxDepthBps);
  if (firm) return firm;
  const { base, fiat } = reference;
  const available = takenNow(reference, maxDepthBps, behind);
  throw new Refusal(
    "INSUFFICIENT_LIQUIDITY",
    `The market takes ${available} ${base} for ${fiat} near its best price now; convert less at once, or try again later.`,
    { body: { available } },
  );
}

function quotable(ctx: Ctx, conversion: ConversionRow | undefined): ConversionRow {
  if (conversion?.accountId !== accountOf(ctx).id) throw unknownInvoice();
  if (conversion.status === "CREATED" || conversion.status === "QUOTED") return conversion;
  throw new Refusal("INVALID_STATE", `A conversion that is ${conversion.status} cannot be quoted.`);
}

function recordOf(conversion: ConversionRow, quote: NewQuote, market: { bid: Decimal; mid: Decimal }): QuoteRecord {
  const { base, fiat } = conversion;
  const sold = Decimal.of(conversion.units - quote.feeUnits, scaleOf(base));
  return {
    invoiceId: conversion.id,
    quoteId: quote.id,
    status: "QUOTED",
    side: "SELL",
    baseSymbol: base,
    quoteSymbol: fiat,
    quantity: Decimal.of(conversion.units, scaleOf(base)),
    price: quote.price,
    ...market,
    spread: worthAt(sold, market.bid, fiat).minus(amountOf(fiat, quote.fiatUnits)),
    feeModel: quote.feeModel,
    feeQuantity: Decimal.of(quote.feeUnits, scaleOf(base)),
    fiatReceivable: amountOf(fiat, quote.fiatUnits),
    quoteTime: quote.quotedAt.getTime(),
    expiryTime: quote.expiresAt.getTime(),
  };
}
