import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { OrderRequest } from "../venue.ts";
import { ccxtVenue } from "./ccxt.ts";

const LOADED_MS = 60_000;
const PLACED = new Date();
const ORDER: OrderRequest = {
  clientRef: "0190a8e2-7c1b-7000-8000-000000000001",
  side: "SELL",
  base: "BTC",
  fiat: "EUR",
  quantity: Decimal.from("0.01"),
  limitPrice: Decimal.from("60000"),
  deadline: new Date(PLACED.getTime() + 10_000),
};

/** An order of Binance's spot market, and its only trade, as its REST tells them (developers.binance.com, Trading endpoints). */
type Ending = { status: "FILLED" | "EXPIRED"; executedQty: string };
let ending: Ending;
let server: Server;
let baseUrl: string;

const SYMBOL = {
  symbol: "BTCEUR",
  status: "TRADING",
  baseAsset: "BTC",
  baseAssetPrecision: 8,
  quoteAsset: "EUR",
  quotePrecision: 8,
  quoteAssetPrecision: 8,
  orderTypes: ["LIMIT", "MARKET"],
  isSpotTradingAllowed: true,
  isMarginTradingAllowed: false,
  permissions: ["SPOT"],
  filters: [
    { filterType: "PRICE_FILTER", minPrice: "0.01", maxPrice: "1000000", tickSize: "0.01" },
    { filterType: "LOT_SIZE", minQty: "0.00001", maxQty: "9000", stepSize: "0.00001" },
    { filterType: "NOTIONAL", minNotional: "5" },
  ],
};

function orderFacts() {
  const time = PLACED.getTime();
  const { clientRef: clientOrderId, quantity, limitPrice } = ORDER;
  const way = { side: "SELL", type: "LIMIT", timeInForce: "IOC", price: String(limitPrice), origQty: String(quantity) };
  const id = { symbol: "BTCEUR", orderId: 28, orderListId: -1, clientOrderId };
  return { ...id, ...way, ...ending, cummulativeQuoteQty: "300.00", time, updateTime: time, transactTime: time };
}

const tradeFacts = () => ({
  ...{ symbol: "BTCEUR", id: 7, orderId: 28, price: "60000", qty: ending.executedQty, quoteQty: "300.00" },
  ...{ commission: "0.30", commissionAsset: "EUR", time: PLACED.getTime(), isBuyer: false, isMaker: false },
});

/** Parameters that a call takes; any other is refused, as by Binance (-1104). */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  openOrders: ["symbol"],
  allOrders: ["symbol", "orderId", "startTime", "endTime", "limit"],
  myTrades: ["symbol", "orderId", "startTime", "endTime", "fromId", "limit"],
};

function answerTo(path: string, params: URLSearchParams): unknown {
  const unread = [...params.keys()].filter(
    (name) => TAKEN[path] && ![...TAKEN[path], "timestamp", "recvWindow", "signature"].includes(name),
  );
  if (unread.length > 0) return { code: -1104, msg: "Not all sent parameters were read." };
  if (path === "time") return { serverTime: Date.now() };
  if (path === "exchangeInfo") return { symbols: [SYMBOL] };
  if (path === "order") return orderFacts();
  if (path === "allOrders") return [orderFacts()];
  if (path === "myTrades") return [tradeFacts()];
  return [];
}

beforeAll(async () => {
  await import("ccxt");
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://local");
    request.resume();
    const answer = answerTo(pathname.slice(1), searchParams);
    const isRefused = typeof answer === "object" && answer !== null && "code" in answer;
    response.writeHead(isRefused ? 400 : 200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, LOADED_MS);
beforeEach(() => {
  ending = { status: "FILLED", executedQty: "0.01" };
});
afterAll(() => void server?.close());

const venue = () => ccxtVenue("binance", { key: "k", secret: "s", baseUrl, timeoutMs: 1_000 });
const sent = { ...ORDER, placedAt: PLACED, venueRef: undefined };

test("an order that an exchange ended before it was whole is found with what it sold, at once and by our reference", async () => {
  ending = { status: "EXPIRED", executedQty: "0.005" };
  const filled = { state: "FILLED", fill: { quantity: Decimal.from("0.005"), fee: Decimal.from("0.3") } };
  expect(await venue().marketOrder(ORDER, PLACED)).toMatchObject({ state: "FILLED" });
  const { outcome } = await venue().find(ORDER.clientRef, sent);
  expect(outcome && JSON.parse(JSON.stringify(outcome))).toMatchObject(JSON.parse(JSON.stringify(filled)));
});

test("one that sold nothing is over", async () => {
  ending = { status: "EXPIRED", executedQty: "0" };
  expect(await venue().find(ORDER.clientRef, sent)).toMatchObject({
    outcome: { state: "REFUSED", code: "NOT_FILLED" },
  });
});

test("trades of the account are read pair by pair of an exchange that tells them in no other way", async () => {
  const trades = await venue().account?.tradesSince(new Date(PLACED.getTime() - 1_000));
  expect(trades?.map(({ base, fiat, tradeId, orderRef, side }) => [base, fiat, tradeId, orderRef, side])).toEqual([
    ["BTC", "EUR", "7", "28", "SELL"],
  ]);
});
