"use client";

import { useQuery } from "@tanstack/react-query";
import { getPaymentCall } from "#lib/payments/calls.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { MOST_DAYS } from "#lib/payments/filters.ts";
import { serverNow } from "#components/clock.ts";
import { keyOf } from "#components/keys.ts";
import { DAY_MS } from "#components/filters/range.ts";
import { useApi } from "#components/staff.tsx";

const PAGE = 500;
/** At most so many pages of bills are offered at once. */
const MOST_PAGES = 4;
/** Room for the request's own way within the 90 days that one search may span. */
const MARGIN_MS = 60_000;
const FILTER = { convertible: "true", sort: "createdAt", limit: PAGE } as const;

export type Convertible = { bills: readonly PaymentRecord[]; more: boolean };

/** Every bill of the last 90 days that has free crypto, the oldest first. */
export function useConvertible() {
  const { account, query } = useApi();
  return useQuery({
    queryKey: keyOf(getPaymentCall, account, "gathered", FILTER),
    queryFn: async ({ signal }): Promise<Convertible> => {
      const startTime = serverNow() - MOST_DAYS * DAY_MS + MARGIN_MS;
      const bills: PaymentRecord[] = [];
      let startsAfter: string | undefined;
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const list = await query(getPaymentCall, { ...FILTER, startTime, startsAfter }, { signal });
        bills.push(...list.data);
        if (list.startsAfter === null) return { bills, more: false };
        startsAfter = list.startsAfter;
      }
      return { bills, more: true };
    },
  });
}
