import type { App } from "#lib/kernel/app.ts";
import type { Crypto, Fiat } from "#lib/kernel/assets.ts";
import { legsOf } from "./cross.ts";
import { rulesOf } from "./reference.ts";

/**
 * Whether a pair can have a price at all (rulebook 4.2): as many feeds as a price needs tell it, of a cross each of its legs. Where
 * no feed is read, as in the sandbox, the market has every pair.
 */
export function isPriced(app: App, base: Crypto, fiat: Fiat): boolean {
  if (app.feeds.length === 0) return true;
  const cross = app.env.crosses.find((each) => each.base === base && each.fiat === fiat);
  const legs = cross ? legsOf(cross) : [{ base, fiat }];
  return legs.every((leg) => {
    const telling = app.feeds.filter(({ pairs }) =>
      pairs.some((pair) => pair.base === leg.base && pair.fiat === leg.fiat),
    );
    return telling.length >= rulesOf(app).sourcesNeeded;
  });
}
