"use client";

import { useQuery } from "@tanstack/react-query";
import { MOST_COUNTED } from "#lib/contract/counted.ts";
import { writtenOf } from "#lib/contract/written.ts";
import { listConversionsCall } from "#lib/conversions/calls.ts";
import { countConversionsCall } from "#lib/conversions/count-calls.ts";
import { CONVERSION_LIST_FILTERS } from "#lib/conversions/filters.ts";
import { countPaymentsCall } from "#lib/payments/count-calls.ts";
import { LIST_FILTERS } from "#lib/payments/filters.ts";
import { useNow } from "#components/clock.ts";
import { queryOf, readFilters } from "#components/filters/codec.ts";
import { usePreferences } from "#components/preferences.tsx";
import { useApi } from "#components/staff.tsx";
import { countText } from "#lib/i18n/amount.ts";

/** Ranges such as "last 7 days" move on at this pace. */
const RANGE_STEP_MS = 3_600_000;
const STALE_MS = 60_000;
/** As many as one look counts. */
const MOST_VIEWS = 50;

/** A list by its address, and what it is known by. */
export type Countable = { id: string; query: string };
type Counts = Readonly<Record<string, number>>;

/** How many rows each of some lists of payments has, by its id, requested all at once; nothing until they are known. */
export function useViewCounts(lists: readonly Countable[]): Counts {
  const { queryOptions } = useApi();
  const { zone } = usePreferences();
  const now = useNow(RANGE_STEP_MS) ?? 0;
  const counted = lists.filter(({ query }) => !isOfOne(query)).slice(0, MOST_VIEWS);
  const filters = counted.map(({ query }) =>
    queryOf<typeof LIST_FILTERS>(readFilters(LIST_FILTERS, new URLSearchParams(query)), now, zone),
  );
  const { data } = useQuery({
    ...queryOptions(countPaymentsCall, { filters }),
    enabled: counted.length > 0 && now > 0,
    staleTime: STALE_MS,
  });
  return byId(counted, data?.counts);
}

/** The same of lists of conversions. */
export function useConversionCounts(lists: readonly Countable[]): Counts {
  const { queryOptions } = useApi();
  const { zone } = usePreferences();
  const now = useNow(RANGE_STEP_MS) ?? 0;
  const counted = lists.slice(0, MOST_VIEWS);
  const filters = counted.map(({ query }) => {
    const filtered = readFilters(CONVERSION_LIST_FILTERS, new URLSearchParams(query));
    // Times of conversions are written as text, also within a body.
    return writtenOf(listConversionsCall, queryOf<typeof CONVERSION_LIST_FILTERS>(filtered, now, zone)).query;
  });
  const { data } = useQuery({
    ...queryOptions(countConversionsCall, { filters }),
    enabled: counted.length > 0 && now > 0,
    staleTime: STALE_MS,
  });
  return byId(counted, data?.counts);
}

const byId = (lists: readonly Countable[], counts: readonly number[] = []): Counts =>
  Object.fromEntries(
    lists.flatMap(({ id }, at) => {
      const count = counts[at];
      return count === undefined ? [] : [[id, count]];
    }),
  );

/** More than are counted are written as "999+". */
export const viewCountText = (count: number): string =>
  count > MOST_COUNTED ? `${countText(MOST_COUNTED)}+` : countText(count);

const isOfOne = (query: string) => new URLSearchParams(query).has("paymentId");
