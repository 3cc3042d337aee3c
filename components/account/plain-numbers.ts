import { Decimal } from "#lib/kernel/decimal.ts";

/** The same value with exact numbers as plain ones: for the browser's own interfaces, never for money. */
export function plainNumbers(value: unknown): unknown {
  if (value instanceof Decimal) return Number(value.toString());
  if (Array.isArray(value)) return value.map(plainNumbers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainNumbers(inner)]));
}
