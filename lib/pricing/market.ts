import type { Crypto, Fiat, AssetSymbol } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { Bids, Level } from "./book.ts";

declare module "#lib/kernel/app.ts" {
  interface Adapters {
    prices: readonly PriceSource[];
    /** Exchanges whose public data the worker reads and stores; none in the sandbox. */
    feeds: readonly MarketFeed[];
  }
}

/**
 * One observation of a pair. `at` is business time; `pair` is named where a price is made of several. `bids` is the book
 * behind the bid; a source that tells none has no voice in what a size brings.
 */
export type Sample = { source: string; bid: Decimal; ask: Decimal; at: Date; pair?: string; bids?: Bids };

/** The newest reference of a pair that stood up to all rules. */
export type LastGood = { bid: Decimal; at: Date };

/** Where prices come from: feeds of exchanges, or the simulated market. Answers what it has, however old; freshness is judged by us. */
export type PriceSource = {
  readonly name: string;
  samples(base: Priced, fiat: Fiat, now: Date): Promise<Sample[]>;
  /** What the next reference is measured against; the simulated market has none, its prices are set at will. */
  lastGood?(base: Priced, fiat: Fiat): Promise<LastGood | undefined>;
};

export type Pair = { base: Crypto; fiat: Fiat };
/** What has a price: a crypto, or a fiat whose rate a cross goes over. */
export type Priced = AssetSymbol;
export type Quoted = { base: Priced; fiat: Fiat };

/** What an exchange says of a pair. `at` is its own time where it tells one, `bids` what it says of its book with it. */
export type Quote = Quoted & { bid: Decimal; ask: Decimal; at: Date | undefined; bids?: readonly Level[] };

/**
 * An exchange's public data. `read` answers what it can of the pairs it serves, and throws a {@link FeedFault} when the
 * whole answer is of no use.
 */
export type MarketFeed = {
  readonly name: string;
  readonly pairs: readonly Quoted[];
  read(): Promise<{ quotes: Quote[]; faults: readonly FeedFault[] }>;
  /** Where books are read apart, one a request: so many of them at each reading, in turn. */
  readonly books?: { atOnce: number; read(pair: Quoted): Promise<readonly Level[]> };
};

/**
 * Why a feed gave nothing. AWAY: no answer in time. BUSY: it asks us to slow down or is out of order. REFUSED: it does not
 * know what we ask for. MALFORMED: no JSON, or not as documented. BOUNDS: a price that can be none.
 */
export type FeedFaultKind = "AWAY" | "BUSY" | "REFUSED" | "MALFORMED" | "BOUNDS";

export class FeedFault extends Error {
  readonly kind: FeedFaultKind;
  constructor(kind: FeedFaultKind, sentence: string) {
    super(sentence);
    this.name = "FeedFault";
    this.kind = kind;
  }
}
