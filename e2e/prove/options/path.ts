import type { Chance } from "#e2e/world/seeded.ts";
import { Decimal } from "#lib/kernel/decimal.ts";

/** How wild a market is: volatility a year and the mean number of jumps a day, each of up to `JUMP` either way. */
export type Wildness = { volatility: number; jumpsADay: number };

const MINUTES_A_YEAR = 365 * 24 * 60;
const MINUTES_A_DAY = 24 * 60;
const PARTS = 1_000_000;
const JUMP = 0.05;
const FIRST_BID = 60_000;
const CENTS = 2;

/** The bids of BTC/EUR, one a minute. Chance may be float; what the house reckons with is exact cents. */
export function pathOf(chance: Chance, minutes: number, { volatility, jumpsADay }: Wildness): readonly Decimal[] {
  const step = volatility * Math.sqrt(1 / MINUTES_A_YEAR);
  let bid = FIRST_BID;
  const bids: Decimal[] = [];
  for (let minute = 0; minute <= minutes; minute += 1) {
    bids.push(Decimal.of(BigInt(Math.round(bid * 10 ** CENTS)), CENTS));
    const jumps = share(chance) < jumpsADay / MINUTES_A_DAY ? (share(chance) * 2 - 1) * JUMP : 0;
    bid *= Math.exp(normal(chance) * step - (step * step) / 2 + jumps);
  }
  return bids;
}

const share = (chance: Chance): number => chance.whole(1, PARTS - 1) / PARTS;

/** Box and Muller: two even chances make one normal. */
const normal = (chance: Chance): number =>
  Math.sqrt(-2 * Math.log(share(chance))) * Math.cos(2 * Math.PI * share(chance));
