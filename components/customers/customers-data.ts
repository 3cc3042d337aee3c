"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { GivenOf } from "#lib/contract/endpoint.ts";
import { getCustomerCall, listCustomersCall } from "#lib/customers/calls.ts";
import type { CustomerLine, getCustomerEndpoint, listCustomersEndpoint } from "#lib/customers/contract.ts";
import { useList } from "#components/live/list.ts";
import { usePagesOf } from "#components/live/pages-of.ts";
import { useApi } from "#components/staff.tsx";

export type CustomersQuery = Omit<GivenOf<typeof listCustomersEndpoint>, "limit" | "startsAfter">;

/** Customers as the query sorts them; the first page says what all of them come to. */
export function useCustomers(filter: CustomersQuery) {
  return useList({
    ...usePagesOf(listCustomersCall, filter),
    idOf: ({ subaccount }: CustomerLine) => subaccount,
    arriving: "show",
  });
}

/** One customer, or what belongs to no bill, in a period. */
export const useCustomer = (requested: GivenOf<typeof getCustomerEndpoint>) =>
  useQuery({ ...useApi().queryOptions(getCustomerCall, requested), placeholderData: keepPreviousData });
