import { countText } from "./amount.ts";

/** A count with what it counts: `1 row`, `1 200 rows`. */
export const plural = (count: number, one: string, many: string): string =>
  `${countText(count)} ${count === 1 ? one : many}`;
