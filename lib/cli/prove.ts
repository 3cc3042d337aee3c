import type { Ctx } from "#lib/kernel/context.ts";
import { checkBooks, checkGuards, RULE_COUNT, type Violation } from "#lib/check/books.ts";
import { checkAddresses } from "#lib/check/addresses.ts";

/** The rules of the books and of what guards them, and that of addresses, which the database cannot derive. */
export const PROVEN = RULE_COUNT + 1;

/** What `desk check` proves (rulebook 8.9). Empty when all holds. */
export async function prove(ctx: Ctx): Promise<Violation[]> {
  const rule = "every address is derived from the key of its wallet";
  return [
    ...(await checkBooks(ctx)),
    ...(await checkGuards(ctx)),
    ...(await checkAddresses(ctx)).map((found) => ({ rule, found })),
  ];
}
