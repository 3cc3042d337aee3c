import { type CryptoAsset, type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import type { FeeModel, Strategy } from "#lib/pricing/price.ts";

export { FEE_MODELS, type FeeModel, STRATEGIES, type Strategy } from "#lib/pricing/price.ts";

/** What happens to crypto beyond Q under RFQ: a fresh quote, or kept. The other strategies do not ask. */
export type Overpayment = "CONVERT" | "KEEP";

/** The terms copied to a bill when it is made; they rule the treatment of its deposits for ever (rulebook 4.10). */
export type BillTerms = {
  asset: CryptoAsset;
  fiat: Fiat;
  /** F, what the caller wants to receive, in smallest units. */
  fiatUnits: bigint;
  /** P, fiat per whole crypto. */
  price: Decimal;
  /** Q, in smallest units. */
  quantityUnits: bigint;
  strategy: Strategy;
  feeModel: FeeModel;
  /** L; LMT only, and always there with LMT. */
  limitPrice?: Decimal;
  spreadBps: number;
  explicitFeeBps: number;
  transactionFeeBps: number;
  toleranceBps: number;
  overpayment: Overpayment;
  /** How long after `expiresAt` money seen in time may still be confirmed or released at P. */
  guaranteeMs: number;
  /** How far below the best bid a book is asked for the price of a size; absent: the best bid is asked alone. */
  maxDepthBps?: number;
  /** How long after its confirmation a held deposit may be released at P without comparing. */
  holdGraceMs: number;
  /** Confirmations by value, as `readTiers` reads them; absent: by each deposit alone. */
  confirmationTiers?: string;
  /** Crypto above which what comes is held; a bill without tiers asks the account's settings instead. */
  depositLimit?: Decimal;
  /** The chain's height known when the bill was made. */
  knownHeight?: number;
  expiresAt: Date;
};

/** LMT converts only when P is better than L; equal is not better. Undefined under every other strategy. */
export function limitMet(terms: Pick<BillTerms, "strategy" | "price" | "limitPrice">): boolean | undefined {
  return terms.strategy === "LMT" ? betterThanLimit(terms.price, terms) : undefined;
}

/** Whether a price, before any explicit fee, is above the bill's limit (rulebook 7.9). */
export function betterThanLimit(price: Decimal, terms: Pick<BillTerms, "limitPrice">): boolean {
  must(terms.limitPrice, "an LMT bill has a limit price");
  return price.compare(terms.limitPrice) > 0;
}

/** Smallest and largest `fiatReceivable` of a fiat's pairs, both allowed: 1 to 1 000 000, JPY 100 to 100 000 000 (rulebook 4.3). */
export function fiatLimits(fiat: Fiat): { minimumUnits: bigint; maximumUnits: bigint } {
  const hundredfold = fiat === "JPY" ? 100n : 1n;
  const minimumUnits = hundredfold * 10n ** BigInt(scaleOf(fiat));
  return { minimumUnits, maximumUnits: minimumUnits * 1_000_000n };
}
