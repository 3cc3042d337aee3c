import type { Ctx } from "#lib/kernel/context.ts";
import { checkBooks, checkGuards, RULE_COUNT, type Violation } from "#lib/check/books.ts";
import { checkAddresses } from "#lib/check/addresses.ts";
import { checkScripts } from "#lib/check/scripts.ts";

/** What the database cannot derive. */
const OF_ADDRESSES = [
  ["every address is derived from the key of its wallet", checkAddresses],
  ["what goes to an address is paid to its script", checkScripts],
] as const;

/** The rules of the books and of what guards them, and those of addresses. */
export const PROVEN = RULE_COUNT + OF_ADDRESSES.length;

/** What `desk check` proves (rulebook 8.9). Empty when all holds. */
export async function prove(ctx: Ctx): Promise<Violation[]> {
  const found = [...(await checkBooks(ctx)), ...(await checkGuards(ctx))];
  for (const [rule, check] of OF_ADDRESSES) for (const one of await check(ctx)) found.push({ rule, found: one });
  return found;
}
