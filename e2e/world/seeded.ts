/** Chance that can be told again: the same seed gives the same choices. */
export type Chance = {
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  pick<T extends readonly unknown[]>(choices: T): T[number];
};

/** mulberry32: 32 bits of state are plenty for choosing, none for secrets. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return { whole, pick: (choices) => choices[whole(0, choices.length - 1)] };
}
