import {
  type AboveLimit,
  executeConversion,
  type ExecuteConversion,
  holdConversion,
} from "#lib/conversions/execute-conversion.ts";
import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { APPROVAL_LIFE_MS } from "./approval.ts";
import { askAlong, needsAnother } from "./ask.ts";
import { findEnvelope, isAboveLimit } from "./store.ts";

/** How far below the quote that was asked about a later one may lie: 1 %, rounded down. */
const SLIPPAGE = { left: 99n, of: 100n } as const;
const PRICE_SCALE = 8;

/**
 * Executes a conversion. Where its quote is above `executionLimit` and two persons are asked for, only inside an envelope
 * that another has signed: pair, quantity, lowest price, end (rulebook 6.9). Without one it asks for it and refuses with
 * APPROVAL_REQUIRED, which names the request; once that is approved any fresh quote executes that is not below the price.
 */
export async function executeOrAsk(ctx: Ctx, input: ExecuteConversion): Promise<Raw<ConversionRecord>> {
  let above: AboveLimit | undefined;
  try {
    return await executeConversion(ctx, input, async (tx, offered) => {
      if (!(await isAbove(tx, offered))) return undefined;
      const envelope = await findEnvelope(tx.db, offered);
      if (envelope?.signed) return envelope.id;
      above = offered;
      throw required("");
    });
  } catch (error) {
    if (!above) throw error;
    throw required(await askFor(ctx, above));
  }
}

const required = (approvalId: string): Refusal =>
  new Refusal(
    "APPROVAL_REQUIRED",
    "The quote is above what one person executes alone: another has to approve it first.",
    {
      body: { approvalId },
    },
  );

const isAbove = async (tx: Ctx, offered: AboveLimit): Promise<boolean> =>
  (await needsAnother(tx)) && isAboveLimit(tx.db, offered);

/** The request that waits for this conversion at this price; a new one if there is none. */
async function askFor(ctx: Ctx, offered: AboveLimit): Promise<string> {
  const { conversion, quote } = offered;
  return ctx.transaction(async (tx) => {
    await holdConversion(tx, conversion.id);
    const envelope = await findEnvelope(tx.db, offered);
    if (envelope) return envelope.id;
    const lowest = (quote.price.floorUnits(PRICE_SCALE) * SLIPPAGE.left) / SLIPPAGE.of;
    const { approvalId } = await askAlong(tx, {
      what: "execution",
      request: {
        invoiceId: conversion.id,
        baseSymbol: conversion.base,
        quoteSymbol: conversion.fiat,
        quantity: Decimal.of(conversion.units, scaleOf(conversion.base)).toString(),
        lowestPrice: Decimal.of(lowest, PRICE_SCALE).toString(),
        until: String((await tx.now()).getTime() + APPROVAL_LIFE_MS),
      },
    });
    return approvalId;
  });
}
