import { type CryptoAsset, type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import { type FeeModel, quantityFor, type Strategy, sellPrice } from "#lib/pricing/price.ts";
import type { BillTerms } from "./bill.ts";

/** Smallest units of an amount written as the trade writes it: units("BTC", "0.00168351"). */
export function units(asset: CryptoAsset | Fiat, amount: string): bigint {
  const value = Decimal.from(amount).toUnits(scaleOf(asset));
  must(value !== undefined, `${amount} fits ${asset}`);
  return value;
}

/** When every bill of the tests expires. */
export const EXPIRY = new Date("2026-11-21T12:00:00.000Z");

/** A bill priced at a bid by the rates of the defaults: s 1 %, r 1 %, τ 0.5 %, tolerance 0, two hours of guarantee. */
export function billAt(of: {
  asset: CryptoAsset;
  fiat: Fiat;
  bid: string;
  receivable: string;
  strategy?: Strategy;
  feeModel?: FeeModel;
  limitPrice?: string;
  more?: Partial<BillTerms>;
}): BillTerms {
  const { asset, fiat, strategy = "RFQ", feeModel = "SPREAD" } = of;
  const rates = { spreadBps: 100, explicitFeeBps: 100, transactionFeeBps: 50, toleranceBps: 0, ...of.more };
  const price = sellPrice({ bid: Decimal.from(of.bid), feeModel, spreadBps: rates.spreadBps });
  const fiatUnits = units(fiat, of.receivable);
  return {
    asset,
    fiat,
    fiatUnits,
    price,
    quantityUnits: quantityFor({
      asset,
      fiat,
      fiatUnits,
      price,
      feeModel,
      strategy,
      explicitFeeBps: rates.explicitFeeBps,
    }),
    strategy,
    feeModel,
    ...(of.limitPrice ? { limitPrice: Decimal.from(of.limitPrice) } : {}),
    overpayment: "CONVERT",
    guaranteeMs: 2 * 3_600_000,
    maxDepthBps: 200,
    holdGraceMs: 600_000,
    expiresAt: EXPIRY,
    ...rates,
  } satisfies BillTerms;
}
