import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { StockRecord } from "#lib/inventory/contract.ts";
import { assetOf, type Crypto, type Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { floorTo } from "#lib/kernel/money.ts";
import type { getExposureEndpoint } from "#lib/liquidity/contract.ts";
import type { PlaceRecord } from "#lib/places/contract.ts";
import { shareOf, sumOf } from "#components/charts/values.ts";

type Exposed = OutputOf<typeof getExposureEndpoint>["cryptos"][number];

/** What of a crypto is still to be sold, in parts that sum to it, and what the venues have of it to sell. */
export type CoverRow = {
  asset: Crypto;
  book: Decimal;
  seen: Decimal;
  held: Decimal;
  promised: Decimal;
  toSell: Decimal;
  stock: Decimal;
  /** Percent of what is to be sold that can be sold now, rounded down; absent where nothing is. */
  cover: Decimal | undefined;
  /** What one whole unit is worth; absent where there is no price. */
  rate: Decimal | undefined;
};

export const PARTS = ["book", "seen", "held", "promised"] as const;

const ZERO = Decimal.of(0n, 0);
const most = (one: Decimal, other: Decimal): Decimal => (one.compare(other) < 0 ? other : one);
const least = (one: Decimal, other: Decimal): Decimal => (one.compare(other) < 0 ? one : other);

/**
 * The house's book, promised prices and the venues' stock of each crypto. What was seen or is held is a part of what is
 * promised, as far as a price is; a book that has sold more than it holds needs no stock.
 */
export function coverRows(
  exposed: readonly Exposed[],
  stocks: readonly StockRecord[],
  places: readonly PlaceRecord[],
): CoverRow[] {
  return exposed.map(({ asset, ...of }) => {
    const book = most(of.open.plus(of.hedged), ZERO);
    const seen = least(of.seen, of.promised);
    const held = least(of.held, of.promised.minus(seen));
    const toSell = book.plus(of.promised);
    const balances = stocks.filter((one) => one.asset === asset).map(({ balance }) => most(balance, ZERO));
    // A venue tells more digits than can be sold.
    const stock = floorTo(assetOf(asset), sumOf(balances));
    return {
      asset,
      book,
      seen,
      held,
      promised: of.promised.minus(seen).minus(held),
      toSell,
      stock,
      cover: toSell.isZero() ? undefined : shareOf(stock, toSell),
      rate: places.find((one) => one.asset === asset && one.rate)?.rate,
    };
  });
}

/** What a quantity of the row is worth, rounded down; absent where there is no price. */
export const worthIn = (fiat: Fiat, { rate }: CoverRow, quantity: Decimal): Decimal | undefined =>
  rate && floorTo(fiat, quantity.times(rate));

/** Rows that have something to sell and no price: no sum counts them. */
export const unpricedOf = (rows: readonly CoverRow[]): Crypto[] =>
  rows.filter(({ rate, toSell }) => !rate && !toSell.isZero()).map(({ asset }) => asset);
