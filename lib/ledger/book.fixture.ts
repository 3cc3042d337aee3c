import { type Asset, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { accountFacts } from "./chart.ts";
import type { JournalEntry } from "./journal.ts";

/** A ledger in memory that keeps what the database keeps: zero sums, unique effects, floors, lines in their order. */
export type Book = {
  post(entry: JournalEntry): void;
  /** Balance on the account's normal side. */
  balance(code: string, asset: Asset): bigint;
  /** Every balance that is not zero, as "code ASSET": amount. */
  balances(): Record<string, string>;
};

export function openBook(): Book {
  const balances = new Map<string, { asset: Asset; units: bigint }>();
  const effects = new Set<string>();
  return {
    post(entry) {
      if (effects.has(entry.effectKey)) throw new Error(`${entry.effectKey} has happened already`);
      effects.add(entry.effectKey);
      const sums = new Map<Asset, bigint>();
      for (const { code, asset, debit } of entry.postings) {
        if (debit === 0n) throw new Error(`${entry.effectKey} has a zero line`);
        sums.set(asset, (sums.get(asset) ?? 0n) + debit);
        const facts = accountFacts(code);
        const before = balances.get(`${code} ${asset}`)?.units ?? 0n;
        const after = facts.normal === "DEBIT" ? before + debit : before - debit;
        if (after < 0n && !facts.mayBeNegative) throw new Error(`${code} ${asset} falls below zero`);
        balances.set(`${code} ${asset}`, { asset, units: after });
      }
      for (const [asset, sum] of sums) if (sum !== 0n) throw new Error(`${entry.effectKey} does not sum to zero in ${asset}`);
    },
    balance: (code, asset) => balances.get(`${code} ${asset}`)?.units ?? 0n,
    balances: () =>
      Object.fromEntries([...balances].filter(([, { units }]) => units !== 0n).map(([key, { asset, units }]) => [key, Decimal.of(units, scaleOf(asset)).toString()])),
  };
}

/** An entry as the trade writes it: "Dr custody:bitcoin 0.5 BTC". */
export function linesOf(entry: JournalEntry): string[] {
  return entry.postings.map(({ code, asset, debit }) => {
    const amount = Decimal.of(debit < 0n ? -debit : debit, scaleOf(asset));
    return `${debit > 0n ? "Dr" : "Cr"} ${code} ${amount} ${asset}`;
  });
}
