import { spanText } from "#lib/contract/span-text.ts";
import { DAY_MS } from "#components/filters/range.ts";

// The lists whose rows the overview's figures add up, of the very span of time that a figure is of.

/** Whole days of UTC, the last one included. */
const spanOfDays = (first: string, last: string): string => spanText(Date.parse(first), Date.parse(last) + DAY_MS);

const listed = (path: string, filters: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams({ range: "90d", ...filters })}`;

/** Bills created on a day that received something, of one crypto or all. */
export const receivedHref = (day: string, cryptoType: string | undefined): string =>
  listed("/payments", { received: "true", created: spanOfDays(day, day), ...(cryptoType && { cryptoType }) });

/** Bills of which something was sold on a day, but by conversions. */
export const soldHref = (day: string): string => listed("/payments", { sold: spanOfDays(day, day) });

/** Conversions executed from one day to another. */
export const executedHref = (first: string, last: string): string =>
  listed("/conversions", { status: "EXECUTED", executed: spanOfDays(first, last) });

/** Unpaid bills that expire from one instant until before another. */
export const expiringHref = (from: number, to: number): string =>
  listed("/payments", { status: "PENDING", expires: spanText(from, to), sort: "expiryTime" });
