import { type AssetSymbol, type Crypto, CRYPTOS, FIATS, type Fiat, ASSET_SYMBOLS } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { closedOutcome, fillOf } from "../fill.ts";
import { houseQuote } from "../house-quote.ts";
import type { Executed, OrderRequest, VenueOutcome, Venue } from "../venue.ts";
import type { VenueKeys } from "./ask-venue.ts";
import { VenueFault } from "./ask-venue.ts";
import { balancesOf } from "./balances.ts";
import { type AccountExchange, ccxtAccount } from "./ccxt-account.ts";
import { exact, type Trade, tradeOf, type VenueText } from "./ccxt-figures.ts";
import { heldSymbolOf } from "./kraken-account.ts";

type Order = {
  id: string;
  clientOrderId?: string;
  status?: string;
  side?: string;
  amount: VenueText;
  filled: VenueText;
};
type Market = { active?: boolean; limits?: { amount?: { min?: VenueText } } };
type Params = Record<string, string>;
type ReadOrders = (symbol: string, since: number, limit: undefined, params: Params) => Promise<Order[]>;

/** As much of the library's exchange as the app uses. */
type Exchange = AccountExchange & {
  number: unknown;
  urls: { api: Record<string, string> | string };
  markets?: Record<string, Market>;
  has: Record<string, unknown>;
  nonce(): number;
  loadMarkets(): Promise<Record<string, Market>>;
  fetchTime(): Promise<VenueText>;
  fetchOrderBook(symbol: string, limit: number): Promise<{ bids: VenueText[][]; asks: VenueText[][] }>;
  fetchBalance(): Promise<{ free?: Record<string, VenueText> }>;
  createOrder(
    symbol: string,
    type: string,
    side: string,
    amount: string,
    price: string,
    params: Params,
  ): Promise<Order>;
  fetchOpenOrders: ReadOrders;
  fetchOrders: ReadOrders;
  fetchClosedOrders: ReadOrders;
  fetchCanceledOrders: ReadOrders;
  fetchMyTrades(symbol: string, since: number): Promise<Trade[]>;
};
type Library = Record<string, new (options: Record<string, unknown>) => Exchange>;

/**
 * What the library leaves out of some exchanges. `deadline`: how an order carries its deadline; of an exchange that
 * takes none a lost order is a matter for people. `nonce`: must rise with every request, also two of one millisecond.
 * `named`: how its lists of orders are asked for one of ours; others refuse what they do not read (Binance: -1104), and are
 * looked through. `assetOf`: names under which it holds something beside the asset's own.
 */
type Ways = {
  deadline?: (deadline: Date) => Params;
  nonce?: () => number;
  named?: (clientRef: string) => Params;
  assetOf?: (name: string) => AssetSymbol | undefined;
};
const WAYS: Readonly<Record<string, () => Ways>> = {
  kraken: () => ({
    deadline: (deadline) => ({ deadline: deadline.toISOString() }),
    nonce: risingNonce(),
    named: (clientOrderId) => ({ clientOrderId }),
    assetOf: heldSymbolOf,
  }),
};

const ownAssetOf = (name: string): AssetSymbol | undefined => ASSET_SYMBOLS.find((symbol) => symbol === name);

/** What an exchange has to tell, or an order that was sent there is never found again. */
const NEEDED = ["fetchTime", "createOrder", "fetchOpenOrders", "fetchMyTrades"] as const;

function risingNonce(): () => number {
  let last = 0;
  return () => {
    last = Math.max(Date.now() * 1_000, last + 1);
    return last;
  };
}

const MINIMUM: Record<Crypto, string> = { BTC: "0.0001", BCH: "0.02", USDT: "5", USDC: "5" };
const DEPTH_LEVELS = 100;
const POLLS = 5;
const POLL_PAUSE_MS = 150;
const TIMEOUT_MS = 4_000;
const CLOCKS_APART_MS = 5 * 60_000;
/** Some tell a trade's time in whole seconds. */
const SECOND_MS = 1_000;
/** The least that any exchange tells at once. */
const LEAST_PAGE = 50;
/** What the library throws when an exchange has surely taken nothing; whatever else it throws leaves doubt. */
const DEFINITE = new Set([
  "ArgumentsRequired",
  "AuthenticationError",
  "BadRequest",
  "BadSymbol",
  "InsufficientFunds",
  "InvalidNonce",
  "InvalidOrder",
  "PermissionDenied",
]);

/**
 * Any exchange of the ccxt library, for breadth: `id` is the library's name of it. The library is optional and heavy, so
 * it is loaded with the first question. Orders are limit orders that fill at once or not at all, with our reference.
 */
export function ccxtVenue(id: string, keys: VenueKeys): Venue {
  const ways = WAYS[id]?.() ?? {};
  let opened: Promise<Exchange> | undefined;
  let markets: Record<string, Market> | undefined;

  async function exchange(): Promise<Exchange> {
    opened ??= open(id, keys, ways);
    const ready = await opened;
    markets ??= await ready.loadMarkets();
    return ready;
  }

  const venue: Venue = {
    name: `ccxt-${id}`,
    capabilities: () => ({
      firmQuotes: false,
      fenced: ways.deadline !== undefined,
      marginMs: 0,
      minimum: (base) => leastOf(markets, base),
      serves: (base, fiat) => markets === undefined || isTraded(markets[symbolOf(base, fiat)]),
    }),
    async book(base, fiat, now) {
      const { bids, asks } = await (await exchange()).fetchOrderBook(symbolOf(base, fiat), DEPTH_LEVELS);
      const levels = bids.map(([price, quantity]) => ({ price: exact(price), quantity: exact(quantity) }));
      const [bid, ask] = [levels[0]?.price, asks[0] && exact(asks[0][0])];
      return bid && ask && bid.compare(ask) < 0 ? { bid, ask, at: now, bids: levels } : undefined;
    },
    async quote(want, now) {
      const book = await venue.book(want.base, want.fiat, now);
      return book && houseQuote(book, want, now);
    },
    execute: (order, quote, now) => venue.marketOrder({ ...order, limitPrice: quote.price }, now),
    async marketOrder(order, now) {
      const ready = await exchange().catch(() => undefined);
      if (!ready)
        return { state: "REFUSED", reason: `${venue.name} could not be asked for its markets.`, code: "NOT_TRADED" };
      if (!order.limitPrice)
        return { state: "REFUSED", reason: `${venue.name} is sent no order without a limit price.` };
      const refusal = await create(ready, order, order.limitPrice, ways.deadline?.(order.deadline) ?? {});
      return refusal ?? settled(ready, order, ways, new Date(now.getTime() - CLOCKS_APART_MS));
    },
    async find(clientRef, { base, fiat, placedAt }) {
      const ready = await exchange();
      const at = new Date(Number(await ready.fetchTime()));
      const since = new Date(placedAt.getTime() - CLOCKS_APART_MS);
      return { at, outcome: await search(ready, { clientRef, base, fiat }, ways, since) };
    },
    account: ccxtAccount(exchange, () => tradedIn(markets).map(({ base, fiat }) => symbolOf(base, fiat))),
    async balances() {
      const { free = {} } = await (await exchange()).fetchBalance();
      const assetOf = ways.assetOf ?? ownAssetOf;
      const held = Object.entries(free).filter(([name, quantity]) => assetOf(name) && quantity !== undefined);
      return balancesOf(
        held.map(([name, quantity]) => [name, exact(quantity)]),
        assetOf,
      );
    },
    async executedSince(since) {
      const ready = await exchange();
      const executed: Executed[] = [];
      for (const { base, fiat } of tradedIn(markets)) executed.push(...(await executedIn(ready, base, fiat, since)));
      return executed;
    },
  };
  return venue;
}

async function open(
  id: string,
  { key, secret, baseUrl, timeoutMs = TIMEOUT_MS }: VenueKeys,
  { nonce }: Ways,
): Promise<Exchange> {
  const { default: library } = (await import("ccxt")) as unknown as { default: Library };
  const Made = Object.hasOwn(library, id) ? library[id] : undefined;
  if (!Made) throw new VenueFault("REFUSED", `ccxt knows no exchange named ${id}.`);
  const exchange = new Made({ apiKey: key, secret, timeout: timeoutMs, enableRateLimit: false });
  exchange.number = String;
  if (nonce) exchange.nonce = nonce;
  const isWanting = !exchange.has["fetchOrders"] && !exchange.has["fetchClosedOrders"];
  const wanting = NEEDED.find((ability) => !exchange.has[ability]) ?? (isWanting ? "fetchClosedOrders" : undefined);
  if (wanting) throw new VenueFault("REFUSED", `ccxt has no ${wanting} of ${id}, by which an order is found again.`);
  if (baseUrl && typeof exchange.urls.api === "object")
    exchange.urls.api = Object.fromEntries(Object.keys(exchange.urls.api).map((part) => [part, baseUrl]));
  return exchange;
}

const symbolOf = (base: Crypto, fiat: Fiat): string => `${base}/${fiat}`;

const tradedIn = (markets: Record<string, Market> | undefined): { base: Crypto; fiat: Fiat }[] =>
  CRYPTOS.flatMap((base) => FIATS.map((fiat) => ({ base, fiat }))).filter(({ base, fiat }) =>
    isTraded(markets?.[symbolOf(base, fiat)]),
  );

const isTraded = (market: Market | undefined): boolean => market !== undefined && market.active !== false;

function leastOf(markets: Record<string, Market> | undefined, base: Crypto): Decimal {
  const minimum = FIATS.map((fiat) => markets?.[symbolOf(base, fiat)]?.limits?.amount?.min).find(
    (min) => min !== undefined,
  );
  return minimum === undefined ? Decimal.from(MINIMUM[base]) : exact(minimum);
}

/** Sends once; undefined when the exchange has taken the order. */
async function create(
  exchange: Exchange,
  { side, base, fiat, quantity, clientRef }: OrderRequest,
  limit: Decimal,
  more: Params,
): Promise<VenueOutcome | undefined> {
  const params = { timeInForce: "IOC", clientOrderId: clientRef, ...more };
  try {
    const way = side === "SELL" ? "sell" : "buy";
    await exchange.createOrder(symbolOf(base, fiat), "limit", way, quantity.toString(), limit.toString(), params);
    return undefined;
  } catch (error) {
    const { name, message } = error as Error;
    const reason = `The exchange says ${name}: ${message.slice(0, 200)}`;
    return { state: DEFINITE.has(name) ? "REFUSED" : "UNKNOWN", reason, detail: message.slice(0, 200) };
  }
}

type Named = Pick<OrderRequest, "clientRef" | "base" | "fiat">;

async function settled(exchange: Exchange, order: Named, ways: Ways, since: Date): Promise<VenueOutcome> {
  for (let look = 0; look < POLLS; look += 1) {
    if (look > 0) await new Promise((wake) => setTimeout(wake, POLL_PAUSE_MS));
    const outcome = await search(exchange, order, ways, since);
    if (outcome && outcome.state !== "UNKNOWN") return outcome;
  }
  return { state: "UNKNOWN", reason: "The exchange has taken the order and not told its end yet.", code: "UNDER_WAY" };
}

/** By our reference, open before ended so that none slips from one to the other. */
async function search(
  exchange: Exchange,
  { clientRef, base, fiat }: Named,
  { named }: Ways,
  since: Date,
): Promise<VenueOutcome | undefined> {
  const symbol = symbolOf(base, fiat);
  const params = named?.(clientRef) ?? {};
  const isOurs = (order: Order) => order.clientOrderId === clientRef;
  const open = await exchange.fetchOpenOrders(symbol, since.getTime(), undefined, params);
  if (open.some(isOurs)) return { state: "UNKNOWN", reason: "The order is open at the exchange.", code: "UNDER_WAY" };
  const order = (await ordersFrom(exchange, symbol, since, params)).find(isOurs);
  if (!order) return undefined;
  if (!ENDED.has(order.status ?? ""))
    return { state: "UNKNOWN", reason: "The order is open at the exchange.", code: "UNDER_WAY" };
  const executed = exact(order.filled);
  const trades = executed.isZero() ? [] : await exchange.fetchMyTrades(symbol, since.getTime());
  const reported = trades.filter((trade) => trade.order === order.id).map((trade) => tradeOf(trade, base, fiat));
  return closedOutcome(exact(order.amount), executed, reported);
}

/** The library's words for orders of which no more will be sold. */
const ENDED: ReadonlySet<string> = new Set(["closed", "canceled", "expired", "rejected"]);

/**
 * Orders of one pair, also those that were ended before they were whole, as one that fills at once or not at all often is: what
 * the library calls closed are of some exchanges (Binance, Coinbase, OKX) those alone that were filled.
 */
async function ordersFrom(exchange: Exchange, symbol: string, since: Date, params: Params): Promise<Order[]> {
  const query = [symbol, since.getTime(), undefined, params] as const;
  if (exchange.has["fetchOrders"]) return exchange.fetchOrders(...query);
  const closed = await exchange.fetchClosedOrders(...query);
  return exchange.has["fetchCanceledOrders"] ? [...closed, ...(await exchange.fetchCanceledOrders(...query))] : closed;
}

/**
 * Trades of one pair by their orders. The library does not say when an exchange leaves some out, so that a whole page of
 * them is no whole answer, nor is a trade whose order is not told.
 */
async function executedIn(exchange: Exchange, base: Crypto, fiat: Fiat, since: Date): Promise<Executed[]> {
  const symbol = symbolOf(base, fiat);
  const trades = await exchange.fetchMyTrades(symbol, since.getTime() - SECOND_MS);
  if (trades.length === 0) return [];
  const orders = await ordersFrom(exchange, symbol, new Date(since.getTime() - CLOCKS_APART_MS), {});
  const byOrder = [...Map.groupBy(trades, ({ order = "" }) => order)];
  if (trades.length >= LEAST_PAGE || byOrder.some(([id]) => !orders.some((order) => order.id === id)))
    throw new VenueFault("MALFORMED", `The exchange may tell more trades in ${symbol} than it has told.`);
  return byOrder.map(([id, reported]) => {
    const order = orders.find((each) => each.id === id);
    const side = order?.side === "buy" ? "BUY" : "SELL";
    const fill = fillOf(reported.map((trade) => tradeOf(trade, base, fiat)));
    return { clientRef: order?.clientOrderId ?? "", side, base, fiat, fill };
  });
}
