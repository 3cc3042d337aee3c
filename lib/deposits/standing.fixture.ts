import { must } from "#lib/kernel/errors.ts";
import { sumOf } from "#lib/kernel/money.ts";
import type { Standing } from "./treatment.ts";

/** What stands at P when exactly these parts do. */
export function standingOf(parts: readonly Standing[]): Standing {
  return {
    units: sumOf(parts.map((part) => part.units)),
    feeUnits: sumOf(parts.map((part) => part.feeUnits)),
    fiatUnits: sumOf(parts.map((part) => part.fiatUnits)),
  };
}

/** What stands after a reversal: its part gives its E back to Q, the other parts keep what they got. */
export function standingWithout(standing: Standing, reversed: Standing): Standing {
  const after = {
    units: standing.units - reversed.units,
    feeUnits: standing.feeUnits - reversed.feeUnits,
    fiatUnits: standing.fiatUnits - reversed.fiatUnits,
  };
  must(after.units >= 0n && after.feeUnits >= 0n && after.fiatUnits >= 0n, "only a standing part is reversed");
  return after;
}
