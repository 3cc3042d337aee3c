import { createHmac, randomUUID } from "node:crypto";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Side } from "#lib/liquidity/venue.ts";
import {
  type Exchange,
  type ExchangeOrder,
  type LocalExchange,
  openExchange,
  openServer,
  type Reply,
  type Request,
  spoilt,
  turnedAway,
} from "./market-maker.ts";

type Quote = { side: Side; pair: string; quantity: Decimal; price: Decimal; validUntil: number };

const SECRET = "convert-secret-of-the-local-exchange";
const QUOTE_MS = 10_000;
const HAIRCUT = Decimal.from("0.999");
const MARKUP = Decimal.from("1.001");

/** Speaks Binance's Convert, checks its signatures and misbehaves on demand. */
export async function openBinanceConvert(): Promise<LocalExchange> {
  const exchange = Object.assign(openExchange(), { feeBps: 0n });
  exchange.prices.set("BTCEUR", Decimal.from("60000"));
  const quotes = new Map<string, Quote>();
  const { baseUrl, close } = await openServer((request) => {
    const query = new URLSearchParams(request.query);
    if (request.path.startsWith("/api/v3/") || request.path.endsWith("/exchangeInfo"))
      return publicly(exchange, request.path, query);
    return authFault(request, query) ?? privately(exchange, quotes, request, query);
  });
  return Object.assign(exchange, { keys: { key: "convert-key", secret: SECRET, baseUrl }, close });
}

const reply = (value: unknown): Reply => ({ body: JSON.stringify(value) });
const refused = (code: number, msg: string): Reply => ({ status: 400, body: JSON.stringify({ code, msg }) });

function publicly(exchange: Exchange, path: string, query: URLSearchParams): Reply {
  if (path === "/api/v3/time") return reply({ serverTime: exchange.now() });
  if (path.endsWith("/exchangeInfo")) {
    const [fromAsset, toAsset] = [query.get("fromAsset"), query.get("toAsset")];
    return reply([{ fromAsset, toAsset, fromAssetMinAmount: "0.0001", fromAssetMaxAmount: "50" }]);
  }
  const price = exchange.prices.get(query.get("symbol") ?? "");
  if (path !== "/api/v3/depth" || !price) return refused(-1121, "Invalid symbol.");
  const level = (times: string, quantity: string) => [price.times(Decimal.from(times)).toString(), quantity];
  return reply({ lastUpdateId: 1, bids: [level("1", "2.5"), level("0.9995", "9")], asks: [level("1.0002", "3")] });
}

function authFault(request: Request, query: URLSearchParams): Reply | undefined {
  const [signedPart = "", signature] = request.query.split("&signature=");
  if (request.header("x-mbx-apikey") !== "convert-key")
    return refused(-2015, "Invalid API-key, IP, or permissions for action.");
  if (createHmac("sha256", SECRET).update(signedPart).digest("hex") !== signature)
    return refused(-1022, "Signature for this request is not valid.");
  const late = Math.abs(Date.now() - Number(query.get("timestamp"))) > 5_000;
  return late ? refused(-1021, "Timestamp for this request is outside of the recvWindow.") : undefined;
}

function privately(
  exchange: Exchange,
  quotes: Map<string, Quote>,
  { method, path }: Request,
  query: URLSearchParams,
): Reply {
  const of = (field: string) => query.get(field) ?? "";
  switch (`${method} ${path.split("/").at(-1)}`) {
    case "POST getUserAsset":
      return reply([
        { asset: "BTC", free: "3.5", locked: "0" },
        { asset: "BNB", free: "1", locked: "0" },
      ]);
    case "POST getQuote":
      return quote(exchange, quotes, of);
    case "POST acceptQuote":
      return accept(exchange, quotes, of("quoteId"));
    case "GET orderStatus": {
      const order = exchange.telling === "no-reference" ? undefined : byQuote(exchange, of("quoteId"));
      return order ? reply(facts(order)) : refused(345_124, "Order does not exist.");
    }
    case "GET tradeFlow": {
      const list = exchange.orders.filter(({ trades }) => (trades[0]?.at ?? 0) >= Number(of("startTime")));
      return reply({ list: list.map(facts), moreData: false });
    }
    default:
      return refused(-1100, "Illegal request.");
  }
}

function quote(exchange: Exchange, quotes: Map<string, Quote>, of: (field: string) => string): Reply {
  const [from, to] = [of("fromAsset"), of("toAsset")];
  const side = exchange.prices.has(`${from}${to}`) ? "SELL" : "BUY";
  const pair = side === "SELL" ? `${from}${to}` : `${to}${from}`;
  const bid = exchange.prices.get(pair);
  if (!bid) return refused(345_103, "The pair is not supported.");
  const quantity = Decimal.from(of(side === "SELL" ? "fromAmount" : "toAmount"));
  const price = bid.times(side === "SELL" ? HAIRCUT : MARKUP);
  const quoteId = randomUUID();
  const validUntil = exchange.now() + QUOTE_MS;
  quotes.set(quoteId, { side, pair, quantity, price, validUntil });
  return reply({
    quoteId,
    ratio: side === "SELL" ? price.toString() : "0",
    inverseRatio: side === "SELL" ? "0" : price.toString(),
    validTimestamp: validUntil,
    ...amounts(side, quantity, price),
  });
}

function accept(exchange: Exchange, quotes: Map<string, Quote>, quoteId: string): Reply {
  const misdeed = exchange.take();
  const away = turnedAway(misdeed);
  if (away) return away;
  if (misdeed === "refuses") return refused(345_239, "Insufficient balance.");
  const known = quotes.get(quoteId);
  if (!known || byQuote(exchange, quoteId)) return refused(345_211, "The quote is unknown or was accepted before.");
  const { validUntil, ...quoted } = known;
  const order = exchange.match({ ...quoted, clientRef: quoteId, limit: quoted.price, deadline: validUntil }, misdeed);
  if (misdeed === "delays" || misdeed === "delays-too-long") return "silence";
  if (!order) return refused(345_232, "The quote has expired.");
  return spoilt(misdeed, reply({ orderId: order.id, createTime: exchange.now(), orderStatus: "PROCESS" }));
}

function amounts(side: Side, quantity: Decimal, price: Decimal): { fromAmount: string; toAmount: string } {
  const [base, fiat] = [quantity.toString(), quantity.times(price).toString()];
  return side === "SELL" ? { fromAmount: base, toAmount: fiat } : { fromAmount: fiat, toAmount: base };
}

const byQuote = (exchange: Exchange, quoteId: string): ExchangeOrder | undefined =>
  exchange.orders.find(({ clientRef }) => clientRef === quoteId);

function facts(order: ExchangeOrder): Record<string, unknown> {
  return {
    quoteId: order.clientRef,
    orderId: order.id,
    orderStatus: "SUCCESS",
    fromAsset: order.side === "SELL" ? order.pair.slice(0, -3) : order.pair.slice(-3),
    toAsset: order.side === "SELL" ? order.pair.slice(-3) : order.pair.slice(0, -3),
    ...amounts(order.side, order.executed, order.price),
    ratio: order.price.toString(),
    createTime: order.trades[0]?.at ?? 0,
  };
}
