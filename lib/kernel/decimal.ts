/**
 * An exact decimal: `units × 10^-scale`. Money, prices and every JSON number of the API are this value;
 * no float is ever made of it. Values are kept normalised (no trailing zeros), so equal numbers are equal fields.
 */
export class Decimal {
  readonly units: bigint;
  readonly scale: number;

  private constructor(units: bigint, scale: number) {
    this.units = units;
    this.scale = scale;
  }

  static readonly ZERO: Decimal = new Decimal(0n, 0);

  /** `units × 10^-scale`; scale 0 to 60. */
  static of(units: bigint, scale = 0): Decimal {
    let u = units;
    let s = scale;
    while (s > 0 && u % 10n === 0n) {
      u /= 10n;
      s -= 1;
    }
    return new Decimal(u, s);
  }

  /** Reads a JSON number token, exponent within ±20 included. Undefined when the text is no such number. */
  static parse(text: string): Decimal | undefined {
    const match = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?)0*(\d{1,4}))?$/.exec(text);
    if (!match) return undefined;
    const [, sign = "", whole = "0", written = "", direction = "", digitsOfExponent = "0"] = match;
    const exponent = Number(`${direction}${digitsOfExponent}`);
    if (Math.abs(exponent) > MAX_EXPONENT) return undefined;
    const fraction = withoutLastZeros(written);
    const digits = BigInt(`${sign}${whole}${fraction}`);
    const scale = fraction.length - exponent;
    return scale >= 0 ? Decimal.of(digits, scale) : Decimal.of(digits * 10n ** BigInt(-scale));
  }

  /** Reads a literal of our own (database, code); a malformed one is a fault of ours. */
  static from(text: string | bigint | number): Decimal {
    if (typeof text === "bigint") return Decimal.of(text);
    if (typeof text === "number" && !Number.isSafeInteger(text))
      throw new TypeError("Decimal.from takes integers or text, never a float");
    const value = Decimal.parse(String(text));
    if (!value) throw new TypeError(`not a decimal: ${text}`);
    return value;
  }

  isZero(): boolean {
    return this.units === 0n;
  }

  plus(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale);
    return Decimal.of(this.at(scale) + other.at(scale), scale);
  }

  minus(other: Decimal): Decimal {
    return this.plus(Decimal.of(-other.units, other.scale));
  }

  times(other: Decimal): Decimal {
    return Decimal.of(this.units * other.units, this.scale + other.scale);
  }

  compare(other: Decimal): -1 | 0 | 1 {
    const scale = Math.max(this.scale, other.scale);
    const a = this.at(scale);
    const b = other.at(scale);
    return a < b ? -1 : a > b ? 1 : 0;
  }

  /** The integer `value × 10^scale`, or undefined when the value has more decimals than that. */
  toUnits(scale: number): bigint | undefined {
    return this.scale <= scale ? this.at(scale) : undefined;
  }

  /** The largest integer not above `value × 10^scale`. */
  floorUnits(scale: number): bigint {
    if (this.scale <= scale) return this.at(scale);
    return floorDiv(this.units, 10n ** BigInt(this.scale - scale));
  }

  /** The smallest integer not below `value × 10^scale`. */
  ceilUnits(scale: number): bigint {
    return -Decimal.of(-this.units, this.scale).floorUnits(scale);
  }

  /** `value / divisor` rounded down to `scale` decimals. */
  dividedDown(divisor: Decimal, scale: number): Decimal {
    const shift = scale + divisor.scale - this.scale;
    const numerator = shift >= 0 ? this.units * 10n ** BigInt(shift) : this.units;
    const denominator = shift >= 0 ? divisor.units : divisor.units * 10n ** BigInt(-shift);
    return Decimal.of(floorDiv(numerator, denominator), scale);
  }

  /** Decimal literal: no exponent, no trailing zeros. */
  toString(): string {
    return this.toFixed(this.scale);
  }

  /** Literal with exactly `places` decimals; refuses to drop digits. */
  toFixed(places: number): string {
    if (places < this.scale) throw new RangeError("toFixed would drop digits");
    const sign = this.units < 0n ? "-" : "";
    const digits = (this.units < 0n ? -this.at(places) : this.at(places)).toString().padStart(places + 1, "0");
    return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
  }

  /** Structured copies and debuggers see the literal; the API's writer emits a number token. */
  toJSON(): string {
    return this.toString();
  }

  private at(scale: number): bigint {
    return this.units * 10n ** BigInt(scale - this.scale);
  }
}

/** Exponents beyond this are refused: rulebook 1.2. */
const MAX_EXPONENT = 20;

/** Cut off as text: thousands of zeros divided away one by one would hold the process up for seconds. */
function withoutLastZeros(fraction: string): string {
  let end = fraction.length;
  while (end > 0 && fraction[end - 1] === "0") end -= 1;
  return fraction.slice(0, end);
}

/** Integer division towards negative infinity. */
export function floorDiv(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  return numerator % denominator !== 0n && numerator < 0n !== denominator < 0n ? quotient - 1n : quotient;
}

/** Integer division towards positive infinity. */
export function ceilDiv(numerator: bigint, denominator: bigint): bigint {
  return -floorDiv(-numerator, denominator);
}
