import { type Fiat, FIATS } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import { OUTCOMES, type Outcome } from "#lib/payments/payment-states.ts";
import * as sql from "./outcomes.sql.ts";

/** Bills of one fiat and what they ask for, in smallest units. */
export type OutcomeSum = { fiat: Fiat; count: number; units: bigint };

/** Bills made from an instant until now, by outcome and fiat. */
export async function readOutcomes(
  db: Db,
  range: { accountId: string; from: Date; now: Date },
): Promise<(OutcomeSum & { outcome: Outcome })[]> {
  const rows = await sql.outcomes(db, range);
  return rows.map(({ outcome, fiat, count, units }) => ({
    outcome: wordFrom(OUTCOMES, outcome),
    fiat: wordFrom(FIATS, fiat),
    count,
    units: unitsFrom(units),
  }));
}

/** Unpaid bills that expire within so many minutes, by the minute and fiat. */
export async function readExpiring(
  db: Db,
  range: { accountId: string; now: Date; minutes: number },
): Promise<(OutcomeSum & { minute: number })[]> {
  const rows = await sql.expiring(db, range);
  return rows.map(({ minute, fiat, count, units }) => ({ minute, fiat, count, units: unitsFrom(units) }));
}
