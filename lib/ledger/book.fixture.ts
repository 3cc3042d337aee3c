import type { Asset, LedgerAsset } from "#lib/kernel/assets.ts";
import { amountOf, sumOf } from "#lib/kernel/money.ts";
import { accountFacts } from "./chart.ts";
import type { EntryPosting, JournalEntry } from "./journal.ts";

/** A ledger in memory that keeps what the database keeps: zero sums, unique effects, floors, lines in their order. */
export type Book = {
  post(entry: JournalEntry): void;
  /** Balance on the account's normal side. */
  balance(code: string, asset: Asset): bigint;
  /** Every balance that is not zero, as "code ASSET": amount. */
  balances(): Record<string, string>;
};

export function openBook(): Book {
  const balances = new Map<string, { asset: LedgerAsset; units: bigint }>();
  const effects = new Set<string>();
  function enter({ code, asset, debit }: EntryPosting): void {
    const facts = accountFacts(code);
    const before = balances.get(`${code} ${asset}`)?.units ?? 0n;
    const after = facts.normal === "DEBIT" ? before + debit : before - debit;
    if (after < 0n && !facts.mayBeNegative) throw new Error(`${code} ${asset} falls below zero`);
    balances.set(`${code} ${asset}`, { asset, units: after });
  }
  return {
    post(entry) {
      if (effects.has(entry.effectKey)) throw new Error(`${entry.effectKey} has happened already`);
      effects.add(entry.effectKey);
      checkLines(entry);
      for (const posting of entry.postings) enter(posting);
    },
    balance: (code, asset) => balances.get(`${code} ${asset}`)?.units ?? 0n,
    balances: () => {
      const standing = [...balances].filter(([, { units }]) => units !== 0n);
      return Object.fromEntries(standing.map(([key, { asset, units }]) => [key, amountOf(asset, units).toString()]));
    },
  };
}

function checkLines({ effectKey, postings }: JournalEntry): void {
  if (postings.some(({ debit }) => debit === 0n)) throw new Error(`${effectKey} has a zero line`);
  for (const asset of new Set(postings.map((posting) => posting.asset))) {
    const sum = sumOf(postings.filter((posting) => posting.asset === asset).map(({ debit }) => debit));
    if (sum !== 0n) throw new Error(`${effectKey} does not sum to zero in ${asset}`);
  }
}

/** An entry as the trade writes it: "Dr custody:bitcoin 0.5 BTC". */
export function linesOf(entry: JournalEntry): string[] {
  return entry.postings.map(({ code, asset, debit }) => {
    const amount = amountOf(asset, debit < 0n ? -debit : debit);
    return `${debit > 0n ? "Dr" : "Cr"} ${code} ${amount} ${asset}`;
  });
}
