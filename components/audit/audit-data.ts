"use client";

import { listAuditCall } from "#lib/audit/calls.ts";
import type { AuditRecord, listAuditEndpoint } from "#lib/audit/contract.ts";
import type { GivenOf } from "#lib/contract/endpoint.ts";
import { keyOf } from "#components/keys.ts";
import { useList } from "#components/live/list.ts";
import { useApi } from "#components/staff.tsx";

/** The first page is a screenful and a little; each later page is larger. */
const PAGE = 40;
const NEXT_PAGE = 100;

export type AuditQuery = GivenOf<typeof listAuditEndpoint>;

const idOf = (row: AuditRecord) => `${row.requestId} ${row.action} ${row.objectId} ${row.at}`;

/** The audit record of a filter, newest first. */
export function useAudit(filter: AuditQuery) {
  const { account, query } = useApi();
  return useList({
    keyOf: (held) => keyOf(listAuditCall, account, held, filter),
    read: (startsAfter, signal) => {
      const limit = startsAfter === undefined ? PAGE : NEXT_PAGE;
      return query(listAuditCall, { ...filter, limit, startsAfter }, { signal });
    },
    idOf,
    repeated: "other",
  });
}
