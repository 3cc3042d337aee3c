"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ViewRecord } from "#lib/views/contract.ts";
import { useIntent } from "#components/intent.ts";
import { useApi } from "#components/staff.tsx";

const PATH = "/manage/v1/views";

export type Page = ViewRecord["page"];

/** One's own views of all pages and those shared to one's role. */
export function useViews() {
  const { account, call } = useApi();
  return useQuery({
    queryKey: ["views", account],
    queryFn: async ({ signal }) => (await call<{ data: ViewRecord[] }>(PATH, { signal })).data,
    staleTime: 60_000,
  });
}

export type Draft = { page: Page; name: string; query: string; sharedTo: ViewRecord["sharedTo"] | undefined };

/** Keeps the page as it is under a name; a name that one has on this page already takes the new address. */
export function useSaveView(own: readonly ViewRecord[]) {
  const { account, call } = useApi();
  const client = useQueryClient();
  const once = useIntent();
  return useMutation({
    mutationFn: ({ page, ...draft }: Draft) => {
      const known = ownNamed(own, page, draft.name);
      const body = known ? { query: draft.query, sharedTo: draft.sharedTo ?? "nobody" } : { page, ...draft };
      const path = known ? `${PATH}/${known.viewId}` : PATH;
      const method = known ? "PATCH" : "POST";
      return once(body, (idempotencyKey) => call<ViewRecord>(path, { method, body, idempotencyKey }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["views", account] }),
  });
}

/** One's own view of that name on that page, whatever its letters. */
export const ownNamed = (views: readonly ViewRecord[], page: Page, name: string): ViewRecord | undefined =>
  views.find((view) => view.mine && view.page === page && view.name.toLowerCase() === name.trim().toLowerCase());

/** Deletes a view, and brings a deleted one back. */
export function useViewRemoval() {
  const { account, call } = useApi();
  const client = useQueryClient();
  const once = useIntent();
  const settled = { onSettled: () => client.invalidateQueries({ queryKey: ["views", account] }) };
  const remove = useMutation({
    mutationFn: ({ viewId }: ViewRecord) =>
      once({ viewId }, (idempotencyKey) => call<ViewRecord>(`${PATH}/${viewId}`, { method: "DELETE", idempotencyKey })),
    ...settled,
  });
  const restore = useMutation({
    mutationFn: ({ viewId }: ViewRecord) =>
      call<ViewRecord>(`${PATH}/${viewId}`, { method: "PATCH", body: { deleted: false } }),
    ...settled,
  });
  return { remove, restore };
}
