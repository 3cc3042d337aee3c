import { type BillTerms, betterThanLimit } from "#lib/bills/bill.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf, MAX_UNITS } from "#lib/kernel/money.ts";
import { type FirmBid, firmBid, takenNow } from "#lib/pricing/firm-bid.ts";
import { sale, sellPrice } from "#lib/pricing/price.ts";
import type { Reference } from "#lib/pricing/reference.ts";
import { type FreshPart, type GuaranteedPart, type KeepPart, keep, type SoldPart, type WaitingPart } from "./part.ts";
import { guaranteedPart, keepAfterFailure, keepBelowMinimum, type Standing } from "./treatment.ts";

/**
 * What is sold into now: a fresh reference with its books, `behind` which X is sold (what the house has still to sell),
 * and the venue's minimum.
 */
export type Offer = { reference: Reference; behind: Decimal; minimumUnits: bigint };

/** What a part that waited for a price became; under ACA a rest may go on to wait for the venue. */
export type Became = GuaranteedPart | SoldPart | KeepPart | Extract<WaitingPart, { kind: "MARKET" }>;

/**
 * Settles a part that waits for a fresh price. Undefined while there is none at its size: it goes on waiting, which X
 * never does, since of X what the market does not take is kept.
 */
export function settleFresh(
  terms: BillTerms,
  part: FreshPart,
  offer: Offer,
  standing: Standing,
): readonly Became[] | undefined {
  return part.atMost ? settleReleased(terms, part.units, offer, standing) : settleSurplus(terms, part.units, offer);
}

/**
 * E released past its grace: at the lower of P and the fresh price of its size (rulebook 7.17). Under LMT that price has
 * to be above the limit too. It has no minimum, as E at P has none.
 */
function settleReleased(
  terms: BillTerms,
  units: bigint,
  offer: Offer,
  standing: Standing,
): readonly Became[] | undefined {
  const priced = priceOf(terms, units, { ...offer, behind: Decimal.ZERO });
  if (!priced) return undefined;
  if (priced.price.compare(terms.price) >= 0) return [guaranteedPart(terms, units, standing)];
  if (isUnderLimit(terms, priced.price)) return [keep(terms, units, "LIMIT_NOT_MET")];
  return [{ ...soldAt(terms, units, priced), ofQuantity: true }];
}

/**
 * X by size (rulebook 7.19): what the book takes is sold on its own by the bill's fee model, the rest is kept, or under
 * ACA left to a market order. Below the venue's minimum all of it is kept, and under LMT also when the price, before the
 * explicit fee, is not above the limit; kept too when its fiat would be nothing, or reach 2^53 smallest units, which no
 * amount here does (rulebook 1.5).
 */
function settleSurplus(terms: BillTerms, units: bigint, offer: Offer): readonly Became[] {
  if (units < offer.minimumUnits) return [keepBelowMinimum(terms, units)];
  const taken = takenUnits(terms, units, offer);
  const priced = taken > 0n && taken >= offer.minimumUnits ? priceOf(terms, taken, offer) : undefined;
  if (!priced) return leftOver(terms, units, offer);
  if (isUnderLimit(terms, priced.price)) return [keep(terms, units, "LIMIT_NOT_MET")];
  const sold = soldAt(terms, taken, priced);
  if (sold.fiatUnits >= MAX_UNITS) return [keepAfterFailure(terms, units)];
  if (sold.fiatUnits === 0n) return [keepBelowMinimum(terms, units)];
  return taken === units ? [sold] : [sold, ...leftOver(terms, units - taken, offer)];
}

/** All of it where the book takes that, else as much as it does. A bill that asks for no depth sells all at the best bid. */
function takenUnits({ asset, maxDepthBps }: BillTerms, units: bigint, { reference, behind }: Offer): bigint {
  if (maxDepthBps === undefined) return units;
  if (firmBid(reference, { quantity: amountOf(asset, units), behind }, maxDepthBps)) return units;
  const taken = takenNow(reference, maxDepthBps, behind).floorUnits(scaleOf(asset));
  return taken < units ? taken : 0n;
}

type Priced = { price: Decimal; firm: FirmBid | undefined };

function priceOf(terms: BillTerms, units: bigint, { reference, behind }: Offer): Priced | undefined {
  const { asset, maxDepthBps, feeModel, spreadBps } = terms;
  if (maxDepthBps === undefined)
    return { price: sellPrice({ bid: reference.bid, feeModel, spreadBps }), firm: undefined };
  const firm = firmBid(reference, { quantity: amountOf(asset, units), behind }, maxDepthBps);
  return firm && { price: sellPrice({ bid: firm.bid, feeModel, spreadBps }), firm };
}

const soldAt = (terms: BillTerms, units: bigint, { price, firm }: Priced): SoldPart => ({
  kind: "SOLD",
  method: "FRESH",
  feeModel: terms.feeModel,
  price,
  ...sale({ ...terms, units, price }),
  ...(firm ? { firm } : {}),
});

/** What the market does not take near its best price. */
function leftOver(terms: BillTerms, units: bigint, { minimumUnits }: Offer): readonly Became[] {
  if (terms.strategy !== "ACA") return [keep(terms, units, "INSUFFICIENT_LIQUIDITY")];
  return units < minimumUnits ? [keepBelowMinimum(terms, units)] : [{ kind: "MARKET", units }];
}

const isUnderLimit = (terms: BillTerms, price: Decimal): boolean =>
  terms.strategy === "LMT" && !betterThanLimit(price, terms);
