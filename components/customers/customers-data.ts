"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { GivenOf } from "#lib/contract/endpoint.ts";
import { getCustomerCall, listCustomersCall } from "#lib/customers/calls.ts";
import type {
  CustomerLine,
  CustomerList,
  getCustomerEndpoint,
  listCustomersEndpoint,
} from "#lib/customers/contract.ts";
import { keyOf } from "#components/keys.ts";
import { useList } from "#components/live/list.ts";
import { useApi } from "#components/staff.tsx";

const PAGE = 100;

export type CustomersQuery = Omit<GivenOf<typeof listCustomersEndpoint>, "limit" | "startsAfter">;

/** Customers as the query sorts them; the first page says what all of them come to. */
export function useCustomers(filter: CustomersQuery) {
  const { account, query } = useApi();
  return useList<CustomerLine, CustomerList>({
    keyOf: (held) => keyOf(listCustomersCall, account, held, filter),
    read: (startsAfter, signal) => query(listCustomersCall, { ...filter, limit: PAGE, startsAfter }, { signal }),
    idOf: ({ subaccount }) => subaccount,
    arriving: "show",
  });
}

/** One customer, or what belongs to no bill, in a period. */
export const useCustomer = (requested: GivenOf<typeof getCustomerEndpoint>) =>
  useQuery({ ...useApi().queryOptions(getCustomerCall, requested), placeholderData: keepPreviousData });
