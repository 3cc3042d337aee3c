import { LIST_FILTERS } from "#lib/payments/filters.ts";

type Lookups = {
  [Name in keyof typeof LIST_FILTERS]: (typeof LIST_FILTERS)[Name] extends { kind: "lookup" } ? Name : never;
}[keyof typeof LIST_FILTERS];

/** What the search field understands. */
export type Search = Lookups;

/** What a searched text is, by its shape alone; anything else is taken for the PSP's own reference. */
export function detectSearch(typed: string): { by: Search; value: string } | undefined {
  const value = typed.trim();
  if (value === "") return undefined;
  const by = SEARCHES.find((name) => LIST_FILTERS[name].shapes.some((shape) => shape.test(value))) ?? "reference";
  return { by, value: by === "paymentId" ? value.toLowerCase() : value };
}

const SEARCHES: readonly Search[] = ["paymentId", "txHash", "address", "reference"];
