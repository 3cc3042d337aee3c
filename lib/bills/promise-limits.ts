import { type Crypto, type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf, minOf } from "#lib/kernel/money.ts";
import { leastSetting, openLimitInLive, type Settings } from "#lib/settings/setting.ts";
import type { BillTerms } from "./bill.ts";

/** What the house promises of a crypto in live with no limit of its own, in EUR. */
const OF_HOUSE_IN_LIVE = "1000000";

/** What may be promised in smallest units: to the account in a fiat and in the pair, by the house in the crypto and in the pair. */
export type PromiseLimits = {
  fiatLimit?: bigint;
  fiatPairLimit?: bigint;
  cryptoLimit?: bigint;
  cryptoPairLimit?: bigint;
};

/** What the limits are set by: `bids` are the last EUR bids we had, whatever their age. */
export type LimitSources = {
  mode: "sandbox" | "live";
  settings: Settings;
  bids: Readonly<Partial<Record<Crypto, string>>>;
};

/** Every limit that is set for a pair, and live's defaults where the house has set none (rulebook 4.17). */
export function limitsFor(from: LimitSources, crypto: Crypto, fiat: Fiat): PromiseLimits {
  const { settings } = from;
  const inFiat = accountLimit(from, fiat);
  const inPair = leastSetting(settings, "openExposureLimit", [`.${crypto}`, `.${crypto}.${fiat}`]);
  const inCrypto = houseLimit(from, crypto);
  const ofPair = leastSetting(settings, "houseExposureLimit", [`.${fiat}`, `.${crypto}.${fiat}`]);
  return {
    ...(inFiat && { fiatLimit: inFiat.floorUnits(scaleOf(fiat)) }),
    ...(inPair && { fiatPairLimit: inPair.floorUnits(scaleOf(fiat)) }),
    ...(inCrypto && { cryptoLimit: inCrypto.floorUnits(scaleOf(crypto)) }),
    ...(ofPair && { cryptoPairLimit: ofPair.floorUnits(scaleOf(crypto)) }),
  };
}

/** What may be promised to an account in a fiat, over all cryptos. */
export function accountLimit({ mode, settings }: LimitSources, fiat: Fiat): Decimal | undefined {
  const set = leastSetting(settings, "openExposureLimit", ["", `.${fiat}`]);
  const hasHouse = leastSetting({ ...settings, account: {} }, "openExposureLimit", ["", `.${fiat}`]) !== undefined;
  if (mode === "sandbox" || hasHouse) return set;
  const standard = Decimal.from(openLimitInLive(fiat));
  return set && set.compare(standard) < 0 ? set : standard;
}

/** What the house may promise and hold of a crypto, over all accounts and fiats; without any bid in EUR live has no default. */
export function houseLimit({ mode, settings, bids }: LimitSources, crypto: Crypto): Decimal | undefined {
  const set = leastSetting(settings, "houseExposureLimit", ["", `.${crypto}`]);
  const bid = bids[crypto];
  if (set || mode === "sandbox" || bid === undefined) return set;
  return Decimal.from(OF_HOUSE_IN_LIVE).dividedDown(Decimal.from(bid), scaleOf(crypto));
}

/** The largest `fiatReceivable` that still fits the rooms, by the price of the bill that does not. */
export function roomInFiat(terms: BillTerms, rooms: { ofAccount?: bigint; ofHouse?: bigint }): Decimal {
  const { asset, fiat, price, feeModel, explicitFeeBps } = terms;
  const sold = Decimal.of(BigInt(10_000 - (feeModel === "EXPLICIT" ? explicitFeeBps : 0)), 4);
  const ofHouse =
    rooms.ofHouse === undefined
      ? undefined
      : amountOf(asset, rooms.ofHouse).times(price).times(sold).floorUnits(scaleOf(fiat));
  const least = [rooms.ofAccount, ofHouse].filter((room) => room !== undefined).reduce(minOf);
  return amountOf(fiat, least > 0n ? least : 0n);
}
