import type { InputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import { accountOf, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { Raw } from "#lib/kernel/json.ts";
import { maxOf, minOf } from "#lib/kernel/money.ts";
import { type OrderRow, placeOrder, sendOrder } from "#lib/liquidity/place-order.ts";
import { emitConversionEvent } from "#lib/events/emit.ts";
import type { ConversionRecord, executeConversionEndpoint } from "./contract.ts";
import { needRecord, unknownInvoice } from "./get-conversions.ts";
import { settleConversion } from "./settle-conversion.ts";
import { type ConversionRow, lockConversion, type QuoteRow, setExecuting } from "./store.ts";

export type ExecuteConversion = InputOf<typeof executeConversionEndpoint>;

/**
 * Execute a conversion (rulebook 6.7) at its live quote: reserves an order in one transaction, sends it outside of any,
 * and records its outcome in another. Waits up to 5 s for the venue, else answers with EXECUTING; an outcome that is
 * lost on the way is looked up by the worker. `askAnother`: who else has to agree; without it the database refuses what needs one. Of two calls for one quote exactly one places an order; the other answers
 * the record. Refuses with NOT_FOUND, QUOTE_SUPERSEDED, QUOTE_REQUIRED, QUOTE_EXPIRED, INVALID_STATE.
 */
export async function executeConversion(
  ctx: Ctx,
  body: ExecuteConversion,
  askAnother?: AskAnother,
): Promise<Raw<ConversionRecord>> {
  const { record, order } = await ctx.transaction((tx) => reserve(tx, body, askAnother));
  if (!order) return record;
  await sendOrder(ctx, order, settleConversion);
  return needRecord(ctx, body.invoiceId);
}

/** A repeated request answers the record as it is now: what was answered first may have been EXECUTING (rulebook 3.24). */
export async function executedBefore(ctx: Ctx, { invoiceId }: ExecuteConversion): Promise<Raw<ConversionRecord>> {
  return needRecord(ctx, invoiceId);
}

/** A conversion at its live quote, of which more than one person may have to agree. */
export type AboveLimit = { conversion: ConversionRow; quote: QuoteRow };

/** Holds a conversion until the transaction ends, for what is asked about it once. */
export async function holdConversion(tx: Ctx, invoiceId: string): Promise<void> {
  await lockConversion(tx.db, invoiceId);
}

/** The request by which another has agreed, where that is asked for; throws where nobody has. */
export type AskAnother = (tx: Ctx, offered: AboveLimit) => Promise<string | undefined>;

type Reserved = { record: Raw<ConversionRecord>; order?: OrderRow };

async function reserve(
  ctx: Ctx,
  { invoiceId, quoteId }: ExecuteConversion,
  askAnother: AskAnother | undefined,
): Promise<Reserved> {
  const conversion = isId(invoiceId) ? await lockConversion(ctx.db, invoiceId) : undefined;
  if (conversion?.accountId !== accountOf(ctx).id) throw unknownInvoice();
  if (quoteId !== undefined && conversion.quote && conversion.quote.id !== quoteId) {
    throw new Refusal("QUOTE_SUPERSEDED", "A newer quote has taken the place of this one; execute with its quoteId.");
  }
  if (conversion.status === "EXECUTING" || conversion.status === "EXECUTED")
    return { record: await answerNow(ctx, invoiceId) };
  const quote = liveQuote(conversion);
  const approvalId = await askAnother?.(ctx, { conversion, quote });
  await setExecuting(ctx.db, { ...conversion, approvalId });
  const order = await placeOrder(ctx, {
    purpose: "INVOICE",
    base: conversion.base,
    fiat: conversion.fiat,
    units: unitsToSell(ctx, conversion, quote),
    conversionId: conversion.id,
    quotedBid: quote.bid,
  });
  await recordAudit(ctx, {
    action: "conversion.execute",
    objectKind: "conversion",
    objectId: conversion.id,
    detail: { quoteId: quote.id, order: order.id, ...(approvalId && { approvalId }) },
  });
  const emitted = await emitConversionEvent(ctx, conversion.id, "conversion.executing");
  return { record: await answerWith(ctx, new Raw(emitted)), order };
}

async function answerNow(ctx: Ctx, invoiceId: string): Promise<Raw<ConversionRecord>> {
  return answerWith(ctx, await needRecord(ctx, invoiceId));
}

function liveQuote({ status, quote }: ConversionRow): QuoteRow {
  if (status !== "CREATED" && status !== "QUOTED")
    throw new Refusal("INVALID_STATE", `A conversion that is ${status} cannot be executed.`);
  if (!quote) throw new Refusal("QUOTE_REQUIRED", "The conversion has no quote; ask for one first.");
  if (quote.expired) throw new Refusal("QUOTE_EXPIRED", "The quote has expired; ask for a new one.");
  return quote;
}

/** What the house passes on: the crypto without its fee, but never less than the venue takes. */
function unitsToSell(ctx: Ctx, { base, units }: ConversionRow, quote: QuoteRow): bigint {
  const minimum = ctx.app.venue.capabilities().minimum(base).floorUnits(scaleOf(base));
  return maxOf(units - quote.feeUnits, minOf(minimum, units));
}
