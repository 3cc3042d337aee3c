import type { Fiat } from "#lib/kernel/assets.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { sumOf } from "#lib/kernel/money.ts";

export const LINE_SIDES = ["CREDIT", "DEBIT"] as const;
export type LineSide = (typeof LINE_SIDES)[number];

/** What a line belongs to: a move, a payout, or nobody, until somebody links it. */
export const LINE_OWNERS = ["NOBODY", "MOVE", "PAYOUT"] as const;
export type LineOwner = (typeof LINE_OWNERS)[number];

/** A booked line as its bank tells it; `reference` is the bank's own number of it. */
export type StatementLine = {
  side: LineSide;
  units: bigint;
  reference: string;
  endToEnd: string | undefined;
  remittance: string | undefined;
  counterparty: string | undefined;
  bookedAt: Date;
};

/** A statement of one account; balances are below zero where the bank has lent. */
export type Statement = {
  /** Of the account, where the file names it. */
  iban: string | undefined;
  asset: Fiat;
  reference: string;
  balances: { opening: bigint; closing: bigint } | undefined;
  closedAt: Date;
  lines: readonly StatementLine[];
};

export const signed = ({ side, units }: Pick<StatementLine, "side" | "units">): bigint =>
  side === "CREDIT" ? units : -units;

/** Refuses with VALIDATION_FAILED a statement whose lines do not lead from its opening to its closing balance. */
export function refuseSum({ reference, balances, lines }: Statement): void {
  if (balances && balances.opening + sumOf(lines.map(signed)) !== balances.closing)
    throw invalid("text", `The lines of statement ${reference} do not lead from its opening to its closing balance.`);
  const named = new Set<string>();
  for (const line of lines) {
    if (named.has(line.reference))
      throw invalid("text", `Statement ${reference} holds the line ${line.reference} twice.`);
    named.add(line.reference);
  }
}
