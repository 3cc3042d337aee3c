import { LIST_FILTERS } from "#lib/payments/filters.ts";
import type { GivenOf } from "#lib/contract/endpoint.ts";
import type { getPaymentEndpoint } from "#lib/payments/contract.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { SORTS } from "#lib/payments/payment-states.ts";
import { type Filtered, queryOf, readFilters } from "#components/filters/codec.ts";
import { readSort, type Sort, sortParam } from "#components/filters/sort.ts";
import { fiatOfSort } from "#components/filters/sort-note.tsx";
import type { Zone } from "#lib/i18n/times.ts";

export type SortField = (typeof SORTS)[number];
export type PaymentFilter = Filtered<typeof LIST_FILTERS> & { sort: Sort<SortField>; in: Fiat | undefined };
/** The query of Get Payment; page size and token come on top. */
export type PaymentQuery = GivenOf<typeof getPaymentEndpoint>;

export const DEFAULT_SORT: Sort<SortField> = { id: "createdAt", desc: true };

/** Reads the page's URL; what it does not know it leaves out, so an old link still works. */
export function readFilter(params: URLSearchParams): PaymentFilter {
  const sort = readSort(SORTS, params.get("sort"), DEFAULT_SORT);
  return { ...readFilters(LIST_FILTERS, params), sort, in: fiatOfSort(sort, params) };
}

/** The API's parameters for a filter, at `now` of the server and in the reader's zone. */
export const filterQuery = (filter: PaymentFilter, now: number, zone: Zone): PaymentQuery => ({
  ...queryOf<typeof LIST_FILTERS>(filter, now, zone),
  sort: sortParam(filter.sort),
  ...(filter.in && { in: filter.in }),
});
