import type { BillTerms } from "#lib/bills/bill.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { sumOf } from "#lib/kernel/money.ts";
import type { FirmBid } from "#lib/pricing/firm-bid.ts";
import { type FeeModel, type Sale, shareDown } from "#lib/pricing/price.ts";
import type { DepositStatus, ReasonCode } from "./states.ts";

/** Sold at the bill's own price P; `units` is the whole part, `units − feeUnits` was sold, `gross` is exact whole fiat. */
export type GuaranteedPart = {
  kind: "GUARANTEED";
  units: bigint;
  feeUnits: bigint;
  fiatUnits: bigint;
  price: Decimal;
  gross: Decimal;
};

/** Kept as crypto: `units` before the transaction fee τ, `feeUnits` the fee. */
export type KeepPart = { kind: "KEEP"; units: bigint; feeUnits: bigint; reasonCode: ReasonCode };

/** Waits for a fresh price. `atMost`: P, for what of Q was released past its grace and is sold at the lower of the two. */
export type FreshPart = { kind: "FRESH"; units: bigint; atMost?: Decimal };

/** Waits for a fresh price, or for the venue (MARKET); pending until then. */
export type WaitingPart = FreshPart | { kind: "MARKET"; units: bigint };

/**
 * What became of a waiting part that was sold; a market order is by spread, whatever the bill says. `ofQuantity`: it used
 * up Q, under P. `firm`: the bid by size it was sold at.
 */
export type SoldPart = Sale & {
  kind: "SOLD";
  method: "FRESH" | "MARKET";
  feeModel: FeeModel;
  price: Decimal;
  ofQuantity?: true;
  firm?: FirmBid;
};

/** What {@link treat} decides on. */
export type Part = GuaranteedPart | WaitingPart | KeepPart;

/** The transaction fee on kept crypto: under RAI and LMT, whatever the reason, never under RFQ and ACA (rulebook 7.7). */
export function keep(
  terms: Pick<BillTerms, "strategy" | "transactionFeeBps">,
  units: bigint,
  reasonCode: ReasonCode,
): KeepPart {
  const charged = terms.strategy === "RAI" || terms.strategy === "LMT";
  return { kind: "KEEP", units, feeUnits: charged ? shareDown(units, terms.transactionFeeBps) : 0n, reasonCode };
}

/** τ is taken of all that is kept of a deposit together (rulebook 8.4): of two kept parts the later bears the rest of it. */
export function withOneFee<P extends Part | SoldPart>(
  terms: Pick<BillTerms, "strategy" | "transactionFeeBps">,
  parts: readonly P[],
): P[] {
  let units = 0n;
  let feeUnits = 0n;
  return parts.map((part) => {
    if (part.kind !== "KEEP") return part;
    const isFirst = units === 0n;
    const before = feeUnits;
    units += part.units;
    feeUnits = isFirst ? part.feeUnits : keep(terms, units, part.reasonCode).feeUnits;
    return { ...part, feeUnits: feeUnits - before };
  });
}

/** A deposit's quantity as its record splits it; the four crypto figures always add up to it (rulebook 5.9). */
export type Shares = {
  pendingUnits: bigint;
  convertedUnits: bigint;
  unconvertedUnits: bigint;
  feeUnits: bigint;
  fiatUnits: bigint;
};

/** The shares of the parts a deposit stands in now: waiting parts are pending, fees stand apart from what they were taken of. */
export function sharesOf(parts: readonly (Part | SoldPart)[]): Shares {
  const total = (kinds: readonly string[], figure: (part: Part | SoldPart) => bigint) =>
    sumOf(parts.filter((part) => kinds.includes(part.kind)).map(figure));
  return {
    pendingUnits: total(["FRESH", "MARKET"], (part) => part.units),
    convertedUnits: total(["GUARANTEED", "SOLD"], (part) => part.units - feeOf(part)),
    unconvertedUnits: total(["KEEP"], (part) => part.units - feeOf(part)),
    feeUnits: sumOf(parts.map(feeOf)),
    fiatUnits: sumOf(parts.map((part) => ("fiatUnits" in part ? part.fiatUnits : 0n))),
  };
}

/** The status of a deposit whose parts these are: waiting, any part converted, or kept as crypto. */
export function statusOf(
  parts: readonly (Part | SoldPart)[],
): Extract<DepositStatus, "PROCESSING" | "CONVERTED" | "CREDITED"> {
  if (parts.some((part) => part.kind === "FRESH" || part.kind === "MARKET")) return "PROCESSING";
  return parts.some((part) => part.kind === "GUARANTEED" || part.kind === "SOLD") ? "CONVERTED" : "CREDITED";
}

/** Why crypto of these parts was kept; undefined when none was. */
export function reasonOf(parts: readonly (Part | SoldPart)[]): ReasonCode | undefined {
  return parts.find((part) => part.kind === "KEEP")?.reasonCode;
}

/** What of Q these parts use up: sold at P or under it, or waiting to be. */
export function usedOf(parts: readonly (Part | SoldPart)[]): bigint {
  return sumOf(parts.filter(usesQuantity).map((part) => part.units));
}

function usesQuantity(part: Part | SoldPart): boolean {
  if (part.kind === "FRESH") return part.atMost !== undefined;
  return part.kind === "GUARANTEED" || (part.kind === "SOLD" && part.ofQuantity === true);
}

/** The parts that a recorded decision left waiting for a price. */
export function waitingIn(decision: unknown): FreshPart[] {
  const { parts } = (decision ?? {}) as { parts?: readonly { kind?: string; units?: string; atMost?: string }[] };
  return (parts ?? [])
    .filter(({ kind }) => kind === "FRESH")
    .map(({ units = "0", atMost }) => ({
      kind: "FRESH",
      units: BigInt(units),
      ...(atMost ? { atMost: Decimal.from(atMost) } : {}),
    }));
}

function feeOf(part: Part | SoldPart): bigint {
  return "feeUnits" in part ? part.feeUnits : 0n;
}

/** Whether the recorded decision of a deposit in PROCESSING left it waiting for the venue, not for a price. */
export function waitsForMarket(decision: unknown): boolean {
  const { parts } = (decision ?? {}) as { parts?: readonly { kind?: string }[] };
  return parts?.some((part) => part.kind === "MARKET") ?? false;
}
