"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { isHouseRole, isRole } from "#lib/contract/permissions.ts";
import {
  changeHouseViewCall,
  changeViewCall,
  deleteHouseViewCall,
  deleteViewCall,
  listHouseViewsCall,
  listViewsCall,
  makeHouseViewCall,
  makeViewCall,
} from "#lib/views/calls.ts";
import type { ViewRecord } from "#lib/views/contract.ts";
import { type Once, useOnce } from "#components/intent.ts";
import { only, renew } from "#components/keys.ts";
import { useApi } from "#components/staff.tsx";
import { useOf } from "#components/whose.tsx";

/** The views of the account, or of the house, whichever the part of the page is about. */
const useShown = () => only(useOf() === "house" ? listHouseViewsCall : listViewsCall);

export type Page = ViewRecord["page"];

/** One's own views of all pages and those shared to one's role. */
export function useViews() {
  const { queryOptions } = useApi();
  const options = useOf() === "house" ? queryOptions(listHouseViewsCall, {}) : queryOptions(listViewsCall, {});
  return useQuery({
    ...options,
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
  const house = useOf() === "house";
  const shown = useShown();
  return useMutation({
    mutationFn: (draft: Draft) => (house ? keepOfHouse(once, own, draft) : keep(once, own, draft)),
    onSettled: () => renew(client, account, shown),
  });
}

function keep(once: Once, own: readonly ViewRecord[], { page, sharedTo: role, ...draft }: Draft) {
  const known = ownNamed(own, page, draft.name);
  const sharedTo = role !== undefined && isRole(role) ? role : undefined;
  if (!known) return once(makeViewCall, { page, ...draft, sharedTo });
  return once(changeViewCall, { viewId: known.viewId, query: draft.query, sharedTo: sharedTo ?? "nobody" });
}

function keepOfHouse(once: Once, own: readonly ViewRecord[], { sharedTo: role, name, query }: Draft) {
  const known = ownNamed(own, "audit", name);
  const sharedTo = role !== undefined && isHouseRole(role) ? role : undefined;
  if (!known) return once(makeHouseViewCall, { page: "audit", name, query, sharedTo });
  return once(changeHouseViewCall, { viewId: known.viewId, query, sharedTo: sharedTo ?? "nobody" });
}

/** One's own view of that name on that page, whatever its letters. */
export const ownNamed = (views: readonly ViewRecord[], page: Page, name: string): ViewRecord | undefined =>
  views.find((view) => view.mine && view.page === page && view.name.toLowerCase() === name.trim().toLowerCase());

/** Deletes a view, and brings a deleted one back. */
export function useViewRemoval() {
  const { account, mutate } = useApi();
  const client = useQueryClient();
  const once = useOnce();
  const house = useOf() === "house";
  const shown = useShown();
  const settled = { onSettled: () => renew(client, account, shown) };
  const remove = useMutation({
    mutationFn: ({ viewId }: ViewRecord) =>
      house ? once(deleteHouseViewCall, { viewId }) : once(deleteViewCall, { viewId }),
    ...settled,
  });
  const restore = useMutation({
    mutationFn: ({ viewId }: ViewRecord) =>
      house
        ? mutate(changeHouseViewCall, { viewId, deleted: false })
        : mutate(changeViewCall, { viewId, deleted: false }),
    ...settled,
  });
  return { remove, restore };
}
