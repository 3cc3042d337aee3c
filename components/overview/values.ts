import { type Fiat, isFiat, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { OverviewRecord, VolumeRecord } from "#lib/overview/contract.ts";
import type { Balance } from "./overview-data.ts";

export type Price = OverviewRecord["prices"][number];
export type Position = { balance: Balance; price: Price | undefined; value: Decimal | undefined };

/** Crypto positions with their worth at the bid, rounded down; without a fresh price there is no worth. */
export function positionsOf(balances: readonly Balance[], prices: readonly Price[], fiat: Fiat): Position[] {
  return balances
    .filter(({ asset }) => !isFiat(asset))
    .map((balance) => {
      const price = prices.find((one) => one.cryptoType === balance.asset);
      const held = balance.available.plus(balance.locked).plus(balance.reserved).plus(balance.pending);
      const scale = scaleOf(fiat);
      const value = price ? Decimal.of(held.times(price.bid).floorUnits(scale), scale) : undefined;
      return { balance, price, value };
    });
}

/** The sum of the worths that are known. */
export const worthOf = (positions: readonly Position[]): Decimal => sumOf(positions.map(({ value }) => value));

export function sumOf(values: readonly (Decimal | undefined)[]): Decimal {
  return values.reduce<Decimal>((sum, value) => (value ? sum.plus(value) : sum), Decimal.ZERO);
}

export type Day = { day: string; converted: Decimal; kept: Decimal; count: number };

const DAY_MS = 86_400_000;

/** Every one of the last `days` days up to `now`, those without volume too, in one fiat and of one crypto or all. */
export function daysOf(
  volume: readonly VolumeRecord[],
  { now, days, fiat, crypto }: { now: number; days: number; fiat: string; crypto: string | undefined },
): Day[] {
  const chosen = volume.filter((one) => one.fiat === fiat && (crypto === undefined || one.cryptoType === crypto));
  return Array.from({ length: days }, (_, at) => {
    const day = new Date(now - (days - 1 - at) * DAY_MS).toISOString().slice(0, 10);
    const same = chosen.filter((one) => one.day === day);
    return {
      day,
      converted: sumOf(same.map((one) => one.converted)),
      kept: sumOf(same.map((one) => one.kept)),
      count: same.reduce((sum, one) => sum + one.count, 0),
    };
  });
}

/** The axis ends at a round number: 1, 2 or 5 times a power of ten. Only for drawing. */
export function axisTop(days: readonly Day[]): number {
  const most = Math.max(...days.map((one) => Number(one.converted.plus(one.kept).toString())), 1);
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 5, 10].find((one) => one * power >= most) ?? 10;
  return step * power;
}

/** A part of a whole for a meter, in percent from 0 to 100. Only for drawing. */
export function percentOf(part: Decimal, whole: Decimal): number {
  const all = Number(whole.toString());
  return all === 0 ? 0 : Math.min(100, Math.round((Number(part.toString()) / all) * 100));
}
