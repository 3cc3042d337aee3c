"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  houseAuditFileCall,
  listAuditCall,
  listAuditValuesCall,
  listHouseAuditCall,
  listHouseAuditValuesCall,
  verifyHouseAuditCall,
} from "#lib/audit/calls.ts";
import type { AuditRecord, listAuditEndpoint, listAuditValuesEndpoint } from "#lib/audit/contract.ts";
import type { GivenOf, OutputOf } from "#lib/contract/endpoint.ts";
import { only, renew } from "#components/keys.ts";
import { useList } from "#components/live/list.ts";
import { useWhosePages } from "#components/live/whose-pages.ts";
import { saveFile } from "#components/save-file.ts";
import { useApi } from "#components/staff.tsx";
import { useOf } from "#components/whose.tsx";

const CALLS = { own: listAuditCall, house: listHouseAuditCall };
/** The first page is a screenful and a little; each later page is larger. */
const PAGES = { first: 40, next: 100 };

export type AuditQuery = GivenOf<typeof listAuditEndpoint>;

const idOf = (row: AuditRecord) => `${row.requestId} ${row.action} ${row.objectId} ${row.at}`;

/** What the house does has no event: while the page is seen it asks at this pace. */
const HOUSE_RENEW_MS = 10_000;

/** The audit record of the account, or of the house, by a filter, newest first. */
export function useAudit(filter: AuditQuery) {
  const ofHouse = useOf() === "house";
  return useList({
    ...useWhosePages(CALLS, filter, PAGES),
    idOf,
    repeated: "other",
    renewMs: () => ofHouse && HOUSE_RENEW_MS,
  });
}

export type AuditValues = OutputOf<typeof listAuditValuesEndpoint>;

/** Whom, what and which kinds of objects the whole record has, to filter it by. */
export function useAuditValues() {
  const { queryOptions } = useApi();
  const ofHouse = useOf() === "house";
  return useQuery(ofHouse ? queryOptions(listHouseAuditValuesCall, {}) : queryOptions(listAuditValuesCall, {}));
}

/** The last time the seals were verified, as the record has it; null where that was never. */
export const useLastVerification = () =>
  useQuery({ ...useApi().queryOptions(listHouseAuditCall, LAST), select: ({ data }) => data[0] ?? null });
const LAST = { action: "audit.verify", limit: 1 };

/** Has the seals verified; the line that says so is the newest of the record then. */
export function useVerification() {
  const { account, mutate } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => mutate(verifyHouseAuditCall, {}),
    onSettled: () => renew(client, account, only(listHouseAuditCall)),
  });
}

/** Saves what a filter finds of the house's record as a file. */
export function useHouseAuditFile() {
  const { file } = useApi();
  return useMutation({
    mutationFn: async ({ limit: _limit, startsAfter: _startsAfter, ...filter }: AuditQuery) =>
      saveFile(
        `audit-of-the-house-${new Date().toISOString().slice(0, 10)}.csv`,
        await file(houseAuditFileCall, filter),
      ),
  });
}
