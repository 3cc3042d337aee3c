import { Decimal } from "#lib/kernel/decimal.ts";

/** From a value in fiat on, so many confirmations. */
export type Tier = { from: Decimal; confirmations: number };

const MOST_TIERS = 8;
const MOST_CONFIRMATIONS = 1_000;

/**
 * Reads tiers such as `2, 1000:3, 50000:6`: two confirmations, three from 1 000 in the bill's fiat on, six from 50 000
 * on. Undefined when the text is none: the first has no value, the values grow, each asks for one confirmation or more.
 */
export function readTiers(text: string): Tier[] | undefined {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.length > MOST_TIERS) return undefined;
  const tiers: Tier[] = [];
  for (const [at, part] of parts.entries()) {
    const [, from = "0", confirmations = ""] = /^(?:(\d+(?:\.\d{1,2})?):)?(\d{1,4})$/.exec(part) ?? [];
    const tier = { from: Decimal.from(from.replace(/^0+(?=\d)/, "")), confirmations: Number(confirmations) };
    const before = tiers.at(-1);
    const inOrder = before ? before.from.compare(tier.from) < 0 : !part.includes(":");
    if (!inOrder || tier.confirmations < 1 || tier.confirmations > MOST_CONFIRMATIONS) return undefined;
    tiers[at] = tier;
  }
  return tiers;
}

/** Tiers as they are stored and shown. */
export const tiersText = (tiers: readonly Tier[]): string =>
  tiers.map(({ from, confirmations }, at) => (at === 0 ? `${confirmations}` : `${from}:${confirmations}`)).join(",");

/** Tiers that ask at every value for as much as either of two does. Both must be tiers. */
export function tighterTiers(one: string, other: string): string {
  const both = [readTiers(one) ?? [], readTiers(other) ?? []];
  const tiers: Tier[] = [];
  for (const { from } of both.flat().sort((a, b) => a.from.compare(b.from))) {
    const confirmations = Math.max(...both.map((each) => confirmationsAt(each, from) ?? 0));
    const last = tiers.at(-1);
    if (!last || confirmations > last.confirmations || confirmations < last.confirmations)
      tiers.push({ from, confirmations });
  }
  return tiersText(tiers);
}

/** What the tiers ask for a value: the last tier that it reaches. */
export const confirmationsAt = (tiers: readonly Tier[], value: Decimal): number | undefined =>
  tiers.filter(({ from }) => from.compare(value) <= 0).at(-1)?.confirmations;
