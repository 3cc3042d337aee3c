import { cryptoOf, type CustodyAsset, isGas } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { houseSettings } from "#lib/settings/change-settings.ts";
import { exactSetting, wholeSetting } from "#lib/settings/setting.ts";

/** The most that the house lets a transaction pay to a network. */
export type FeeLimits = { bps: bigint; rate: Decimal; gasPrice: Decimal; energyPrice: Decimal };

export async function feeLimits(ctx: Ctx, asset: CustodyAsset): Promise<FeeLimits> {
  const settings = await houseSettings(ctx);
  const crypto = isGas(asset) ? "" : cryptoOf(asset);
  const rate = exactSetting(settings, "networkFeeRate", crypto, "");
  const gasPrice = exactSetting(settings, "gasPrice", crypto, "");
  const energyPrice = exactSetting(settings, "energyPrice", crypto, "");
  must(rate && gasPrice && energyPrice, "these settings have a standard");
  return { bps: BigInt(wholeSetting(settings, "networkFeeBps", crypto, "")), rate, gasPrice, energyPrice };
}

/** Refuses with INVALID_STATE a price of gas above the house's, in gwei; the database holds the same. */
export function refuseGasPrice({ gasPrice }: FeeLimits, feeRate: Decimal): void {
  if (feeRate.compare(gasPrice) > 0)
    throw new Refusal("INVALID_STATE", `${feeRate} gwei for a gas is above the operator's gasPrice of ${gasPrice}.`);
}

/** Refuses with INVALID_STATE a fee above what the house's settings allow; the database holds the same. */
export function refuseBeyond(
  { bps, rate }: FeeLimits,
  of: { asset: CustodyAsset; fee: bigint; size: number; paid: bigint },
): void {
  if (of.fee > rate.times(Decimal.from(of.size)).ceilUnits(0))
    throw new Refusal(
      "INVALID_STATE",
      `A fee of ${amountOf(of.asset, of.fee)} for ${of.size} bytes is above the operator's networkFeeRate of ${rate} for each.`,
    );
  if (of.fee * 10_000n > bps * of.paid)
    throw new Refusal(
      "INVALID_STATE",
      `A fee of ${amountOf(of.asset, of.fee)} is above the operator's networkFeeBps of ${bps} of the ${amountOf(of.asset, of.paid)} that are paid.`,
    );
}
