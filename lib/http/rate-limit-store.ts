import type { Db } from "#lib/kernel/database.ts";
import * as sql from "./rate-limit.sql.ts";

export type WantedBudget = {
  keyId: string;
  ratePerSecond: number;
  burst: number;
  tokens: number;
  /** How far below nothing the budget may go for this. */
  debt: number;
};

/**
 * Takes up to so many tokens from a key's budget, which all processes share and which refills at the key's rate by the
 * database's wall clock. Answers what was granted, none when less than one is left (debt counted), and what remains.
 */
export async function leaseTokens(db: Db, wanted: WantedBudget): Promise<{ granted: number; left: number }> {
  const [row] = await sql.leaseTokens(db, wanted);
  if (!row) throw new Error("a budget that was asked did not answer");
  return { granted: row.granted, left: row.tokens };
}
