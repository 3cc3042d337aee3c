import { GAS_FACTS, gasOf, isGas, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { sumOf } from "#lib/kernel/money.ts";
import type { PreparedRecord } from "./contract.ts";
import type { FeeFacts } from "./fee-store.ts";
import type { PreparedRow } from "./store.ts";

/** A share is told for so many parts. */
const PARTS = 10_000n;

type Costly = Pick<PreparedRow, "network" | "asset" | "feeUnits" | "feeRate" | "size" | "outputs">;

/**
 * What a transaction costs of what it pays, and what it would cost at the median of the last days; each rounded up. A token
 * is paid for with another coin: by what that costs in USD, the token taken for a dollar; where nobody tells it, the median
 * rate alone. What is kept of tron is the price of energy, of which a transfer of TRX takes none.
 */
export function costShare(of: Costly, fees: FeeFacts | undefined): PreparedRecord["share"] {
  const medianRate = of.asset === "TRX" ? undefined : fees?.median;
  const isOneCoin = isGas(of.asset) || of.network === "bitcoin" || of.network === "bitcoincash";
  const atMedian = medianRate && feeAt(of, medianRate);
  if (!isOneCoin && !fees?.coinUsd) return medianRate && { medianRate };
  const shareOf = isOneCoin ? shareOfCoin(of) : shareOfToken(of, fees?.coinUsd ?? Decimal.ZERO);
  return {
    basisPoints: shareOf(of.feeUnits),
    ...(medianRate && atMedian !== undefined && { medianRate, medianBasisPoints: shareOf(atMedian) }),
  };
}

const paidBy = ({ outputs }: Costly): bigint =>
  sumOf(outputs.flatMap(({ kind, units }) => (kind === "CHANGE" ? [] : [units])));

/** The fee at another rate. On tron the rest of it, for bandwidth, is as it is. */
function feeAt({ network, size, feeRate, feeUnits }: Costly, rate: Decimal): bigint {
  const unit = network === "eth" ? GWEI : 1n;
  const at = (each: Decimal): bigint => each.times(Decimal.of(BigInt(size) * unit, 0)).ceilUnits(0);
  return network === "tron" ? feeUnits - at(feeRate) + at(rate) : at(rate);
}

const shareOfCoin = (of: Costly): ((fee: bigint) => number) => {
  const paid = paidBy(of) * ledgerUnit(of.asset);
  return (fee) => Number((fee * PARTS + paid - 1n) / paid);
};

/** In USD, to the last digit of fee and price. */
function shareOfToken(of: Costly, coinUsd: Decimal): (fee: bigint) => number {
  const gas = gasOf(of.network);
  const scale = gas ? GAS_FACTS[gas].chainScale : 0;
  const digits = scale + PRICE_DECIMALS;
  const paid = Decimal.of(paidBy(of), scaleOf(of.asset)).floorUnits(digits);
  return (fee) => {
    const cost = Decimal.of(fee, scale).times(coinUsd).ceilUnits(digits);
    return Number((cost * PARTS + paid - 1n) / paid);
  };
}
const PRICE_DECIMALS = 8;

/** Rates of ether are in gwei, fees in wei. */
const GWEI = 1_000_000_000n;

/** So many of the unit that fees are counted in are one of the ledger's. */
const ledgerUnit = (asset: PreparedRow["asset"]): bigint =>
  isGas(asset) ? 10n ** BigInt(GAS_FACTS[asset].chainScale - GAS_FACTS[asset].scale) : 1n;
