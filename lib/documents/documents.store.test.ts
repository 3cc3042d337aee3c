import { afterAll, beforeAll, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import type { FileOut } from "#lib/contract/out.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { getNote, getReceipt } from "./get-document.ts";
import { printedWords } from "./printed-words.fixture.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
});
afterAll(() => world.close());

/** What an answered PDF says, once its name and size are right. */
async function wordsOf({ fileName, bytes, size }: FileOut): Promise<{ text: string; pages: number }> {
  expect(fileName).toMatch(/\.pdf$/);
  const whole = Buffer.from(await new Response(bytes).arrayBuffer());
  expect(size).toBe(whole.length);
  const { text, pages } = await printedWords(whole);
  return { text: text.replaceAll("\u00a0", ""), pages };
}

const decimals = (value: unknown, places: number) => Decimal.from(String(value)).toFixed(places);

test("a receipt says every id and amount of the payment as the API does, on one page", async () => {
  const bill = await world.bill({ reference: "order 17" });
  const txHash = await world.pay(bill, Decimal.from("0.001"));
  await world.pay(bill, Decimal.from("0.00068351"));
  const record = await world.payment(bill.paymentId);
  const { text, pages } = await wordsOf(await getReceipt(world.ctx, { paymentId: bill.paymentId }));
  expect(pages).toBe(1);
  for (const id of [bill.paymentId, "order 17", record.subaccount]) expect(text).toContain(id);
  for (const long of [record.address, txHash]) expect(text.replaceAll("\n", "")).toContain(long);
  expect(text).toContain(`${decimals(record.fiatReceived, 2)} EUR`);
  expect(text).toContain(`${decimals(record.fiatReceivable, 2)} EUR`);
  expect(text).toContain(`${record.price} EUR per BTC`);
  for (const quantity of [record.quantity, record.quantityReceived, record.quantityConverted, record.feeQuantity])
    expect(text).toContain(`${decimals(quantity, 8)} BTC`);
  for (const { fills } of record.deposits) for (const fill of fills) expect(text).toContain(decimals(fill.fiat, 2));
});

test("a receipt of a bill that was paid in part credits that part alone", async () => {
  const bill = await world.bill();
  await world.pay(bill, Decimal.from("0.001"));
  const record = await world.payment(bill.paymentId);
  const { text } = await wordsOf(await getReceipt(world.ctx, { paymentId: bill.paymentId }));
  const [, credited] = /Credited\s+([\d.,\s]+EUR)/.exec(text) ?? [];
  expect(credited).toBe(`${decimals(record.fiatReceived, 2)} EUR`);
  expect(String(record.fiatReceived)).not.toBe(String(record.fiatReceivable));
});

test("a paper stands under the house's letterhead, once it has one", async () => {
  const { paymentId } = await world.bill();
  const head = {
    issuerName: "Meridian Payments GmbH",
    issuerAddress: "Speicherstr. 1, 20457 Hamburg",
    issuerTaxId: "DE123456789",
  };
  const read = async () => (await wordsOf(await getReceipt(world.ctx, { paymentId }))).text;
  expect(await read()).not.toContain("Meridian");
  await changeSettings(world.ctx, head);
  const text = await read();
  for (const line of Object.values(head)) expect(text).toContain(line);
});

test("a contract note says quote, rate, fee, result and items; a long one tells how many it leaves out", async () => {
  const bill = await world.bill({ strategy: "RAI" });
  for (let at = 0; at < 39; at += 1)
    await sendDeposit(world.ctx, { address: bill.deposit_address, quantity: Decimal.from("0.001") });
  await world.pay(bill, Decimal.from("0.001"));
  const items = [{ paymentId: bill.paymentId }];
  const input = { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: Decimal.from("0.0398"), items } as const;
  const { invoiceId } = recordOf(await createConversion(world.ctx, { ...input }));
  await quoteConversion(world.ctx, { invoiceId });
  const executed = recordOf(await executeConversion(world.ctx, { invoiceId }));
  const { text, pages } = await wordsOf(await getNote(world.ctx, { invoiceId }));
  expect(pages).toBe(1);
  expect(text).toContain("Contract note");
  expect(text).toContain(`${decimals(executed.fiatReceived, 2)} EUR`);
  expect(text).toContain(`${executed.price} EUR per BTC`);
  expect(text).toContain("0.03980000 BTC");
  expect(text.replaceAll("\n", "")).toContain(executed.quote?.quoteId ?? "none");
  const listed = executed.items.filter(({ txId }) => text.replaceAll("\n", "").includes(txId));
  expect(listed).toEqual(executed.items.slice(0, listed.length));
  expect(text).toContain(`and ${executed.items.length - listed.length} more`);
});

test("nobody gets the paper of another account", async () => {
  const bill = await world.bill();
  const refused = (code: string) => expect.objectContaining({ code });
  await expect(getReceipt(world.other, bill)).rejects.toEqual(refused("PAYMENT_NOT_FOUND"));
  await expect(getNote(world.other, { invoiceId: bill.paymentId })).rejects.toEqual(refused("NOT_FOUND"));
});
