"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { changeViewCall, deleteViewCall, listViewsCall, makeViewCall } from "#lib/views/calls.ts";
import type { ViewRecord } from "#lib/views/contract.ts";
import { useOnce } from "#components/intent.ts";
import { only, renew } from "#components/keys.ts";
import { useApi } from "#components/staff.tsx";

const VIEWS = only(listViewsCall);

export type Page = ViewRecord["page"];

/** One's own views of all pages and those shared to one's role. */
export function useViews() {
  return useQuery({
    ...useApi().queryOptions(listViewsCall, {}),
    select: ({ data }) => data,
    staleTime: 60_000,
  });
}

export type Draft = { page: Page; name: string; query: string; sharedTo: ViewRecord["sharedTo"] | undefined };

/** Keeps the page as it is under a name; a name that one has on this page already takes the new address. */
export function useSaveView(own: readonly ViewRecord[]) {
  const { account } = useApi();
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: ({ page, ...draft }: Draft) => {
      const known = ownNamed(own, page, draft.name);
      if (!known) return once(makeViewCall, { page, ...draft });
      const { query, sharedTo = "nobody" } = draft;
      return once(changeViewCall, { viewId: known.viewId, query, sharedTo });
    },
    onSettled: () => renew(client, account, VIEWS),
  });
}

/** One's own view of that name on that page, whatever its letters. */
export const ownNamed = (views: readonly ViewRecord[], page: Page, name: string): ViewRecord | undefined =>
  views.find((view) => view.mine && view.page === page && view.name.toLowerCase() === name.trim().toLowerCase());

/** Deletes a view, and brings a deleted one back. */
export function useViewRemoval() {
  const { account, mutate } = useApi();
  const client = useQueryClient();
  const once = useOnce();
  const settled = { onSettled: () => renew(client, account, VIEWS) };
  const remove = useMutation({
    mutationFn: ({ viewId }: ViewRecord) => once(deleteViewCall, { viewId }),
    ...settled,
  });
  const restore = useMutation({
    mutationFn: ({ viewId }: ViewRecord) => mutate(changeViewCall, { viewId, deleted: false }),
    ...settled,
  });
  return { remove, restore };
}
