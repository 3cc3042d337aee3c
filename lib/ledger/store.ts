import type { Ctx } from "#lib/kernel/context.ts";
import { unitsFrom } from "#lib/kernel/database.ts";
import type { PostedFor } from "./post.ts";
import * as sql from "./ledger.sql.ts";

type NewAccount = { code: string; asset: string; normal: string; mayBeNegative: boolean; owner?: string };

/** Opens those ledger accounts that do not exist yet; balances begin at zero. Each is named once. */
export async function openAccounts(ctx: Ctx, accounts: readonly NewAccount[]): Promise<void> {
  const missing = await sql.missingAccounts(ctx.db, {
    codes: accounts.map((a) => a.code),
    assets: accounts.map((a) => a.asset),
  });
  for (const { code, asset } of missing) {
    const facts = accounts.find((a) => a.code === code && a.asset === asset);
    if (!facts) continue;
    await sql.openAccount(ctx.db, {
      id: ctx.id(),
      code,
      asset,
      owner: facts.owner,
      normal: facts.normal,
      mayBeNegative: facts.mayBeNegative,
    });
  }
}

export type NewLedgerEntry = {
  effectKey: string;
  event: string;
  about: PostedFor;
  rows: { code: string; asset: string; debit: string }[];
};

/**
 * Writes the transactions and their postings, however many, in two statements. The database's own function enters the
 * postings: by account code and asset, so that two transactions lock balances in one order; of one account's the credits
 * (below zero as debits) first, so that none dips on the way.
 */
export async function insertEntries(ctx: Ctx, entries: readonly NewLedgerEntry[]): Promise<void> {
  const made = entries.map((entry) => ({ ...entry, id: ctx.id() }));
  const abouts = (of: keyof PostedFor) => made.map(({ about }) => about[of] ?? null);
  await sql.insertTransactions(ctx.db, {
    ids: made.map(({ id }) => id),
    effectKeys: made.map(({ effectKey }) => effectKey),
    events: made.map(({ event }) => event),
    accountIds: abouts("accountId"),
    billIds: abouts("billId"),
    depositIds: abouts("depositId"),
    conversionIds: abouts("conversionId"),
  });
  const rows = made.flatMap(({ id, rows }) => rows.map((row) => ({ id, ...row })));
  await sql.enterPostings(ctx.db, {
    ids: rows.map((r) => r.id),
    codes: rows.map((r) => r.code),
    assets: rows.map((r) => r.asset),
    debits: rows.map((r) => r.debit),
  });
}

export async function readBalance(ctx: Ctx, code: string, asset: string): Promise<bigint> {
  const account = await ctx.db.ledgerAccount.findUnique({
    select: { balance: true },
    where: { code_asset: { code, asset } },
  });
  return unitsFrom(account?.balance ?? "0");
}

/** What the entries about one deposit have left on an account. */
export async function readOwed(ctx: Ctx, depositId: string, code: string, asset: string): Promise<bigint> {
  const [row] = await sql.readOwed(ctx.db, { depositId, code, asset });
  return BigInt(row?.owed.toFixed() ?? "0");
}

/** What the house stands in with on a custody account for one deposit. */
export async function readCovered(ctx: Ctx, depositId: string, code: string, asset: string): Promise<bigint> {
  const [row] = await sql.readCovered(ctx.db, { depositId, code, asset });
  return BigInt(row?.covered.toFixed() ?? "0");
}

/** Whether a ledger account stands above zero in any asset. */
export async function owesAnything({ db }: Ctx, code: string): Promise<boolean> {
  return (await db.ledgerAccount.count({ where: { code, balance: { gt: 0 } } })) > 0;
}
