import { decodeAnswer } from "#lib/contract/plan-of.ts";
import { cancelConversion } from "#lib/conversions/cancel-conversion.ts";
import { conversionRecord } from "#lib/conversions/contract.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeOrAsk } from "#lib/approvals/execute-or-ask.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { type PaymentRecord, paymentRecord } from "#lib/payments/contract.ts";
import { getPayments } from "#lib/payments/get-payments.ts";

const RANGE_MS = 30 * 86_400_000;

export type ConversionEnding = "EXECUTED" | "CANCELLED" | "CREATED";

/** Groups all free crypto of one pair into an invoice and takes it to an ending, as staff would. Nothing free: nothing done. */
export async function playConversion(ctx: Ctx, ending: ConversionEnding): Promise<void> {
  const bills = await convertible(ctx);
  const [first] = bills;
  if (!first) return;
  const free = bills.map((bill) => bill.quantityUnconverted.minus(bill.quantityLocked));
  const made = await createConversion(ctx, {
    baseSymbol: first.cryptoType,
    quoteSymbol: first.fiat,
    quantity: free.reduce((sum, quantity) => sum.plus(quantity), Decimal.ZERO),
    items: bills.map(({ paymentId }) => ({ paymentId })),
  });
  const { invoiceId } = decodeAnswer(conversionRecord, made.text);
  if (ending === "CREATED") return;
  await quoteConversion(ctx, { invoiceId });
  if (ending === "EXECUTED") await executeOrAsk(ctx, { invoiceId });
  else await cancelConversion(ctx, { invoiceId });
}

/** The newest bill with free crypto and all others of its pair. */
async function convertible(ctx: Ctx): Promise<PaymentRecord[]> {
  const startTime = new Date((await ctx.now()).getTime() - RANGE_MS);
  const { data } = await getPayments(ctx, { startTime, convertible: "true" });
  const bills = data.map((record) => decodeAnswer(paymentRecord, record.text));
  return bills.filter(({ cryptoType, fiat }) => cryptoType === bills[0]?.cryptoType && fiat === bills[0].fiat);
}
