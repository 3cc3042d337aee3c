import type { Asset, Crypto, CryptoAsset, Fiat } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { Bids } from "#lib/pricing/book.ts";
import type { OrderDoubtCode } from "#lib/contract/order-failure.ts";
import type { VenueFailureCode } from "#lib/contract/venue-failure.ts";

declare module "#lib/kernel/app.ts" {
  interface Adapters {
    /** Where the house sells, in order of preference. */
    venues: readonly Venue[];
    /** The first of them: its minimums apply to what is requested, and what custody lacks comes from there. */
    venue: Venue;
  }
}

/** What an order is for: a conversion, a late deposit under ACA, or the house's own position. */
export const ORDER_PURPOSES = ["INVOICE", "MARKET", "HEDGE"] as const;
export type OrderPurpose = (typeof ORDER_PURPOSES)[number];

export const SIDES = ["SELL", "BUY"] as const;
export type Side = (typeof SIDES)[number];

/**
 * An order of the house. `clientRef` is recorded before it is sent and never used twice. Nothing is sold below
 * `limitPrice`, or bought above it; a venue that is fenced takes it in no more once its own clock is past `deadline`.
 */
export type OrderRequest = {
  clientRef: string;
  side: Side;
  base: Crypto;
  fiat: Fiat;
  quantity: Decimal;
  limitPrice?: Decimal | undefined;
  deadline: Date;
};

/**
 * One trade: `proceeds` are what it brought or cost in fiat before `fee`, the venue's own, in fiat; `cryptoFee` is what of
 * it the venue takes in the crypto instead.
 */
export type VenueTrade = {
  tradeId: string;
  quantity: Decimal;
  proceeds: Decimal;
  fee: Decimal;
  cryptoFee?: Decimal | undefined;
};

/** What a venue did with an order: its trades, each once, and their sums, all fees in fiat. Made by {@link fillOf} alone. */
export type VenueFill = { trades: readonly VenueTrade[]; quantity: Decimal; proceeds: Decimal; fee: Decimal };

/** `code`: why the venue took nothing; absent where it said so itself, in the words of `detail`. */
export type RefusedOrder = { state: "REFUSED"; reason: string; code?: VenueFailureCode; detail?: string };

/** `code`: why it is not known; absent where the venue said something that leaves it open, in the words of `detail`. */
export type UnknownOrder = { state: "UNKNOWN"; reason: string; code?: OrderDoubtCode; detail?: string };

/** A definite outcome, or none: `UNKNOWN` means the order may or may not stand. */
export type VenueOutcome = { state: "FILLED"; fill: VenueFill; remaining: Decimal } | RefusedOrder | UnknownOrder;

/**
 * What an order was sent with: a venue that knows no reference of ours is queried by its own, or by its trade history.
 */
export type SentOrder = { side: Side; base: Crypto; fiat: Fiat; placedAt: Date; venueRef?: string | undefined };

/** What a look found; `outcome` is undefined when the venue knows no such order. `at` is the venue's clock before the look. */
export type LookupResult = { outcome: VenueOutcome | undefined; at: Date };

/** An order that a venue has carried out, under the reference it was sent with; a text of nobody's where it had none. */
export type Executed = { clientRef: string; side: Side; base: Crypto; fiat: Fiat; fill: VenueFill };

/** The market at a venue: best bid and ask, and the bids, best first. */
export type Book = { bid: Decimal; ask: Decimal; at: Date; bids: Bids };

/** What a whole quantity brings, or costs. `firm` when the venue stands by it under `quoteId` until `expiresAt`; else the house reckons it. */
export type VenueQuote = {
  quoteId: string | undefined;
  firm: boolean;
  price: Decimal;
  proceeds: Decimal;
  expiresAt: Date;
};

export type Balance = { symbol: string; quantity: Decimal };

/** What came to a venue or left it, as the venue tells it. */
export type VenueTransfer = {
  kind: "DEPOSIT" | "WITHDRAWAL";
  /** The venue's own number of it. */
  venueRef: string;
  asset: Asset;
  /** What the venue credited, or what it sent; its fee is beside it. */
  quantity: Decimal;
  fee: Decimal;
  /** DONE: credited, or sent for good. FAILED: it was not, or came back. */
  state: "PENDING" | "DONE" | "FAILED";
  txHash: string | undefined;
  /** Of a deposit where it came in, of a withdrawal where it goes; of fiat what the venue says of the bank. */
  address: string | undefined;
  /** The name under which the venue knows the destination. */
  label: string | undefined;
  at: Date;
};

/** A trade of the house's account at a venue, ordered by the program or not; `orderRef` is the venue's own of its order. */
export type AccountTrade = VenueTrade & { side: Side; base: Crypto; fiat: Fiat; orderRef: string; at: Date };

/** What a venue tells of the house's account beside its orders. Throws when it gives no whole answer. */
export type VenueAccount = {
  /** Where the house may send an asset to; none where the venue has given none out. */
  depositAddresses(asset: CryptoAsset): Promise<string[]>;
  /** Deposits and withdrawals since a moment by the venue's clock, in the assets the house deals in. */
  transfersSince(since: Date): Promise<VenueTransfer[]>;
  tradesSince(since: Date): Promise<AccountTrade[]>;
};

/**
 * What a venue can. `fenced`: an order that is not there after its deadline will never be. `marginMs`: how long after the
 * deadline it may still turn up in what the venue tells.
 */
export type Capabilities = {
  firmQuotes: boolean;
  fenced: boolean;
  marginMs: number;
  minimum(base: Crypto): Decimal;
  serves(base: Crypto, fiat: Fiat): boolean;
};

/** How a venue has answered of late; one whose circuit is `OPEN` receives no requests until `until`. */
export type Condition = { state: "CLOSED" | "OPEN" | "HALF_OPEN"; faults: number; until: Date | undefined };

/** Where the house sells. The simulated venue and the real ones pass one suite. */
export type Venue = {
  readonly name: string;
  capabilities(): Capabilities;
  /** The market now; undefined when the venue has none. */
  book(base: Crypto, fiat: Fiat, now: Date): Promise<Book | undefined>;
  /** What a quantity brings or costs now, in whole; undefined when the venue cannot take it. */
  quote(want: Pick<OrderRequest, "side" | "base" | "fiat" | "quantity">, now: Date): Promise<VenueQuote | undefined>;
  /** Trades at a quote, sent once. Anything but a definite answer is `UNKNOWN`. */
  execute(order: OrderRequest, quote: VenueQuote, now: Date): Promise<VenueOutcome>;
  /** Trades at the market, sent once. Anything but a definite answer is `UNKNOWN`. */
  marketOrder(order: OrderRequest, now: Date): Promise<VenueOutcome>;
  /** Looks an order up by our reference, by the venue's own, or by its trades; throws when the venue gives no whole answer. */
  find(clientRef: string, sent: SentOrder): Promise<LookupResult>;
  balances(): Promise<Balance[]>;
  /** All it has traded for this account since a moment; a venue that keeps no references of ours has no such list. */
  executedSince?(since: Date): Promise<Executed[]>;
  /** Absent where the venue's adapter reads none of it: then people link what they see there. */
  readonly account?: VenueAccount;
  /** Of a guarded venue only. */
  condition?(): Condition;
};
