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
  const now = await ctx.now();
  return fileOf(ctx, (zone) => receiptOf(record, now, zone), `receipt-${paymentId}.pdf`);
}

/** The contract note of a conversion as PDF, of the very record that Get conversions answers. Refuses with NOT_FOUND. */
export async function getNote(ctx: Ctx, { invoiceId }: { invoiceId: string }): Promise<FileOut> {
  const record = decodeAnswer(conversionRecord, (await needRecord(ctx, invoiceId)).text);
  const now = await ctx.now();
  return fileOf(ctx, (zone) => noteOf(record, now, zone), `note-${invoiceId}.pdf`);
}

async function fileOf(ctx: Ctx, write: (zone: string) => Sheet, fileName: string): Promise<FileOut> {
  const bytes = Uint8Array.from(await print(ctx, write));
  return { fileName, bytes, size: bytes.byteLength };
}
