import type { Crypto, Fiat } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";

/** A sell order of the house. `clientRef` is recorded before it is sent and never used twice. */
export type SellOrder = {
  clientRef: string;
  base: Crypto;
  fiat: Fiat;
  quantity: Decimal;
  limitPrice?: Decimal;
  deadline: Date;
};

/** What a venue did with an order: `proceeds` are gross in fiat; `fee` is the venue's own, in fiat. */
export type VenueFill = { tradeId: string; quantity: Decimal; proceeds: Decimal; fee: Decimal };

/** A definite outcome, or none: `UNKNOWN` means the order may or may not stand. */
export type Outcome =
  | { state: "FILLED"; fill: VenueFill; remaining: Decimal }
  | { state: "REFUSED"; reason: string }
  | { state: "UNKNOWN"; reason: string };

/** Where the house sells. The simulated venue and the real ones pass one suite. */
export type Venue = {
  readonly name: string;
  capabilities(): { firmQuotes: boolean; minimum(base: Crypto): Decimal };
  /** Best bid now; undefined when the venue has none. */
  book(base: Crypto, fiat: Fiat, now: Date): Promise<{ bid: Decimal; ask: Decimal; at: Date } | undefined>;
  /** Sends once. Anything but a definite answer is `UNKNOWN`. */
  marketOrder(order: SellOrder, now: Date): Promise<Outcome>;
  /** Looks an order up by our reference; undefined when the venue does not know it. */
  find(clientRef: string): Promise<Outcome | undefined>;
};
