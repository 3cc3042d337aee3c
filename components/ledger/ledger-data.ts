"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { GivenOf, OutputOf } from "#lib/contract/endpoint.ts";
import { getBalanceMovementCall, getStatementCall } from "#lib/ledger/calls.ts";
import type { getBalanceMovementEndpoint, getStatementEndpoint } from "#lib/ledger/contract.ts";
import { useList } from "#components/live/list.ts";
import { usePagesOf } from "#components/live/pages-of.ts";
import { useApi } from "#components/staff.tsx";

/** The first page is a screenful and a little; each later page is larger. */
const PAGES = { first: 40, next: 100 };

export type StatementQuery = Omit<GivenOf<typeof getStatementEndpoint>, "limit" | "startsAfter">;
/** One line of the statement (rulebook 11.3): `amount` is signed, `balance` is what the account stood at after it. */
export type Movement = OutputOf<typeof getStatementEndpoint>["data"][number];

export const movementKey = (row: Movement): string =>
  `${row.transactionId} ${row.account} ${row.asset} ${row.networkType ?? ""} ${row.balance}`;

/** How the holdings moved in a period that ends now or at an instant. */
export const useMovement = (requested: GivenOf<typeof getBalanceMovementEndpoint>) =>
  useQuery({ ...useApi().queryOptions(getBalanceMovementCall, requested), placeholderData: keepPreviousData });

/** The account's movements, newest first. */
export function useStatement(filter: StatementQuery) {
  return useList({
    ...usePagesOf(getStatementCall, filter, PAGES),
    idOf: movementKey,
    repeated: "other",
  });
}
