import type { BillTerms } from "#lib/bills/bill.ts";
import { confirmationsBy } from "#lib/bills/confirmations-for.ts";
import { amountOf, maxOf, sumOf } from "#lib/kernel/money.ts";
import type { DepositStatus } from "./states.ts";
import type { DepositRow } from "./store.ts";

/** What is known of a deposit when its confirmations are counted. */
export type CountedDeposit = Pick<
  DepositRow,
  "id" | "txHash" | "asset" | "units" | "status" | "wrongAsset" | "blockHeight" | "confirmationsRequired"
>;

/**
 * What one look at the chain brings to addresses of ours, of whichever account: by transaction, and, of a block, in all. `perBlock`:
 * the house's tiers over that, where it has any.
 */
export type Brought = {
  byTransaction: ReadonlyMap<string, bigint>;
  inBlock: bigint | undefined;
  perBlock: string | undefined;
};

const OUTSIDE: readonly string[] = ["DROPPED", "DECLINED"] satisfies DepositStatus[];

/**
 * The bill's running sum: its deposits of its own asset that stand in a block of this height or below, whatever became of
 * them but going back.
 */
export const standingInBlocks = (deposits: readonly CountedDeposit[], height: number): bigint =>
  sumOf(
    deposits
      .filter((each) => !each.wrongAsset && (each.blockHeight ?? Infinity) <= height && !OUTSIDE.includes(each.status))
      .map(({ units }) => units),
  );

/** The height of the block that brings the last confirmation a deposit needs; beyond all blocks while none holds it. */
export const treatedAt = ({
  blockHeight = Infinity,
  confirmationsRequired,
}: Pick<CountedDeposit, "blockHeight" | "confirmationsRequired">): number => blockHeight + confirmationsRequired - 1;

/** By the block that each is treated with, else as they came: however many blocks were looked at before. */
export const byTreatment = (one: CountedDeposit, other: CountedDeposit): number => {
  const [a, b] = [treatedAt(one), treatedAt(other)];
  return a === b ? 0 : a - b;
};

/**
 * Confirmations of a deposit by the largest of what it is part of (rulebook 7.18): itself, its transaction and the bill's
 * running sum, valued at P, beside what the bill needs for F alone.
 */
export function needOf(
  terms: BillTerms & { confirmationTiers: string },
  ofBill: number,
  units: bigint,
  { inBlock, perBlock }: Pick<Brought, "inBlock" | "perBlock">,
): number {
  const worth = (of: bigint) => amountOf(terms.asset, of).times(terms.price);
  const own = confirmationsBy(terms.confirmationTiers, worth(units));
  const shared = perBlock && inBlock !== undefined ? confirmationsBy(perBlock, worth(inBlock)) : 0;
  return Math.max(ofBill, own, shared);
}

/**
 * The deposits of a bill that need more than they did once a block of this height is counted: a need rises for what is not
 * treated, and never falls. What an earlier block gave its last confirmation is treated with that one, although nobody has
 * come to it yet where several blocks are taken at once.
 */
export function risenNeeds(
  terms: BillTerms & { confirmationTiers: string },
  ofBill: number,
  deposits: readonly CountedDeposit[],
  brought: Brought,
  height: number,
): { id: string; confirmations: number }[] {
  const sum = standingInBlocks(deposits, height);
  return deposits
    .filter((each) => each.status === "UNCONFIRMED" && !each.wrongAsset && each.blockHeight !== undefined)
    .filter((each) => treatedAt(each) >= height)
    .flatMap((each) => {
      const inTransaction = brought.byTransaction.get(each.txHash);
      const units = maxOf(sum, maxOf(each.units, inTransaction ?? 0n));
      const shares = inTransaction === undefined ? { ...brought, inBlock: undefined } : brought;
      const confirmations = needOf(terms, ofBill, units, shares);
      return confirmations > each.confirmationsRequired ? [{ id: each.id, confirmations }] : [];
    });
}
