import { GAS_FACTS, isGas } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { sumOf } from "#lib/kernel/money.ts";
import type { PreparedRecord } from "./contract.ts";
import type { PreparedRow } from "./store.ts";

/** A share is told for so many parts. */
const PARTS = 10_000n;

type Costly = Pick<PreparedRow, "network" | "asset" | "feeUnits" | "size" | "outputs">;

/**
 * What a transaction costs of what it pays, where one coin pays both, and what it would cost at the median of the last
 * days; each rounded up. Where another coin pays, as for a token, only that median is told. What is kept of tron is the
 * price of energy, of which a transfer of TRX takes none.
 */
export function costShare(of: Costly, median: Decimal | undefined): PreparedRecord["share"] {
  const medianRate = of.asset === "TRX" ? undefined : median;
  const isOneCoin = isGas(of.asset) || of.network === "bitcoin" || of.network === "bitcoincash";
  if (!isOneCoin) return medianRate && { medianRate };
  const unit = ledgerUnit(of.asset);
  const paid = sumOf(of.outputs.flatMap(({ kind, units }) => (kind === "CHANGE" ? [] : [units]))) * unit;
  const shareOf = (fee: bigint): number => Number((fee * PARTS + paid - 1n) / paid);
  const atMedian = medianRate?.times(Decimal.of(BigInt(of.size) * unit, 0)).ceilUnits(0);
  return {
    basisPoints: shareOf(of.feeUnits),
    ...(medianRate && atMedian !== undefined && { medianRate, medianBasisPoints: shareOf(atMedian) }),
  };
}

/** So many of the unit that fees are counted in are one of the ledger's; a rate of ether is of the ledger's, too. */
const ledgerUnit = (asset: PreparedRow["asset"]): bigint =>
  isGas(asset) ? 10n ** BigInt(GAS_FACTS[asset].chainScale - GAS_FACTS[asset].scale) : 1n;
