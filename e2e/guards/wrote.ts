import type { Wrote } from "./written.ts";
import { WROTE_OF_DESK } from "./wrote-of-desk.ts";
import { WROTE_OF_MONEY } from "./wrote-of-money.ts";
import { WROTE_OF_PAYOUTS } from "./wrote-of-payouts.ts";
import { WROTE_OF_SIGNING } from "./wrote-of-signing.ts";
import { WROTE_OF_TREASURY } from "./wrote-of-treasury.ts";
import { WROTE_OF_TREASURY_COMMANDS } from "./wrote-of-treasury-commands.ts";
import { WROTE_OF_WORK } from "./wrote-of-work.ts";

/**
 * Verb → everything one call of it writes: lines of the audit record, events, deliveries, entries of the ledger, letters,
 * cases opened and closed, and which tables hold more rows or others. In whose account stands beside each.
 */
export const WROTE: Readonly<Record<string, Wrote>> = {
  ...WROTE_OF_MONEY,
  ...WROTE_OF_PAYOUTS,
  ...WROTE_OF_DESK,
  ...WROTE_OF_SIGNING,
  ...WROTE_OF_TREASURY,
  ...WROTE_OF_TREASURY_COMMANDS,
  ...WROTE_OF_WORK,
};
