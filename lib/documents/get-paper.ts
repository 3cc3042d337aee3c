import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { needRecord } from "#lib/conversions/get-conversions.ts";
import type { Answer, Ctx } from "#lib/kernel/context.ts";
import { parseJson, type Raw } from "#lib/kernel/json.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { getPayments } from "#lib/payments/get-payments.ts";
import { draw } from "./draw.ts";
import { noteOf } from "./note.ts";
import { receiptOf } from "./receipt.ts";
import type { Sheet } from "./sheet.ts";

/** The receipt of a payment as PDF, of the very record that Get Payment answers. Refuses with PAYMENT_NOT_FOUND. */
export async function getReceipt(ctx: Ctx, { paymentId }: { paymentId: string }): Promise<Answer> {
  const { body } = await getPayments(ctx, { paymentId });
  const [record] = (body as { data: readonly Raw[] }).data;
  return paper(receiptOf(read<PaymentRecord>(record), await ctx.now()), `receipt-${paymentId}`);
}

/** The contract note of a conversion as PDF, of the very record that Get conversions answers. Refuses with NOT_FOUND. */
export async function getNote(ctx: Ctx, { invoiceId }: { invoiceId: string }): Promise<Answer> {
  const record = read<ConversionRecord>(await needRecord(ctx, invoiceId));
  return paper(noteOf(record, await ctx.now()), `note-${invoiceId}`);
}

/** Every number comes as an exact decimal, times too. */
const read = <Record>(record: Raw | undefined): Record => parseJson(record?.text ?? "{}") as Record;

async function paper(sheet: Sheet, name: string): Promise<Answer> {
  const bytes = await draw(sheet);
  return {
    body: new Blob([Uint8Array.from(bytes)]).stream(),
    headers: {
      "content-type": "application/pdf",
      "content-length": String(bytes.byteLength),
      "content-disposition": `inline; filename="${name}.pdf"`,
    },
  };
}
