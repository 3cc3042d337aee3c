import { worth } from "./books.ts";

/** What a price and a quantity are made of (rulebook 4.12, 4.13). */
export type Terms = { bid: string; spreadBps: number; explicitFeeBps: number; feeModel: string; strategy: string };
export type PromiseTerms = Terms & { asset: string; fiatSymbol: string; fiatUnits: bigint };

const PRICE = 10n ** 8n;
const scaled = (decimal: string): bigint => {
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.padEnd(8, "0"));
};

/** The bid less the spread, at most eight decimals, rounded down. */
export function priceOf({ bid, spreadBps, feeModel }: Terms): string {
  if (feeModel === "EXPLICIT") return bid;
  const price = (scaled(bid) * BigInt(10_000 - spreadBps)) / 10_000n;
  return `${price / PRICE}.${(price % PRICE).toString().padStart(8, "0")}`;
}

/** The least quantity that is worth the bill at its price, its fee taken off: found by halving. */
export function quantityOf(terms: PromiseTerms): bigint {
  const price = priceOf(terms);
  const keeps = BigInt(
    terms.feeModel === "EXPLICIT" && terms.strategy !== "RAI" ? 10_000 - terms.explicitFeeBps : 10_000,
  );
  const isEnough = (units: bigint) =>
    worth(units * keeps, terms.asset, price, terms.fiatSymbol) >= terms.fiatUnits * 10_000n;
  let [short, enough] = [0n, 1n];
  while (!isEnough(enough)) enough *= 2n;
  while (enough - short > 1n) {
    const middle = (short + enough) / 2n;
    if (isEnough(middle)) enough = middle;
    else short = middle;
  }
  return enough;
}
