import type { Range } from "./range-store.ts";

/** The holes between scanned ranges, lowest first. An empty range (last = first − 1) says from where blocks are wanted. */
export function gapsIn(ranges: readonly Range[]): Range[] {
  const gaps: Range[] = [];
  let next: number | undefined;
  for (const { first, last } of [...ranges].sort((a, b) => a.first - b.first)) {
    if (next !== undefined && first > next) gaps.push({ first: next, last: first - 1 });
    next = Math.max(next ?? first, last + 1);
  }
  return gaps;
}

/** The highest block below which nothing is missing; undefined when nothing has been scanned, or all is wanted again. */
export function completeTo(ranges: readonly Range[]): number | undefined {
  const [gap] = gapsIn(ranges);
  const highest = gap ? gap.first - 1 : Math.max(...ranges.map(({ last }) => last));
  return highest < 0 ? undefined : highest;
}
