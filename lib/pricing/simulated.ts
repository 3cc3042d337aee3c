import { type Crypto, type Fiat, type GasAsset, isCrypto } from "#lib/kernel/assets.ts";
import { type Connections, type Db, decimalFrom } from "#lib/kernel/database.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { sharing } from "#lib/kernel/share-read.ts";
import { type Bids, levelsFrom } from "./book.ts";
import type { PriceSource, Sample } from "./market.ts";
import * as sql from "./pricing.sql.ts";

/** Where each pair's path begins: plausible bids, not quotes of any day. */
const START: Record<Crypto, Record<Fiat, string>> = {
  BTC: { EUR: "60000", USD: "65200", GBP: "51300", CAD: "89500", JPY: "9780000" },
  BCH: { EUR: "412.37", USD: "448.1", GBP: "352.6", CAD: "615.2", JPY: "67230" },
  USDT: { EUR: "0.9203", USD: "0.9998", GBP: "0.7868", CAD: "1.3725", JPY: "150.02" },
  USDC: { EUR: "0.9206", USD: "1", GBP: "0.787", CAD: "1.3729", JPY: "150.05" },
};

/** Waves of the path: period in seconds, swing in hundred-thousandths. Stablecoins swing a twentieth of it. */
const WAVES = [
  { period: 67, swing: 12n },
  { period: 613, swing: 90n },
  { period: 7_919, swing: 420n },
  { period: 104_729, swing: 1_900n },
] as const;
const STEP_SECONDS = 5;
const PARTS = 100_000n;
const PRICE_DECIMALS = 8;

/** The bid of an untouched pair: a deterministic path in business time, so that anyone can replay it. */
export function pathBid(base: Crypto, fiat: Fiat, now: Date): Decimal {
  let drift = driftAt(base, now);
  if (base === "USDT" || base === "USDC") drift /= 20n;
  const exact = Decimal.from(START[base][fiat]).times(Decimal.of(PARTS + drift, 5));
  return Decimal.of(exact.floorUnits(PRICE_DECIMALS), PRICE_DECIMALS);
}

/** What the coins that pay for gas cost, in USD: as plausible, on the same path. */
const COINS: Record<GasAsset, string> = { ETH: "2950", TRX: "0.27" };

export function pathCoin(asset: GasAsset, now: Date): Decimal {
  const exact = Decimal.from(COINS[asset]).times(Decimal.of(PARTS + driftAt(asset, now), 5));
  return Decimal.of(exact.floorUnits(PRICE_DECIMALS), PRICE_DECIMALS);
}

/** How far from its beginning a path is, in hundred-thousandths. */
function driftAt(base: string, now: Date): bigint {
  const seconds = Math.floor(now.getTime() / 1000 / STEP_SECONDS) * STEP_SECONDS + base.charCodeAt(0) * 31;
  let drift = 0n;
  for (const { period, swing } of WAVES) drift += triangle(seconds % period, period, swing);
  return drift;
}

/** A triangle wave between −swing and +swing, in whole numbers. */
function triangle(at: number, period: number, swing: bigint): bigint {
  const position = (BigInt(at) * 4n * swing) / BigInt(period);
  if (position <= swing) return position;
  return position <= 3n * swing ? 2n * swing - position : position - 4n * swing;
}

/** Half of the simulated market's spread above the bid: 4 basis points. */
const ASK_OVER_BID = Decimal.from("1.0004");
const STALE_AGE_MS = 60 * 60_000;

/** What the simulated market takes at each level of a pair that nobody gave a book (rulebook 10.6). */
const LEVEL_QUANTITY: Record<Crypto, Decimal> = {
  BTC: Decimal.from(50),
  BCH: Decimal.from(5_000),
  USDT: Decimal.from(5_000_000),
  USDC: Decimal.from(5_000_000),
};
const LAST_LEVEL = 100n;

/** Level k at bid × (1 − k × 0.001), rounded down to 8 decimals; made only as far as it is read. */
export function pathBids(base: Crypto, bid: Decimal): Bids {
  const quantity = LEVEL_QUANTITY[base];
  const whole = bid.floorUnits(PRICE_DECIMALS);
  return {
    *[Symbol.iterator]() {
      for (let k = 0n; k <= LAST_LEVEL; k += 1n) {
        const price = (whole * (1_000n - k)) / 1_000n;
        if (price > 0n) yield { price: Decimal.of(price, PRICE_DECIMALS), quantity };
      }
    },
  };
}

/** The sandbox's market: bids and books set by hand stay fresh until said to be stale, all others follow {@link pathBid}. */
export function simulatedMarket(db: Db | Connections): PriceSource {
  const share = sharing();
  return {
    name: "sandbox",
    async samples(base, fiat, now): Promise<Sample[]> {
      if (!isCrypto(base)) return [];
      // A few rows, if any: a caller that asks for every pair at once reads them once.
      const rows = await share("set by hand", () => sql.sandboxPrices(db));
      const set = rows.find((row) => row.base === base && row.fiat === fiat);
      const book = set?.levels ? levelsFrom(set.levels) : undefined;
      const bid = book?.[0]?.price ?? (set?.bid ? decimalFrom(set.bid) : pathBid(base, fiat, now));
      const at = set?.stale ? new Date(now.getTime() - STALE_AGE_MS) : now;
      return [
        {
          source: "sandbox",
          bid,
          ask: Decimal.of(bid.times(ASK_OVER_BID).floorUnits(PRICE_DECIMALS), PRICE_DECIMALS),
          at,
          bids: book ?? pathBids(base, bid),
        },
      ];
    },
  };
}
