import { Decimal } from "#lib/kernel/decimal.ts";
import { normalOf } from "./chart.ts";
import type { MovementRecord } from "./contract.ts";

/** A movement as books write it: its size on the side of the operator's ledger that it is entered on (rulebook 8.4). */
export type Sides = { debit?: Decimal; credit?: Decimal };

export function sidesOf({ account, amount }: Pick<MovementRecord, "account" | "amount">): Sides {
  const lowers = amount.units < 0n;
  const size = lowers ? Decimal.ZERO.minus(amount) : amount;
  return lowers === (normalOf(account) === "CREDIT") ? { debit: size } : { credit: size };
}
