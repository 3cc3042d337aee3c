import type { Crypto, Fiat } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";

/** One observation of a pair. `at` is business time. */
export type Sample = { source: string; bid: Decimal; ask: Decimal; at: Date };

/** Where prices come from: feeds of exchanges, or the simulated market. Answers what it has, however old; freshness is judged by us. */
export type PriceSource = {
  readonly name: string;
  samples(base: Crypto, fiat: Fiat, now: Date): Promise<Sample[]>;
};
