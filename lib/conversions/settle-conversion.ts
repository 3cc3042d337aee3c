import { recordAudit } from "#lib/audit/record-audit.ts";
import { lockBills } from "#lib/bills/lock-bill.ts";
import { sellUnconvertedBalances } from "#lib/deposits/unconverted-balance.ts";
import { VENUE_SENTENCES } from "#lib/contract/venue-failure.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { invoiceKey, sold } from "#lib/ledger/journal.ts";
import { postAll } from "#lib/ledger/post.ts";
import { type ConcludedOrder, concludeOrder, type FinalOutcome, type OrderRow } from "#lib/liquidity/place-order.ts";
import type { RefusedOrder } from "#lib/liquidity/venue.ts";
import { postFill } from "#lib/liquidity/post-fill.ts";
import { shareFill } from "#lib/liquidity/share-fill.ts";
import type { Sale } from "#lib/pricing/price.ts";
import { emitConversionEvent } from "#lib/events/emit.ts";
import { advance, invoiceSale } from "./invoice.ts";
import {
  type ConversionRow,
  type ItemRow,
  itemsOf,
  lockConversion,
  releaseItems,
  setExecuted,
  setRefused,
} from "./store.ts";

/**
 * Records what became of an invoice's order: filled, in whole or in part, and the whole invoice is executed at its
 * quote, since the house is the counterparty and completes the rest on its own book; refused, and it is CREATED again
 * without a quote. Once only, under the locks of bills, conversion and order: a second call changes nothing.
 */
export async function settleConversion(
  ctx: Ctx,
  { id, conversionId }: OrderRow,
  finalOutcome: FinalOutcome,
): Promise<void> {
  must(conversionId, "an invoice's order names its conversion");
  await ctx.transaction(async (tx) => {
    const items = await itemsOf(tx.db, conversionId);
    await lockBills(
      tx,
      items.map((item) => item.billId),
    );
    const conversion = await lockConversion(tx.db, conversionId);
    const order = await concludeOrder(tx, id, finalOutcome);
    if (!order) return;
    must(conversion?.status === "EXECUTING", "an invoice is executing while its order is open");
    if (finalOutcome.state === "REFUSED") await refuse(tx, conversion, finalOutcome);
    else await execute(tx, conversion, items, order, finalOutcome);
  });
}

async function refuse(ctx: Ctx, conversion: ConversionRow, { code = "REFUSED", detail }: RefusedOrder): Promise<void> {
  advance(conversion.status, "CREATED");
  const reason = VENUE_SENTENCES[code];
  await setRefused(ctx.db, conversion, reason, { code, ...(detail && { detail }) });
  await audit(ctx, conversion, "conversion.refused", { reason });
}

async function execute(
  ctx: Ctx,
  conversion: ConversionRow,
  items: readonly ItemRow[],
  order: ConcludedOrder,
  { fill }: Extract<FinalOutcome, { state: "FILLED" }>,
): Promise<void> {
  const { id, accountId, fiat, quote } = conversion;
  advance(conversion.status, "EXECUTED");
  must(quote, "an executing invoice has its quote");
  const sale = invoiceSale({
    asset: conversion.base,
    fiat,
    price: quote.price,
    feeModel: quote.feeModel,
    explicitFeeBps: quote.explicitFeeBps,
    items,
  });
  must(sale.feeUnits === quote.feeUnits && sale.fiatUnits === quote.fiatUnits, "an invoice is executed at its quote");
  const sales = items.map((item, at) => ({
    ...item,
    ...saleAt(sale.items, at),
    effectKey: invoiceKey(id, item.ordinal),
  }));
  await postAll(
    ctx,
    sales.map((each) => ({
      entry: sold({ ...each, from: "locked", accountId, fiat }),
      about: { accountId, billId: each.billId, depositId: each.depositId, conversionId: id },
    })),
  );
  const { feeModel, price, inputs } = quote;
  await sellUnconvertedBalances(
    ctx,
    sales.map((each) => ({ ...each, conversionId: id, feeModel, price, priceInputs: inputs })),
  );
  await postFill(ctx, order, fill, {
    shares: shareFill(order.filledUnits, sales),
    about: { conversionId: id },
  });
  await releaseItems(ctx.db, id);
  await setExecuted(ctx.db, conversion, quote);
  await audit(ctx, conversion, "conversion.executed", { order: order.id });
  await emitConversionEvent(ctx, id, "conversion.executed");
}

function saleAt(sales: readonly Sale[], at: number): Sale {
  const sale = sales[at];
  must(sale, "each item has its share of the sale");
  return sale;
}

function audit(
  ctx: Ctx,
  { id, accountId }: ConversionRow,
  action: string,
  detail: Record<string, unknown>,
): Promise<void> {
  return recordAudit(ctx, { action, accountId, objectKind: "conversion", objectId: id, detail });
}
