import { type AssetSymbol, isFiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";

/** Every currency in the one order of bar, cells, chart and table, with its colour: cash, then crypto. */
export const STACK: readonly (readonly [symbol: AssetSymbol, colour: string])[] = [
  ["EUR", "var(--stack-5)"],
  ["USD", "var(--stack-6)"],
  ["GBP", "var(--stack-7)"],
  ["JPY", "var(--stack-8)"],
  ["CAD", "var(--stack-9)"],
  ["BTC", "var(--stack-1)"],
  ["BCH", "var(--stack-2)"],
  ["USDT", "var(--stack-3)"],
  ["USDC", "var(--stack-4)"],
];

/** A currency on all its networks; without a price it has no value. */
export type Holding = { symbol: AssetSymbol; colour: string; holding: Decimal; value: Decimal | undefined };
type Row = { asset: string; holding?: Decimal | undefined; value?: Decimal | undefined };

/** What is held of each currency, those of which there is nothing left out. */
export function holdingsOf(rows: readonly Row[]): Holding[] {
  return STACK.flatMap(([symbol, colour]) => {
    const own = rows.filter(({ asset }) => asset === symbol);
    const holding = added(own.map((one) => one.holding));
    if (holding.isZero()) return [];
    const isPriced = own.every(({ value }) => value !== undefined);
    return [{ symbol, colour, holding, value: isPriced ? added(own.map(({ value }) => value)) : undefined }];
  });
}

/** Cash and crypto apart, and both: whatever has a value. */
export function totalsOf(holdings: readonly Holding[]): { cash: Decimal; crypto: Decimal; total: Decimal } {
  const [cash, crypto] = [true, false].map((ofCash) =>
    added(holdings.filter(({ symbol }) => isFiat(symbol) === ofCash).map(({ value }) => value)),
  ) as [Decimal, Decimal];
  return { cash, crypto, total: cash.plus(crypto) };
}

const added = (values: readonly (Decimal | undefined)[]): Decimal =>
  values.reduce<Decimal>((sum, value) => (value ? sum.plus(value) : sum), Decimal.ZERO);
