import { type Crypto, CRYPTOS, FIATS, type Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { krakenNames } from "#lib/pricing/sources/kraken.ts";
import { closedOutcome, fillOf } from "../fill.ts";
import { houseQuote } from "../house-quote.ts";
import type { Executed, OrderRequest, VenueOutcome, Side, Venue, VenueTrade } from "../venue.ts";
import { accessTo, type VenueKeys } from "./ask-venue.ts";
import { balancesOf } from "./balances.ts";
import { heldSymbolOf, krakenAccount } from "./kraken-account.ts";
import {
  type KrakenClient,
  type KrakenOrder,
  krakenClient,
  type KrakenTrade,
  MOST_PAGES_OF_ALL,
} from "./kraken-client.ts";

/** Kraken's least orders as it publishes them; what AssetPairs says of a pair when it is used goes before. */
const MINIMUM: Record<Crypto, string> = { BTC: "0.00005", BCH: "0.02", USDT: "5", USDC: "5" };
const DEPTH_LEVELS = 100;
/** An order that fills at once is over within moments: it is queried this many times before the worker looks it up. */
const POLLS = 5;
const POLL_PAUSE_MS = 150;
/** How far before its placing an order's trades are looked for, should the clocks differ. */
const CLOCKS_APART_MS = 5 * 60_000;
/** Orders one question may name. */
const MOST_TXIDS = 20;

type Pair = { name: string; decimals: number };

/**
 * Kraken: limit orders that fill at once or not at all (IOC), with our reference as `cl_ord_id` and a `deadline` after
 * which the matching engine takes them in no more. It gives no firm quotes, so the house reckons its own from the depth.
 */
export function krakenVenue(keys: VenueKeys): Venue {
  const client = krakenClient(accessTo("https://api.kraken.com", keys));
  const minimums = new Map<Crypto, Decimal>();
  const pairs = new Map<string, Pair>();

  async function pairOf(base: Crypto, fiat: Fiat): Promise<Pair | undefined> {
    const name = krakenNames({ base, fiat })?.[0];
    const known = name && pairs.get(name);
    if (!name || known) return known || undefined;
    const facts = await client.assetPair(name);
    if (facts?.status !== "online") return undefined;
    const pair = { name, decimals: Number(facts.pair_decimals.floorUnits(0)) };
    minimums.set(base, facts.ordermin);
    pairs.set(name, pair);
    return pair;
  }

  const venue: Venue = {
    name: "kraken",
    capabilities: () => ({
      firmQuotes: false,
      fenced: true,
      marginMs: 0,
      minimum: (base) => minimums.get(base) ?? Decimal.from(MINIMUM[base]),
      serves: (base, fiat) => krakenNames({ base, fiat }) !== undefined,
    }),
    async book(base, fiat, now) {
      const pair = await pairOf(base, fiat);
      const depth = pair && (await client.depth(pair.name, DEPTH_LEVELS));
      const [bid, ask] = [depth?.bids[0]?.[0], depth?.asks[0]?.[0]];
      if (!depth || !bid || !ask || bid.compare(ask) >= 0) return undefined;
      return { bid, ask, at: now, bids: depth.bids.map(([price, quantity]) => ({ price, quantity })) };
    },
    async quote(want, now) {
      const book = await venue.book(want.base, want.fiat, now);
      return book && houseQuote(book, want, now);
    },
    execute: (order, quote, now) => venue.marketOrder({ ...order, limitPrice: quote.price }, now),
    async marketOrder(order, now) {
      const pair = await pairBefore(pairOf, order);
      if (!pair) return { state: "REFUSED", reason: "Kraken does not trade this pair now.", code: "NOT_TRADED" };
      if (!order.limitPrice) return { state: "REFUSED", reason: "Kraken is sent no order without a limit price." };
      const added = await client.addOrder(requestFor(order, pair, order.limitPrice));
      if ("errors" in added) return refusalOf(added.errors);
      return settled(client, added.txid, new Date(now.getTime() - CLOCKS_APART_MS));
    },
    async find(clientRef, sent) {
      const at = await client.time();
      const since = new Date(sent.placedAt.getTime() - CLOCKS_APART_MS);
      const order = await search(client, sent.side, clientRef, since);
      return { at, outcome: order && (await outcomeOf(client, order, since)) };
    },
    async balances() {
      return balancesOf(Object.entries(await client.balance()), heldSymbolOf);
    },
    executedSince: (since) => executedOf(client, since),
    account: krakenAccount(client),
  };
  return venue;
}

/** Before anything is sent a fault is no doubt: nothing has happened. */
async function pairBefore(
  pairOf: (base: Crypto, fiat: Fiat) => Promise<Pair | undefined>,
  { base, fiat }: OrderRequest,
): Promise<Pair | undefined> {
  return pairOf(base, fiat).catch(() => undefined);
}

const WAY: Record<Side, string> = { SELL: "sell", BUY: "buy" };

function requestFor(order: OrderRequest, { name, decimals }: Pair, limitPrice: Decimal): Record<string, string> {
  return {
    ordertype: "limit",
    type: WAY[order.side],
    pair: name,
    volume: order.quantity.toString(),
    price: ticked(order.side, limitPrice, decimals).toString(),
    timeinforce: "IOC",
    oflags: "fciq",
    cl_ord_id: order.clientRef,
    deadline: order.deadline.toISOString(),
  };
}

/** A limit in the pair's own steps, up for a sale and down for a purchase: it never allows a worse price than ours. */
function ticked(side: Side, limit: Decimal, decimals: number): Decimal {
  return Decimal.of(side === "SELL" ? limit.ceilUnits(decimals) : limit.floorUnits(decimals), decimals);
}

/** Errors by which Kraken has surely taken nothing; any other leaves doubt. */
const DEFINITE =
  /^E(Order|API|General:(Invalid|Permission|Temporary lockout)|Query|Trade|Account|Funding):?|^EService:Deadline elapsed/;

function refusalOf(errors: readonly string[]): VenueOutcome {
  const reason = `Kraken says ${errors.join(", ")}.`;
  return errors.every((each) => DEFINITE.test(each))
    ? { state: "REFUSED", reason, detail: errors.join(", ") }
    : { state: "UNKNOWN", reason, detail: errors.join(", ") };
}

async function settled(client: KrakenClient, txid: string, since: Date): Promise<VenueOutcome> {
  let outcome: VenueOutcome = {
    state: "UNKNOWN",
    reason: "Kraken has taken the order and not told its end yet.",
    code: "UNDER_WAY",
  };
  for (let look = 0; look < POLLS && outcome.state === "UNKNOWN"; look += 1) {
    if (look > 0) await new Promise((wake) => setTimeout(wake, POLL_PAUSE_MS));
    const [order] = await client.orders([txid]);
    if (order) outcome = await outcomeOf(client, order, since);
  }
  return outcome;
}

async function outcomeOf(client: KrakenClient, order: KrakenOrder, since: Date): Promise<VenueOutcome> {
  if (order.status === "open" || order.status === "pending")
    return { state: "UNKNOWN", reason: "The order is open at Kraken.", code: "UNDER_WAY" };
  const trades = order.vol_exec.isZero() ? [] : await client.tradesSince(since);
  const reported = trades.filter(({ ordertxid }) => ordertxid === order.txid).map(tradeOf);
  return closedOutcome(order.vol, order.vol_exec, reported);
}

/** By our reference, open before closed so that none slips from one to the other; else by the orders behind the trades. */
async function search(
  client: KrakenClient,
  side: Side,
  clientRef: string,
  since: Date,
): Promise<KrakenOrder | undefined> {
  const [named] = [...(await client.openOrders(clientRef)), ...(await client.closedOrders(clientRef))].filter(
    (order) => order.cl_ord_id === clientRef,
  );
  return named ?? byTrades(client, side, clientRef, since);
}

async function byTrades(
  client: KrakenClient,
  side: Side,
  clientRef: string,
  since: Date,
): Promise<KrakenOrder | undefined> {
  const ours = (await client.tradesSince(since)).filter(({ type }) => type === WAY[side]);
  const txids = [...new Set(ours.map(({ ordertxid }) => ordertxid))];
  for (let at = 0; at < txids.length; at += MOST_TXIDS) {
    const orders = await client.orders(txids.slice(at, at + MOST_TXIDS));
    const found = orders.find((order) => order.cl_ord_id === clientRef);
    if (found) return found;
  }
  return undefined;
}

/** Trades by their orders, these asked for their references. */
async function executedOf(client: KrakenClient, since: Date): Promise<Executed[]> {
  const byOrder = Map.groupBy(await client.tradesSince(since, MOST_PAGES_OF_ALL), ({ ordertxid }) => ordertxid);
  const txids = [...byOrder.keys()];
  const executed: Executed[] = [];
  for (let at = 0; at < txids.length; at += MOST_TXIDS)
    for (const { txid, cl_ord_id } of await client.orders(txids.slice(at, at + MOST_TXIDS))) {
      const trades = byOrder.get(txid) ?? [];
      const pair = pairNamed(trades[0]?.pair ?? "");
      if (!pair) continue;
      const side = trades[0]?.type === WAY.BUY ? "BUY" : "SELL";
      executed.push({ clientRef: cl_ord_id ?? "", side, ...pair, fill: fillOf(trades.map(tradeOf)) });
    }
  return executed;
}

const pairNamed = (name: string): { base: Crypto; fiat: Fiat } | undefined =>
  CRYPTOS.flatMap((base) => FIATS.map((fiat) => ({ base, fiat }))).find((pair) => krakenNames(pair)?.includes(name));

const tradeOf = ({ tradeId, vol, cost, fee }: KrakenTrade): VenueTrade => ({
  tradeId,
  quantity: vol,
  proceeds: cost,
  fee,
});
