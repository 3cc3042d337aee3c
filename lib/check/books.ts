import type { Ctx } from "#lib/kernel/context.ts";
import { GUARDS_RULES } from "./guards.ts";
import { type CheckRule, freezeSnapshot, RULES, violationsOf } from "./store.ts";

/** A million bills take minutes; nothing waits for it. */
const AT_MOST_MS = 3_600_000;

export type Violation = { rule: string; found: string };

/** Proves the books: every rule of rulebook 8.9 over the whole database, in one snapshot. Empty when all hold. */
export const checkBooks = (ctx: Ctx): Promise<Violation[]> => violationsOfAll(ctx, RULES);

/** Proves that the database itself still holds the books to their rules. Empty when it does. */
export const checkGuards = (ctx: Ctx): Promise<Violation[]> => violationsOfAll(ctx, GUARDS_RULES);

async function violationsOfAll(ctx: Ctx, rules: readonly CheckRule[]): Promise<Violation[]> {
  return ctx.transaction(async (tx) => {
    await freezeSnapshot(tx.db, AT_MOST_MS);
    const found: Violation[] = [];
    for (const rule of rules) {
      for (const violation of await violationsOf(tx.db, rule)) found.push({ rule: rule.name, found: violation });
    }
    return found;
  }, AT_MOST_MS);
}

export const RULE_COUNT = RULES.length + GUARDS_RULES.length;
