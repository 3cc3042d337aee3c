import { createHash, createHmac } from "node:crypto";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Side } from "#lib/liquidity/venue.ts";
import { accountAnswer } from "./kraken-account.ts";
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

const SECRET = Buffer.from("a secret of the local exchange, for tests only").toString("base64");
const PAGE = 50;
/** Names under which a pair is answered; others are answered as they are asked. */
const ANSWERED: Record<string, string> = { XBTEUR: "XXBTZEUR", XBTUSD: "XXBTZUSD", USDTUSD: "USDTZUSD" };

/** A pair may be asked for by either of its names. */
const pairOf = (name: string): string => Object.keys(ANSWERED).find((each) => ANSWERED[each] === name) ?? name;

/** Speaks Kraken's REST, checks its signatures and misbehaves on demand. */
export async function openKraken(): Promise<LocalExchange> {
  const exchange = openExchange();
  exchange.prices.set("XBTEUR", Decimal.from("60000"));
  let lastNonce = 0n;

  function serve(request: Request): Reply {
    const name = request.path.split("/").at(-1) ?? "";
    if (request.path.startsWith("/0/public/")) return publicly(exchange, name, new URLSearchParams(request.query));
    if (request.path !== `/0/private/${name}` || request.method !== "POST") return reply(["EGeneral:Unknown method"]);
    const params = new URLSearchParams(request.body);
    const fault = authFault(request, params);
    return fault ? reply([fault]) : privately(exchange, name, params);
  }

  function authFault(request: Request, params: URLSearchParams): string | undefined {
    const nonce = params.get("nonce") ?? "";
    const digest = createHash("sha256")
      .update(nonce + request.body)
      .digest();
    const sign = createHmac("sha512", Buffer.from(SECRET, "base64"))
      .update(request.path)
      .update(digest)
      .digest("base64");
    if (request.header("api-key") !== "kraken-key") return "EAPI:Invalid key";
    if (request.header("api-sign") !== sign) return "EAPI:Invalid signature";
    if (!/^\d+$/.test(nonce) || BigInt(nonce) <= lastNonce) return "EAPI:Invalid nonce";
    lastNonce = BigInt(nonce);
    return undefined;
  }

  const { baseUrl, close } = await openServer(serve);
  return Object.assign(exchange, { keys: { key: "kraken-key", secret: SECRET, baseUrl }, close });
}

const reply = (error: readonly string[], result?: string): Reply => ({
  body: `{"error":${JSON.stringify(error)}${result === undefined ? "" : `,"result":${result}`}}`,
});
const result = (value: unknown): Reply => reply([], JSON.stringify(value));

function publicly(exchange: Exchange, name: string, query: URLSearchParams): Reply {
  const pair = pairOf(query.get("pair") ?? "");
  const pairs = pair ? [pair] : [...exchange.prices.keys()];
  if (name === "Time")
    return result({ unixtime: Math.floor(exchange.now() / 1_000), rfc1123: new Date().toUTCString() });
  if (name === "Assets") return result(Object.fromEntries(ASSETS));
  if (!pairs.every((each) => exchange.prices.has(each))) return reply(["EQuery:Unknown asset pair"]);
  if (name === "AssetPairs")
    return result(Object.fromEntries(pairs.map((each) => [ANSWERED[each] ?? each, pairFacts(each)])));
  if (name !== "Depth") return reply(["EGeneral:Unknown method"]);
  const price = exchange.prices.get(pair) ?? Decimal.ZERO;
  const at = Math.floor(exchange.now() / 1_000);
  // As deep in money, whatever the coin is worth.
  const depth = price.compare(Decimal.from("10")) < 0 ? "10000" : "100";
  const deep = (volume: string) =>
    pair.startsWith("XBT") ? volume : Decimal.from(volume).times(Decimal.from(depth)).toString();
  const level = (times: string, volume: string) => [price.times(Decimal.from(times)).toString(), deep(volume), at];
  const asks = [level("1.0004", "2.000"), level("1.001", "9.000")];
  return result({ [ANSWERED[pair] ?? pair]: { asks, bids: [level("1", "1.500"), level("0.999", "8.000")] } });
}

const ASSETS = ["XXBT:XBT", "ZEUR:EUR", "ZUSD:USD", "USDT:USDT", "USDC:USDC", "BCH:BCH", "XETH:ETH"].map((each) => {
  const [name, altname] = each.split(":");
  return [name, { aclass: "currency", altname, decimals: 10, display_decimals: 5, status: "enabled" }] as const;
});

function pairFacts(pair: string): Record<string, unknown> {
  const base = pair.slice(0, -3);
  const quote = `Z${pair.slice(-3)}`;
  return {
    altname: pair,
    wsname: `${base}/${pair.slice(-3)}`,
    aclass_base: "currency",
    base: base === "XBT" ? "XXBT" : base,
    aclass_quote: "currency",
    quote,
    pair_decimals: base === "XBT" ? 1 : 4,
    cost_decimals: 5,
    lot_decimals: 8,
    lot_multiplier: 1,
    leverage_buy: [],
    leverage_sell: [],
    fees: [[0, "0.26"]],
    fees_maker: [[0, "0.16"]],
    ordermin: base === "XBT" ? "0.00005" : "5",
    costmin: "0.5",
    tick_size: base === "XBT" ? "0.1" : "0.0001",
    status: "online",
  };
}

/** With the endings of what earns: in Kraken Rewards (.F) and bound (.M). */
const BALANCE = {
  ZEUR: "504861.8946",
  XXBT: "1011.1908877900",
  XETH: "818.5500000000",
  "XBT.F": "0.5000000000",
  "USDT.F": "7.00000000",
  "EUR.M": "9.0000",
};

const EXTENDED = Object.fromEntries(
  Object.entries(BALANCE).map(([name, balance]) => [name, { balance, hold_trade: "0" }]),
);

function privately(exchange: Exchange, name: string, params: URLSearchParams): Reply {
  const of = (field: string) => params.get(field) ?? "";
  if (name === "AddOrder") return addOrder(exchange, of);
  if (name === "BalanceEx") return result(EXTENDED);
  if (name === "Balance") return result(BALANCE);
  const funded = accountAnswer(exchange, name, of);
  if (funded !== undefined) return result(funded);
  const known = exchange.telling === "no-reference" && name !== "QueryOrders" ? [] : exchange.orders;
  const byReference = known.filter((order) => order.clientRef === of("cl_ord_id"));
  if (name === "OpenOrders") return result({ open: {} });
  if (name === "ClosedOrders") {
    const closed = params.has("cl_ord_id") ? byReference : known;
    return result({ closed: orderFacts(closed), count: closed.length });
  }
  if (name === "QueryOrders") return result(orderFacts(known.filter(({ id }) => of("txid").split(",").includes(id))));
  return name === "TradesHistory"
    ? tradesHistory(exchange, Number(of("start")) * 1_000, Number(of("ofs")))
    : reply(["EGeneral:Unknown method"]);
}

function addOrder(exchange: Exchange, of: (field: string) => string): Reply {
  const misdeed = exchange.take();
  const away = turnedAway(misdeed);
  if (away) return away;
  const deadline = Date.parse(of("deadline"));
  if (misdeed === "refuses") return reply(["EOrder:Insufficient funds"]);
  if (!/^(sell|buy)$/.test(of("type")) || of("ordertype") !== "limit" || of("timeinforce") !== "IOC")
    return reply(["EGeneral:Invalid arguments"]);
  if (Number.isNaN(deadline) || deadline > exchange.now() + 60_000)
    return reply(["EGeneral:Invalid arguments:deadline"]);
  const order = exchange.match(
    {
      clientRef: of("cl_ord_id"),
      side: sideOf(of),
      pair: pairOf(of("pair")),
      quantity: Decimal.from(of("volume")),
      limit: Decimal.from(of("price")),
      deadline,
    },
    misdeed,
  );
  if (misdeed === "delays" || misdeed === "delays-too-long") return "silence";
  if (!order) return exchange.now() > deadline ? reply(["EService:Deadline elapsed"]) : unfilled(exchange, of);
  return spoilt(
    misdeed,
    result({ descr: { order: `${of("type")} ${of("volume")} ${of("pair")} @ limit` }, txid: [order.id] }),
  );
}

const sideOf = (of: (field: string) => string): Side => (of("type") === "buy" ? "BUY" : "SELL");
const WAY: Record<Side, string> = { SELL: "sell", BUY: "buy" };

/** An IOC order past the market is taken, and over without a trade. */
function unfilled(exchange: Exchange, of: (field: string) => string): Reply {
  const [quantity, price] = [Decimal.from(of("volume")), Decimal.from(of("price"))];
  const id = `O${exchange.orders.length}-${of("cl_ord_id")}`;
  exchange.orders.push({
    id,
    clientRef: of("cl_ord_id"),
    side: sideOf(of),
    pair: pairOf(of("pair")),
    quantity,
    price,
    executed: Decimal.ZERO,
    at: exchange.now(),
    trades: [],
  });
  return result({ descr: {}, txid: [id] });
}

function orderFacts(orders: readonly ExchangeOrder[]): Record<string, unknown> {
  return Object.fromEntries(
    orders.map((order) => [
      order.id,
      {
        refid: null,
        userref: null,
        cl_ord_id: order.clientRef,
        status: order.executed.isZero() ? "canceled" : "closed",
        opentm: order.at / 1_000,
        descr: {
          pair: order.pair,
          type: WAY[order.side],
          ordertype: "limit",
          price: order.price.toString(),
          leverage: "none",
        },
        vol: order.quantity.toFixed(Math.max(8, order.quantity.scale)),
        vol_exec: order.executed.toFixed(Math.max(8, order.executed.scale)),
        cost: order.executed.times(order.price).toString(),
        fee: "0",
        price: order.price.toString(),
        misc: "",
        oflags: "fciq",
        trades: order.trades.map(({ id }) => id),
      },
    ]),
  );
}

/** Trades of others that have come in since: with them ours lie on both sides of a page's end. */
const NEWER = 48;

function tradesHistory(exchange: Exchange, since: number, offset: number): Reply {
  const all = exchange.orders
    .flatMap((order) => order.trades.map((trade) => [trade.id, tradeFacts(order, trade)] as const))
    .filter(([, { at }]) => at >= since);
  const backwards = exchange.telling === "reversed-and-twice";
  const newer = Array.from({ length: backwards ? NEWER : 0 }, (_, at) => [`T-other-${at}`, OTHER_TRADE] as const);
  const shown =
    exchange.telling === "all-but-one" ? all.slice(0, -1) : [...newer, ...(backwards ? all.toReversed() : all)];
  // The history moves on by one between two pages when a trade comes in: then the second tells one again.
  const from = backwards ? Math.max(0, offset - 1) : offset;
  return result({ trades: Object.fromEntries(shown.slice(from, from + PAGE)), count: shown.length });
}

const OTHER_TRADE = { ordertxid: "O-other", pair: "XXBTZEUR", time: 1, type: "buy", cost: "1", fee: "0", vol: "1" };

function tradeFacts(order: ExchangeOrder, trade: ExchangeOrder["trades"][number]) {
  return {
    ordertxid: order.id,
    pair: ANSWERED[order.pair] ?? order.pair,
    time: Math.floor(trade.at / 1_000),
    at: trade.at,
    type: WAY[order.side],
    ordertype: "limit",
    price: order.price.toString(),
    cost: trade.cost.toString(),
    fee: trade.fee.toString(),
    vol: trade.quantity.toString(),
    margin: "0",
    misc: "",
  };
}
