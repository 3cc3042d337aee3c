import { setTimeout as sleep } from "node:timers/promises";
import type { Psp } from "#e2e/world/psp.ts";
import type { Chance } from "#e2e/world/seeded.ts";
import { change, insist, must200, type Promised, type Tally } from "./line.ts";

/** One bill from its request to its treatment, and on to its conversion when its crypto was kept. */
export type Flow = {
  reference: string;
  converts: boolean;
  paymentId: string;
  address: string;
  txHash: string;
  fiatReceivable: number;
  /** What the executed invoice was quoted at. */
  quoted: { invoiceId: string; fiat: number } | undefined;
  promised: Promised;
};

const COINS = [
  { input: { cryptoType: "BTC", bech32: true }, network: "bitcoin", blocks: 2 },
  { input: { cryptoType: "BCH" }, network: "bitcoincash", blocks: 6 },
  { input: { cryptoType: "USDC" }, network: "eth", blocks: 12 },
  { input: { cryptoType: "USDT", networkType: "tron" }, network: "tron", blocks: 20 },
] as const;

const POLL_MS = 150;
const LONGEST_WAIT_MS = 150_000;
/** A quote outlived by a crash is asked for anew. */
const MAX_QUOTES = 20;

/** Plays one flow to its end whatever is killed meanwhile; every retry repeats its own idempotency key. */
export async function playFlow(psp: Psp, tally: Tally, chance: Chance, reference: string): Promise<Flow> {
  const promised: Promised = new Map();
  const coin = chance.pick(COINS);
  const converts = chance.whole(1, 10) <= 4;
  const fiatReceivable = chance.whole(2_000, 50_000) / 100;
  const post = (step: string, target: string, body: unknown) =>
    change(psp, tally, promised, { method: "POST", target, body, idempotencyKey: `${reference}-${step}` });

  const body = {
    ...coin.input,
    fiat: "EUR",
    fiatReceivable,
    subaccount: "crash",
    reference,
    strategy: converts ? "RAI" : "RFQ",
  };
  const bill = must200(await post("bill", "/payment/v1/requestPaymentAddress", body), "bill");
  const address = String(bill["deposit_address"]);
  const paymentId = String(bill["paymentId"]);
  const sent = must200(await post("pay", "/sandbox/v1/deposits", { address, quantity: bill["quantity"] }), "deposit");
  must200(await post("mine", "/sandbox/v1/blocks", { network: coin.network, count: coin.blocks }), "blocks");
  const payment = await until(psp, tally, `/payment/v1/payment?paymentId=${paymentId}`, ({ data }) => {
    const [record] = data as [Record<string, unknown>];
    return record["status"] === "COMPLETED" ? record : undefined;
  });
  const quoted = converts
    ? await convert(psp, tally, post, {
        baseSymbol: coin.input.cryptoType,
        quantity: payment["quantityUnconverted"],
        paymentId,
      })
    : undefined;
  return { reference, converts, paymentId, address, txHash: String(sent["txHash"]), fiatReceivable, quoted, promised };
}

type Post = (step: string, target: string, body: unknown) => ReturnType<typeof change>;
type Retained = { baseSymbol: string; quantity: unknown; paymentId: string };

async function convert(psp: Psp, tally: Tally, post: Post, retained: Retained): Promise<Flow["quoted"]> {
  const { baseSymbol, quantity, paymentId } = retained;
  const body = { baseSymbol, quoteSymbol: "EUR", quantity, items: [{ paymentId }] };
  const invoiceId = String(must200(await post("invoice", "/payment/v1/conversion", body), "invoice")["invoiceId"]);
  for (let at = 1; at <= MAX_QUOTES; at += 1) {
    const quote = must200(await post(`quote-${at}`, "/payment/v1/conversion/quote", { invoiceId }), "quote");
    const order = { invoiceId, quoteId: quote["quoteId"] };
    const executed = await post(`execute-${at}`, "/payment/v1/conversion/execute", order);
    if (executed.body["code"] === "QUOTE_EXPIRED") continue;
    must200(executed, "execution");
    const status = await until(psp, tally, `/payment/v1/conversion?invoiceId=${invoiceId}`, (records) => {
      const [record] = records as unknown as [Record<string, unknown>];
      return record["status"] === "EXECUTING" ? undefined : record["status"];
    });
    if (status === "EXECUTED") return { invoiceId, fiat: Number(quote["fiatReceivable"]) };
  }
  throw new Error(`invoice ${invoiceId} was not executed with ${MAX_QUOTES} quotes`);
}

async function until<T>(
  psp: Psp,
  tally: Tally,
  target: string,
  seen: (body: Record<string, unknown>) => T | undefined,
): Promise<T> {
  let last = "";
  for (const deadline = Date.now() + LONGEST_WAIT_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    const reply = await insist(psp, tally, { method: "GET", target });
    const found = seen(must200(reply, target));
    if (found !== undefined) return found;
    last = reply.text;
  }
  throw new Error(`${target} did not come to its end; last: ${last}`);
}
