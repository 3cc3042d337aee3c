import type { Ctx } from "#lib/kernel/context.ts";
import { batchedWrites } from "#lib/kernel/batch.ts";
import { accountFacts } from "./chart.ts";
import type { JournalEntry } from "./journal.ts";
import { insertEntries, openAccounts } from "./store.ts";

/** What a ledger transaction is about, for the statement and the timeline. */
export type PostedFor = { accountId?: string; billId?: string; depositId?: string; conversionId?: string };

/**
 * Posts one journal entry in the open transaction. The effect key is unique in the database: an effect that has happened
 * once cannot happen again, the second transaction fails whole. Zero sum, floors and sealing are the database's to hold.
 */
export function post(ctx: Ctx, entry: JournalEntry, about: PostedFor): Promise<void> {
  return postAll(ctx, [{ entry, about }]);
}

/** A journal entry and what it is about. */
export type Posted = { entry: JournalEntry; about: PostedFor };

/** Posts several entries at once, each a ledger transaction of its own, as {@link post} does one. */
export function postAll(ctx: Ctx, all: readonly Posted[]): Promise<void> {
  return postSets(ctx.db, { ctx, all });
}

const postSets = batchedWrites(async (_db, sets: readonly { ctx: Ctx; all: readonly Posted[] }[]) => {
  const [first] = sets;
  const made = sets
    .flatMap(({ all }) => all)
    .filter(({ entry }) => entry.postings.length > 0)
    .map(({ entry, about }) => ({
      effectKey: entry.effectKey,
      event: entry.event,
      about,
      rows: entry.postings.map(({ code, asset, debit }) => ({ code, asset, debit: debit.toString() })),
    }));
  if (!first || made.length === 0) return;
  const { ctx } = first;
  const named = new Map(made.flatMap(({ rows }) => rows.map((row) => [`${row.code} ${row.asset}`, row])));
  await openAccounts(
    ctx,
    [...named.values()].map(({ code, asset }) => ({ code, asset, ...accountFacts(code) })),
  );
  await insertEntries(ctx, made);
});
