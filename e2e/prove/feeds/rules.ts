/** A word of an exchange as it was written, at the time it counts from. */
export type Heard = { exchange: string; bid: string; ask: string; at: number };

const E8 = 100_000_000n;

/**
 * The rules of a price, said a second time and in no line shared with the program: in units of 10^-8, undefined when there
 * must be no price.
 */
export function judgedPrice(
  heard: readonly Heard[],
  now: number,
  last?: { bid: string; at: number },
): string | undefined {
  const voices = new Map<string, { bid: bigint; at: number }>();
  for (const each of heard) {
    const bid = usableBid(each, now);
    const known = voices.get(each.exchange);
    if (bid !== undefined && (!known || each.at > known.at)) voices.set(each.exchange, { bid, at: each.at });
  }
  const bids = [...voices.values()].map(({ bid }) => bid);
  const middle = median(bids);
  const near = bids.filter((bid) => (bid > middle ? bid - middle : middle - bid) * 100n <= middle);
  const price = median(near);
  if (near.length < 2 || near.length * 2 <= bids.length) return undefined;
  const before = last && now - last.at < 86_400_000 ? e8(`"${last.bid}"`) : undefined;
  if (before !== undefined && (price >= before * 2n || price * 2n <= before)) return undefined;
  return decimal(price);
}

function usableBid({ at, ...quoted }: Heard, now: number): bigint | undefined {
  const [bid = 0n, ask = 0n] = [e8(quoted.bid), e8(quoted.ask)];
  const good = bid > 0n && ask >= bid && ask * 100n <= bid * 105n;
  return good && now - at < 15_000 && at - now <= 2_000 ? bid : undefined;
}

function e8(token: string): bigint | undefined {
  const [, sign, whole, fraction = ""] = /^"?(-?)(\d+)(?:\.(\d{1,8}))?"?$/.exec(token) ?? [];
  if (whole === undefined) return undefined;
  const units = BigInt(whole) * E8 + BigInt(fraction.padEnd(8, "0"));
  return sign ? -units : units;
}

function median(values: readonly bigint[]): bigint {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const upper = sorted[sorted.length >> 1] ?? 0n;
  const lower = sorted[(sorted.length - 1) >> 1] ?? 0n;
  return (upper + lower) / 2n;
}

const decimal = (units: bigint): string =>
  `${units / E8}.${(units % E8).toString().padStart(8, "0")}`.replace(/\.?0+$/, "");
