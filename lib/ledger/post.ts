import type { Ctx } from "#lib/kernel/context.ts";
import { accountFacts } from "./chart.ts";
import type { JournalEntry } from "./journal.ts";
import { insertEntry, openAccounts } from "./store.ts";

/** What a ledger transaction is about, for the statement and the timeline. */
export type PostedFor = { accountId?: string; billId?: string; depositId?: string; conversionId?: string };

/**
 * Posts one journal entry in the open transaction. The effect key is unique in the database: an effect that has happened
 * once cannot happen again, the second transaction fails whole. Zero sum, floors and sealing are the database's to hold.
 */
export async function post(ctx: Ctx, entry: JournalEntry, about: PostedFor): Promise<void> {
  if (entry.postings.length === 0) return;
  const rows = entry.postings.map(({ code, asset, debit }) => ({ code, asset, debit: debit.toString() }));
  await openAccounts(
    ctx,
    rows.map(({ code, asset }) => ({ code, asset, ...accountFacts(code) })),
  );
  await insertEntry(ctx, { effectKey: entry.effectKey, event: entry.event, about, rows });
}
