import type { AssetSymbol } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Balance } from "../venue.ts";

/** Each asset once, under whichever names a venue has it; what the house does not deal in is left out. */
export function balancesOf(
  held: Iterable<readonly [name: string, quantity: Decimal]>,
  symbolOf: (name: string) => AssetSymbol | undefined,
): Balance[] {
  const sums = new Map<AssetSymbol, Decimal>();
  for (const [name, quantity] of held) {
    const symbol = symbolOf(name);
    if (symbol) sums.set(symbol, (sums.get(symbol) ?? Decimal.ZERO).plus(quantity));
  }
  return [...sums].map(([symbol, quantity]) => ({ symbol, quantity }));
}
