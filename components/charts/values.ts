import type { Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { floorTo } from "#lib/kernel/money.ts";
import type { OverviewRecord, VolumeRecord } from "#lib/overview/contract.ts";

export function sumOf(values: readonly (Decimal | undefined)[]): Decimal {
  return values.reduce<Decimal>((sum, value) => (value ? sum.plus(value) : sum), Decimal.ZERO);
}

/** What became of what was received, from the foot of a bar upwards. */
export const VOLUME_PARTS = ["converted", "kept", "pending"] as const;

export type Day = { day: string; converted: Decimal; kept: Decimal; pending: Decimal; count: number };

const DAY_MS = 86_400_000;

/** What the page knows of the worth of each fiat in the one that is chosen. */
export type FiatRates = OverviewRecord["rates"];

/**
 * Every one of the last `days` days up to `now`, those without volume too, of one crypto or all. Every fiat is counted,
 * valued at its rate, and the sum of a day rounded down; those that have no rate are answered by name.
 */
export function daysOf(
  volume: readonly VolumeRecord[],
  {
    now,
    days,
    fiat,
    rates,
    crypto,
  }: { now: number; days: number; fiat: Fiat; rates: FiatRates; crypto?: string | undefined },
): { days: Day[]; unpriced: Fiat[] } {
  const chosen = volume.filter((one) => crypto === undefined || one.cryptoType === crypto);
  const rateOf = (one: VolumeRecord) => rates.find((rate) => rate.fiat === one.fiat)?.rate;
  const worth = (rows: readonly VolumeRecord[], kind: (typeof VOLUME_PARTS)[number]) =>
    floorTo(fiat, sumOf(rows.map((one) => rateOf(one)?.times(one[kind]))));
  return {
    unpriced: [...new Set(chosen.filter((one) => !rateOf(one)).map((one) => one.fiat))],
    days: Array.from({ length: days }, (_, at) => {
      const day = new Date(now - (days - 1 - at) * DAY_MS).toISOString().slice(0, 10);
      const same = chosen.filter((one) => one.day === day);
      return {
        day,
        converted: worth(same, "converted"),
        kept: worth(same, "kept"),
        pending: worth(same, "pending"),
        count: same.reduce((sum, one) => sum + one.count, 0),
      };
    }),
  };
}

/** A share in percent with one decimal, rounded down. */
export function shareOf(part: Decimal, whole: Decimal): Decimal {
  return whole.isZero() ? Decimal.ZERO : part.times(Decimal.of(100n)).dividedDown(whole, 1);
}

/** The axis ends at a round number: 1, 2 or 5 times a power of ten. Only for drawing. */
export function axisTop(days: readonly Day[]): number {
  const most = Math.max(...days.map((one) => Number(sumOf(VOLUME_PARTS.map((part) => one[part])).toString())), 1);
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 5, 10].find((one) => one * power >= most) ?? 10;
  return step * power;
}

/** A part of a whole for a meter, in percent from 0 to 100. Only for drawing. */
export function percentOf(part: Decimal, whole: Decimal): number {
  const all = Number(whole.toString());
  return all === 0 ? 0 : Math.min(100, Math.round((Number(part.toString()) / all) * 100));
}
