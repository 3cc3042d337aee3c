import { decodeAnswer } from "#lib/contract/plan-of.ts";
import type { FileOut } from "#lib/contract/out.ts";
import { conversionRecord } from "#lib/conversions/contract.ts";
import { needRecord } from "#lib/conversions/get-conversions.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { paymentRecord } from "#lib/payments/contract.ts";
import { needPayment } from "#lib/payments/get-payments.ts";
import { noteOf } from "./note.ts";
import { print } from "./print.ts";
import { receiptOf } from "./receipt.ts";
import type { Sheet } from "./sheet.ts";

/** The receipt of a payment as PDF, of the very record that Get Payment answers. Refuses with PAYMENT_NOT_FOUND. */
export async function getReceipt(ctx: Ctx, { paymentId }: { paymentId: string }): Promise<FileOut> {
  const record = decodeAnswer(paymentRecord, (await needPayment(ctx, paymentId)).text);
  return fileOf(ctx, receiptOf(record, await ctx.now()), `receipt-${paymentId}.pdf`);
}

/** The contract note of a conversion as PDF, of the very record that Get conversions answers. Refuses with NOT_FOUND. */
export async function getNote(ctx: Ctx, { invoiceId }: { invoiceId: string }): Promise<FileOut> {
  const record = decodeAnswer(conversionRecord, (await needRecord(ctx, invoiceId)).text);
  return fileOf(ctx, noteOf(record, await ctx.now()), `note-${invoiceId}.pdf`);
}

async function fileOf(ctx: Ctx, sheet: Sheet, fileName: string): Promise<FileOut> {
  const bytes = Uint8Array.from(await print(ctx, sheet));
  return { fileName, bytes, size: bytes.byteLength };
}
