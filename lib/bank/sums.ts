/** What may be paid, or may pay, by its exact sum; `at` is its day. */
export type Summand = { id: string; units: bigint; at: Date };

/** Lines and what they pay, of one sum: one line and several things, several lines and one thing, or one of each. */
export type Fit = { lines: readonly string[]; things: readonly string[] };

/** A search takes at most so many candidates: what would take more is a person's. */
const MOST_CANDIDATES = 12;
/** So far apart the several of one fit may be. */
export const WITHIN_MS = 86_400_000;

/**
 * The fits of a line to a thing, of several lines to one, or of several things to one line, that are the only ones of all
 * their lines and things: the sum to the unit, and the several within a day of one another. `mayPay` says what may never be put together.
 * Where a search has too many candidates nothing fits, since nobody has looked whether another does.
 */
export function onlyFits(
  lines: readonly Summand[],
  things: readonly Summand[],
  mayPay: (lineId: string, thingId: string) => boolean,
): Fit[] {
  const fits: Fit[] = [];
  for (const line of lines) {
    const own = things.filter((thing) => thing.units <= line.units && mayPay(line.id, thing.id));
    const found = choicesOf(own, line.units);
    if (!found) return [];
    for (const some of found) fits.push({ lines: [line.id], things: some });
  }
  for (const thing of things) {
    const own = lines.filter((line) => line.units < thing.units && mayPay(line.id, thing.id));
    const found = choicesOf(own, thing.units);
    if (!found) return [];
    for (const some of found) fits.push({ lines: some, things: [thing.id] });
  }
  return fits.filter((fit) => fits.every((other) => other === fit || !isTouching(fit, other)));
}

const isTouching = (a: Fit, b: Fit): boolean =>
  a.lines.some((id) => b.lines.includes(id)) || a.things.some((id) => b.things.includes(id));

/** Every choice of exactly this sum whose days lie within one of each other; undefined where too many might be chosen. */
function choicesOf(from: readonly Summand[], sum: bigint): string[][] | undefined {
  const sorted = [...from].sort((a, b) => +a.at - +b.at);
  const found: string[][] = [];
  for (const [at, first] of sorted.entries()) {
    const others = sorted.slice(at + 1).filter((other) => +other.at - +first.at <= WITHIN_MS);
    if (others.length >= MOST_CANDIDATES) return undefined;
    choose(others, sum - first.units, [first.id], found);
  }
  return found;
}

function choose(from: readonly Summand[], rest: bigint, chosen: readonly string[], found: string[][]): void {
  if (rest === 0n) found.push([...chosen]);
  if (rest <= 0n) return;
  for (const [at, one] of from.entries()) choose(from.slice(at + 1), rest - one.units, [...chosen, one.id], found);
}
