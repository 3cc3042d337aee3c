/** An exact number: units × 10^-scale. */
export type Exact = { units: bigint; scale: number };

/** Decimals of the smallest unit, as rulebook 1.3 has them. */
const SCALES: Readonly<Record<string, number>> = {
  BTC: 8,
  BCH: 8,
  USDT: 6,
  USDC: 6,
  EUR: 2,
  USD: 2,
  GBP: 2,
  CAD: 2,
  JPY: 0,
};

/** The symbol of a ledger asset, whose network may follow it. */
export const symbolOf = (asset: string): string => asset.split("@")[0] ?? asset;
export const networkTypeOf = (asset: string): string | undefined =>
  asset.startsWith("USDT") ? asset.split("@")[1] : undefined;
export const scaleOf = (asset: string): number => {
  const scale = SCALES[symbolOf(asset)];
  if (scale === undefined) throw new Error(`${asset} has no scale`);
  return scale;
};

export const read = (text: string): Exact => {
  const [whole = "", fraction = ""] = text.split(".");
  return { units: BigInt(whole + fraction), scale: fraction.length };
};

/** As the API writes it: no exponent, no trailing zeros. */
export function write({ units, scale }: Exact): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const [whole, fraction] = [digits.slice(0, digits.length - scale), digits.slice(digits.length - scale)];
  const rest = fraction.replace(/0+$/, "");
  return `${units < 0n ? "-" : ""}${whole}${rest && `.${rest}`}`;
}

export const amount = (asset: string, units: bigint): string => write({ units, scale: scaleOf(asset) });

/** Towards minus infinity, below zero too. */
export const quotientDown = (a: bigint, b: bigint): bigint => a / b - (a % b !== 0n && a < 0n !== b < 0n ? 1n : 0n);

/** A product in a fiat's units, rounded down. */
export function timesDown(a: Exact, b: Exact, fiat: string): bigint {
  return quotientDown(a.units * b.units * 10n ** BigInt(scaleOf(fiat)), 10n ** BigInt(a.scale + b.scale));
}
