import type { Ctx } from "#lib/kernel/context.ts";
import type { PostedFor } from "./post.ts";

type AccountRow = { code: string; asset: string; normal: string; mayBeNegative: boolean; owner?: string };

/** Opens those ledger accounts that do not exist yet; balances begin at zero. Each is named once. */
export async function openAccounts(ctx: Ctx, accounts: readonly AccountRow[]): Promise<void> {
  const missing = await ctx.db.$queryRaw<{ code: string; asset: string }[]>`
    select w.code, w.asset from unnest(${accounts.map((a) => a.code)}::text[], ${accounts.map((a) => a.asset)}::text[]) w(code, asset)
    where not exists (select from ledger_account l where l.code = w.code and l.asset = w.asset)`;
  for (const { code, asset } of missing) {
    const facts = accounts.find((a) => a.code === code && a.asset === asset);
    if (!facts) continue;
    await ctx.db.$executeRaw`
      insert into ledger_account (id, code, asset, account_id, normal, may_be_negative)
      values (${ctx.id()}::uuid, ${code}, ${asset}, ${facts.owner ?? null}::uuid, ${facts.normal}, ${facts.mayBeNegative})
      on conflict (code, asset) do nothing`;
  }
}

export type EntryRow = {
  effectKey: string;
  event: string;
  about: PostedFor;
  rows: { code: string; asset: string; debit: string }[];
};

/**
 * Writes the transactions and their postings, however many, in two statements. Postings go in by account code and asset,
 * so that two transactions lock balances in one order; of one account's the credits (below zero as debits) come first,
 * so that none dips on the way.
 */
export async function insertEntries(ctx: Ctx, entries: readonly EntryRow[]): Promise<void> {
  const made = entries.map((entry) => ({ ...entry, id: ctx.id() }));
  const abouts = (of: keyof PostedFor) => made.map(({ about }) => about[of] ?? null);
  await ctx.db.$executeRaw`
    insert into ledger_transaction (id, effect_key, event, account_id, bill_id, deposit_id, conversion_id, at)
    select t.*, business_now() from unnest(${made.map(({ id }) => id)}::uuid[], ${made.map(({ effectKey }) => effectKey)}::text[],
      ${made.map(({ event }) => event)}::text[], ${abouts("accountId")}::uuid[], ${abouts("billId")}::uuid[],
      ${abouts("depositId")}::uuid[], ${abouts("conversionId")}::uuid[]) t`;
  const rows = made.flatMap(({ id, rows }) => rows.map((row) => ({ id, ...row })));
  await ctx.db.$executeRaw`
    insert into posting (transaction_id, ledger_account_id, asset, debit, amount, balance)
    select r.id, l.id, r.asset, r.debit, 0, 0
    from unnest(${rows.map((r) => r.id)}::uuid[], ${rows.map((r) => r.code)}::text[], ${rows.map((r) => r.asset)}::text[],
      ${rows.map((r) => r.debit)}::numeric[]) with ordinality r(id, code, asset, debit, at)
    join ledger_account l on l.code = r.code and l.asset = r.asset
    order by r.code, r.asset, r.debit, r.at`;
}

export async function readBalance(ctx: Ctx, code: string, asset: string): Promise<bigint> {
  const [row] = await ctx.db.$queryRaw<{ balance: { toFixed(): string } }[]>`
    select balance from ledger_account where code = ${code} and asset = ${asset}`;
  return BigInt(row?.balance.toFixed() ?? "0");
}

/** What the entries about one deposit have left on an account. */
export async function readOwed(ctx: Ctx, depositId: string, code: string, asset: string): Promise<bigint> {
  const [row] = await ctx.db.$queryRaw<{ owed: { toFixed(): string } }[]>`
    select coalesce(sum(p.amount), 0) as owed from ledger_transaction t
    join posting p on p.transaction_id = t.id join ledger_account l on l.id = p.ledger_account_id
    where t.deposit_id = ${depositId}::uuid and l.code = ${code} and l.asset = ${asset}`;
  return BigInt(row?.owed.toFixed() ?? "0");
}

/** What the house stands in with on a custody account for one deposit. */
export async function readCovered(ctx: Ctx, depositId: string, code: string, asset: string): Promise<bigint> {
  const [row] = await ctx.db.$queryRaw<{ covered: { toFixed(): string } }[]>`
    select coalesce(sum(p.amount), 0) as covered from ledger_transaction t
    join posting p on p.transaction_id = t.id join ledger_account l on l.id = p.ledger_account_id
    where t.deposit_id = ${depositId}::uuid and t.event in ('custody.covered', 'custody.uncovered') and l.code = ${code} and l.asset = ${asset}`;
  return BigInt(row?.covered.toFixed() ?? "0");
}
