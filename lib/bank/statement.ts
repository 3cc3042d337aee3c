import type { Fiat } from "#lib/kernel/assets.ts";
import { sumOf } from "#lib/kernel/money.ts";
import { fileFault } from "./file-fault.ts";

export const LINE_SIDES = ["CREDIT", "DEBIT"] as const;
export type LineSide = (typeof LINE_SIDES)[number];

/** What a line belongs to: a move, a payout, parts of several or of one, or nobody, until a person links it. */
export const LINE_OWNERS = ["NOBODY", "MOVE", "PAYOUT", "PARTS"] as const;

/** A booked line as its bank tells it; `reference` is the bank's own number of it. */
export type StatementLine = {
  side: LineSide;
  units: bigint;
  reference: string;
  /** The bank's number of the line that it takes back with this one. */
  reversalOf: string | undefined;
  endToEnd: string | undefined;
  remittance: string | undefined;
  counterparty: string | undefined;
  counterpartyIban: string | undefined;
  bookedAt: Date;
  valuedAt: Date | undefined;
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

/** What the ledger's columns take is far above it; no account of ours holds as much. */
export const MOST_UNITS = 10n ** 18n;

export const signed = ({ side, units }: Pick<StatementLine, "side" | "units">): bigint =>
  side === "CREDIT" ? units : -units;

const DAY_MS = 86_400_000;
const midnight = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

/** From the first moment of a statement's first day to the last of its last one; undefined where it has no lines. */
export function daysOf({ lines }: Pick<Statement, "lines">): { from: Date; to: Date } | undefined {
  const days = lines.map(({ bookedAt }) => midnight(bookedAt.getTime()));
  if (days.length === 0) return undefined;
  return { from: new Date(Math.min(...days)), to: new Date(Math.max(...days) + DAY_MS - 1) };
}

/** Days from Monday to Friday that lie between two days. */
export function workdaysBetween(before: Date, after: Date): number {
  let missing = 0;
  for (let at = midnight(before.getTime()) + DAY_MS; at < midnight(after.getTime()); at += DAY_MS) {
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) missing += 1;
  }
  return missing;
}

/** By how much the earliest zone of the world is ahead of UTC, in which days of a bank are kept. */
const EARLIEST_ZONE_MS = 14 * 3_600_000;

/**
 * Refuses with VALIDATION_FAILED a statement that closes, or books a line, on a day that has not begun anywhere: it would be
 * its account's last one until that day comes.
 */
export function refuseAhead(field: "text" | "content", { reference, closedAt, lines }: Statement, now: Date): void {
  const last = Math.max(closedAt.getTime(), ...lines.map(({ bookedAt }) => bookedAt.getTime()));
  if (last <= now.getTime() + EARLIEST_ZONE_MS) return;
  const value = new Date(last).toISOString().slice(0, 10);
  throw fileFault(field, `Statement ${reference} tells of ${value}, a day that has not come: send it once it has.`, {
    code: "AHEAD",
    statement: reference,
    value,
  });
}

/** Refuses with VALIDATION_FAILED a statement whose lines do not lead from its opening to its closing balance. */
export function refuseSum({ reference, balances, lines }: Statement): void {
  if (balances && balances.opening + sumOf(lines.map(signed)) !== balances.closing)
    throw fileFault(
      "text",
      `The lines of statement ${reference} do not lead from its opening to its closing balance.`,
      {
        code: "SUM",
        statement: reference,
      },
    );
  const named = new Set<string>();
  for (const line of lines) {
    if (named.has(line.reference))
      throw fileFault("text", `Statement ${reference} holds the line ${line.reference} twice.`, {
        code: "TWICE",
        statement: reference,
        value: line.reference.slice(0, 60),
      });
    named.add(line.reference);
  }
}
