import { inflateSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import type { Answer } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { sendDeposit } from "#lib/sandbox/chain-levers.ts";
import { getNote, getReceipt } from "./get-paper.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
});
afterAll(() => world.close());

/** What a PDF's single page says, read back through the character maps of its embedded fonts. */
async function wordsOf({ body, headers }: Answer): Promise<{ text: string; pages: number }> {
  expect(headers?.["content-type"]).toBe("application/pdf");
  const bytes = Buffer.from(await new Response(body as ReadableStream).arrayBuffer());
  expect(headers?.["content-length"]).toBe(String(bytes.length));
  const objects = objectsOf(bytes);
  const all = [...objects.values()];
  const page = all.find((one) => /\/Type \/Page\b/.test(one)) ?? "";
  const resources = objects.get(refOf(page, "Resources")) ?? "";
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = "", at = ""]) => [
      name,
      mapOf(objects.get(refOf(objects.get(at) ?? "", "ToUnicode")) ?? ""),
    ]),
  );
  const content = objects.get(refOf(page, "Contents")) ?? "";
  let font: Map<string, string> | undefined;
  let text = "";
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name);
    else {
      for (const [, codes = ""] of (shown ?? "").matchAll(/<([0-9a-f]+)>/g))
        text += (codes.match(/.{4}/g) ?? []).map((code) => font?.get(code) ?? "?").join("");
      text += "\n";
    }
  }
  return { text, pages: all.filter((one) => /\/Type \/Page\b/.test(one)).length };
}

const refOf = (object: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(object)?.[1] ?? "";

function objectsOf(bytes: Buffer): Map<string, string> {
  const whole = bytes.toString("latin1");
  return new Map(
    [...whole.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, at = "", inside = ""]) => {
      const [head = "", stream] = inside.split("stream\n", 2);
      if (stream === undefined) return [at, inside];
      const data = Buffer.from(
        inside.slice(head.length + "stream\n".length, inside.lastIndexOf("\nendstream")),
        "latin1",
      );
      return [
        at,
        head + (head.includes("/FlateDecode") ? inflateSync(data).toString("latin1") : data.toString("latin1")),
      ];
    }),
  );
}

/** Glyph codes to characters, of a ToUnicode map's ranges. */
function mapOf(cmap: string): Map<string, string> {
  const map = new Map<string, string>();
  for (const [, first = "0", , list = ""] of cmap.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/g)) {
    for (const [at, hex] of [...list.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = ""]) => hex).entries())
      map.set(
        (Number.parseInt(first, 16) + at).toString(16).padStart(4, "0"),
        Buffer.from(hex, "hex").swap16().toString("utf16le"),
      );
  }
  return map;
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

test("a contract note says quote, rate, fee, result and items; a long one tells how many it leaves out", async () => {
  const bill = await world.bill({ strategy: "RAI" });
  for (let at = 0; at < 39; at += 1)
    await sendDeposit(world.ctx, { address: bill.deposit_address, quantity: Decimal.from("0.001") });
  await world.pay(bill, Decimal.from("0.001"));
  const items = [{ paymentId: bill.paymentId }];
  const asked = { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: Decimal.from("0.0398"), items } as const;
  const { invoiceId } = recordOf(await createConversion(world.ctx, { ...asked }));
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
