import { type Crypto, type Fiat, ASSET_SYMBOLS } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { fillOf } from "../fill.ts";
import type { Level } from "#lib/pricing/book.ts";
import type { Book, VenueOutcome, Side, Venue } from "../venue.ts";
import { accessTo, type VenueKeys } from "./ask-venue.ts";
import { type BinanceClient, binanceClient, type ConvertOrder, isRefused, type Refused } from "./binance-client.ts";

/** The spot market that tells a pair's book; where only the turned pair is traded its book is turned back. */
const SYMBOLS: Readonly<Record<string, readonly [symbol: string, turned: boolean]>> = {
  "BTC/EUR": ["BTCEUR", false],
  "BTC/JPY": ["BTCJPY", false],
  "USDT/EUR": ["EURUSDT", true],
  "USDC/EUR": ["EURUSDC", true],
};
/** Minimum conversions until exchangeInfo has been read. */
const MINIMUM: Record<Crypto, string> = { BTC: "0.0001", BCH: "0.01", USDT: "5", USDC: "5" };
const DEPTH_LEVELS = 100;
const PRICE_DECIMALS = 8;
const POLLS = 5;
const POLL_PAUSE_MS = 150;
const CLOCKS_APART_MS = 5 * 60_000;

/**
 * Binance Convert, the venue with firm quotes: a quote is good for ten seconds and accepted whole or not at all. It keeps
 * no reference of ours, so its quote's id is written down before it is accepted; a quote that was not accepted by its end
 * never will be, which is the fence.
 */
export function binanceConvertVenue(keys: VenueKeys): Venue {
  const client = binanceClient(accessTo("https://api.binance.com", keys));
  const minimums = new Map<Crypto, Decimal>();

  async function learnMinimum(base: Crypto, fiat: Fiat): Promise<void> {
    if (minimums.has(base)) return;
    const limits = await client.limits(base, fiat);
    if (limits) minimums.set(base, limits.fromAssetMinAmount);
  }

  return {
    name: "binance-convert",
    capabilities: () => ({
      firmQuotes: true,
      fenced: true,
      marginMs: 0,
      minimum: (base) => minimums.get(base) ?? Decimal.from(MINIMUM[base]),
      serves: (base, fiat) => SYMBOLS[`${base}/${fiat}`] !== undefined,
    }),
    async book(base, fiat, now) {
      const [symbol, turned] = SYMBOLS[`${base}/${fiat}`] ?? [];
      if (!symbol) return undefined;
      await learnMinimum(base, fiat);
      const { bids, asks } = await client.depth(symbol, DEPTH_LEVELS);
      return turned
        ? bookOf(asks.map(turnedBack), bids.map(turnedBack), now)
        : bookOf(bids.map(level), asks.map(level), now);
    },
    async quote({ side, base, fiat, quantity }) {
      const amount = quantity.toString();
      const { quoteId, validTimestamp, toAmount, fromAmount } = await (side === "SELL"
        ? client.quote(base, fiat, { fromAmount: amount })
        : client.quote(fiat, base, { toAmount: amount }));
      const [traded, proceeds] = side === "SELL" ? [fromAmount, toAmount] : [toAmount, fromAmount];
      if (!quoteId || traded.compare(quantity) !== 0) return undefined;
      return {
        quoteId,
        firm: true,
        price: priceOf(side, proceeds, traded),
        proceeds,
        expiresAt: new Date(validTimestamp),
      };
    },
    async execute({ side }, { quoteId = "" }) {
      const accepted = await client.accept(quoteId);
      if (isRefused(accepted)) return refusalOf(accepted);
      if (accepted.orderStatus === "FAIL") return FAILED;
      return settled(client, side, quoteId);
    },
    marketOrder: async () => ({ state: "REFUSED", reason: "Binance Convert trades at its quotes only." }),
    async find(_clientRef, { side, venueRef, placedAt }) {
      const at = await client.time();
      if (!venueRef) return { at, outcome: undefined };
      const known = await client.order(venueRef);
      const since = new Date(placedAt.getTime() - CLOCKS_APART_MS);
      const order = isRefused(known) ? await client.orderInFlow(venueRef, since, at) : known;
      return { at, outcome: order && outcomeOf(side, order) };
    },
    async balances() {
      const known: readonly string[] = ASSET_SYMBOLS;
      const held = await client.balances();
      return held.flatMap(({ asset, free }) => (known.includes(asset) ? [{ symbol: asset, quantity: free }] : []));
    },
  };
}

/** Down for a sale, up for a purchase: never better than the quote. */
const priceOf = (side: Side, proceeds: Decimal, quantity: Decimal): Decimal =>
  side === "SELL"
    ? proceeds.dividedDown(quantity, PRICE_DECIMALS)
    : Decimal.ZERO.minus(Decimal.ZERO.minus(proceeds).dividedDown(quantity, PRICE_DECIMALS));

const FAILED: VenueOutcome = { state: "REFUSED", reason: "Binance says the conversion failed.", code: "NOT_FILLED" };

/** Codes by which Binance has surely done nothing: wrong request or key, and Convert's own refusals of a quote. */
const DEFINITE: ReadonlySet<number> = new Set([-1002, -1021, -1022, -2008, -2014, -2015]);
const isDefinite = (code: number): boolean => DEFINITE.has(code) || (code >= 345_000 && code < 346_000);

function refusalOf({ code, message }: Refused): VenueOutcome {
  return {
    state: isDefinite(code) ? "REFUSED" : "UNKNOWN",
    reason: `Binance says ${code}: ${message}`,
    detail: `${code}: ${message}`,
  };
}

async function settled(client: BinanceClient, side: Side, quoteId: string): Promise<VenueOutcome> {
  let outcome: VenueOutcome = {
    state: "UNKNOWN",
    reason: "Binance has accepted and not told the end yet.",
    code: "UNDER_WAY",
  };
  for (let look = 0; look < POLLS && outcome.state === "UNKNOWN"; look += 1) {
    if (look > 0) await new Promise((wake) => setTimeout(wake, POLL_PAUSE_MS));
    const order = await client.order(quoteId);
    if (!isRefused(order)) outcome = outcomeOf(side, order);
  }
  return outcome;
}

function outcomeOf(side: Side, { orderStatus, orderId, fromAmount, toAmount }: ConvertOrder): VenueOutcome {
  if (orderStatus === "FAIL") return FAILED;
  if (orderStatus !== "SUCCESS")
    return { state: "UNKNOWN", reason: "The conversion is under way at Binance.", code: "UNDER_WAY" };
  const [quantity, proceeds] = side === "SELL" ? [fromAmount, toAmount] : [toAmount, fromAmount];
  const trade = { tradeId: orderId, quantity, proceeds, fee: Decimal.ZERO };
  return { state: "FILLED", fill: fillOf([trade]), remaining: Decimal.ZERO };
}

type Row = readonly [price: Decimal, quantity: Decimal];
const level = ([price, quantity]: Row): Level => ({ price, quantity });
/** A sale of EUR for USDT at this price is a purchase of USDT: the quantity times the price, at one over the price. */
const turnedBack = ([price, quantity]: Row): Level => ({
  price: Decimal.of(1n).dividedDown(price, PRICE_DECIMALS),
  quantity: price.times(quantity),
});

function bookOf(bids: readonly Level[], asks: readonly Level[], at: Date): Book | undefined {
  const [bid, ask] = [bids[0]?.price, asks[0]?.price];
  return bid && ask && bid.compare(ask) < 0 ? { bid, ask, at, bids } : undefined;
}
