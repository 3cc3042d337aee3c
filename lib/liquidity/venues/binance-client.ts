import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Json } from "#lib/kernel/json.ts";
import { price as exact } from "#lib/pricing/sources/quote.ts";
import { askVenue, shaped, type VenueAccess, VenueFault } from "./ask-venue.ts";

/** Binance's signature of a query: HMAC-SHA256 under the secret, in hex (developers.binance.com, "Request security"). */
export const binanceSignature = (query: string, secret: string): string =>
  createHmac("sha256", secret).update(query).digest("hex");

const ERROR = z.object({ code: exact, msg: z.string() });
const MS = exact.transform((ms) => Number(ms.floorUnits(0)));
const ID = z.union([z.string(), exact.transform(String)]);

const QUOTE = z.object({
  quoteId: ID.nullish(),
  validTimestamp: MS,
  toAmount: exact,
  fromAmount: exact,
});
const ORDER = z.object({
  orderId: ID,
  quoteId: ID.nullish(),
  orderStatus: z.enum(["PROCESS", "ACCEPT_SUCCESS", "SUCCESS", "FAIL"]),
  fromAmount: exact,
  toAmount: exact,
});
export type ConvertOrder = z.infer<typeof ORDER>;

const LEVELS = z.array(z.tuple([exact, exact]));
/** How late a signed request may come, in milliseconds. */
const RECEIVE_WINDOW_MS = 5_000;
const FLOW_LIMIT = 1_000;

/** A refusal by one of Binance's codes. */
export type Refused = { code: number; message: string };
export const isRefused = (answer: unknown): answer is Refused =>
  typeof answer === "object" && answer !== null && "code" in answer && "message" in answer;

/** Binance's REST as far as Convert needs it. Every method throws a VenueFault when there is no whole answer. */
export type BinanceClient = ReturnType<typeof binanceClient>;

export function binanceClient(access: VenueAccess) {
  async function ask<T>(method: "GET" | "POST", target: string, schema: z.ZodType<T>): Promise<T | Refused> {
    const headers = { "X-MBX-APIKEY": access.key };
    const { status, json } = await askVenue(access, { method, target, headers });
    if (status === 200) return shaped(schema, json, "binance");
    return refusalIn(json);
  }

  function signed<T>(method: "GET" | "POST", path: string, given: Record<string, string>, schema: z.ZodType<T>) {
    const timing = { recvWindow: String(RECEIVE_WINDOW_MS), timestamp: String(Date.now()) };
    const query = new URLSearchParams({ ...given, ...timing }).toString();
    return ask(method, `${path}?${query}&signature=${binanceSignature(query, access.secret)}`, schema);
  }

  return {
    time: async () => new Date(whole(await ask("GET", "/api/v3/time", z.object({ serverTime: MS }))).serverTime),
    depth: async (symbol: string, limit: number) =>
      whole(
        await ask("GET", `/api/v3/depth?symbol=${symbol}&limit=${limit}`, z.object({ bids: LEVELS, asks: LEVELS })),
      ),
    limits: async (from: string, to: string) =>
      whole(
        await ask(
          "GET",
          `/sapi/v1/convert/exchangeInfo?fromAsset=${from}&toAsset=${to}`,
          z.array(z.object({ fromAsset: z.string(), toAsset: z.string(), fromAssetMinAmount: exact })),
        ),
      ).find(({ fromAsset, toAsset }) => fromAsset === from && toAsset === to),
    balances: async () =>
      whole(
        await signed("POST", "/sapi/v3/asset/getUserAsset", {}, z.array(z.object({ asset: z.string(), free: exact }))),
      ),
    /** For an amount to be given, or to be got. */
    quote: async (from: string, to: string, amount: { fromAmount: string } | { toAmount: string }) =>
      whole(
        await signed(
          "POST",
          "/sapi/v1/convert/getQuote",
          { fromAsset: from, toAsset: to, ...amount, walletType: "SPOT", validTime: "10s" },
          QUOTE,
        ),
      ),
    accept: (quoteId: string) =>
      signed("POST", "/sapi/v1/convert/acceptQuote", { quoteId }, ORDER.pick({ orderId: true, orderStatus: true })),
    order: (quoteId: string) => signed("GET", "/sapi/v1/convert/orderStatus", { quoteId }, ORDER),
    async orderInFlow(quoteId: string, from: Date, to: Date): Promise<ConvertOrder | undefined> {
      const range = { startTime: String(from.getTime()), endTime: String(to.getTime()), limit: String(FLOW_LIMIT) };
      const schema = z.object({ list: z.array(ORDER), moreData: z.boolean().nullish() });
      const flow = whole(await signed("GET", "/sapi/v1/convert/tradeFlow", range, schema));
      const found = flow.list.find((order) => order.quoteId === quoteId);
      if (!found && flow.moreData) throw new VenueFault("MALFORMED", "binance tells more conversions than fit.");
      return found;
    },
  };
}

function whole<T>(answer: T | Refused): T {
  if (isRefused(answer)) throw new VenueFault("REFUSED", `binance says ${answer.code}: ${answer.message}`);
  return answer;
}

function refusalIn(json: Json): Refused {
  const { code, msg } = shaped(ERROR, json, "binance");
  return { code: Number(code.floorUnits(0)), message: msg };
}
