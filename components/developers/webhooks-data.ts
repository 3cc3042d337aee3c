"use client";

import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { DeliveryRecord, EndpointRecord } from "#lib/webhooks/contract.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { Call } from "#components/api.ts";
import { useApi } from "#components/staff.tsx";

const PATH = "/manage/v1/webhook-endpoints";
const PAGE = 50;
/** A delivery under way shows soon after it ends. */
const RENEW_MS = 5_000;

type Answered = Omit<EndpointRecord, "pending"> & { pending: Decimal };
type Page = { data: DeliveryRecord[]; startsAfter: string | null };

/** The account's endpoints, newest first, renewed while they are looked at. */
export function useEndpoints() {
  const { account, call } = useApi();
  return useQuery({
    queryKey: ["webhook-endpoints", account],
    queryFn: async ({ signal }) => {
      const { data } = await call<{ data: Answered[] }>(PATH, { signal });
      return data.map((row): EndpointRecord => ({ ...row, pending: Number(row.pending.toString()) }));
    },
    refetchInterval: RENEW_MS,
  });
}

/** One endpoint's deliveries with their tries, newest event first. */
export function useDeliveries(endpointId: string, status: string | undefined, objectId: string | undefined) {
  const { account, call } = useApi();
  return useInfiniteQuery({
    queryKey: ["deliveries", account, endpointId, status, objectId],
    queryFn: ({ pageParam, signal }) =>
      call<Page>(`${PATH}/${endpointId}/deliveries`, {
        query: { status, objectId, limit: PAGE, startsAfter: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Page) => last.startsAfter ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
  });
}

export type EndpointWish = { url: string; description: string; eventTypes: readonly string[] };

export type EndpointDeed =
  | { deed: "add"; wish: EndpointWish }
  | { deed: "edit"; endpointId: string; wish: EndpointWish }
  | { deed: "switch"; endpointId: string; disabled: boolean }
  | { deed: "remove" | "rotate" | "test"; endpointId: string };

/** Whatever is done to an endpoint; making one and rotating answer a secret. */
export function useEndpointDeed() {
  return useWebhookMutation<EndpointDeed, { secret?: string }>((deed) => {
    if (deed.deed === "add") return [PATH, { method: "POST", body: deed.wish }];
    const path = `${PATH}/${deed.endpointId}`;
    switch (deed.deed) {
      case "edit":
        return [path, { method: "PATCH", body: deed.wish }];
      case "switch":
        return [path, { method: "PATCH", body: { disabled: deed.disabled } }];
      case "remove":
        return [path, { method: "DELETE" }];
      default:
        return [`${path}/${deed.deed}`, { method: "POST", body: {} }];
    }
  });
}

export type ResendWish = { deliveryIds: readonly string[] } | { since: number };

/** Makes deliveries due again; answers how many. */
export function useResend(endpointId: string) {
  return useWebhookMutation<ResendWish, { count: number }>((wish) => [
    `${PATH}/${endpointId}/resend`,
    { method: "POST", body: wish },
  ]);
}

function useWebhookMutation<Wish, Answer>(request: (wish: Wish) => [string, Call]) {
  const { account, call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: Wish) => call<Answer>(...request(wish)),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["webhook-endpoints", account] }),
        client.invalidateQueries({ queryKey: ["deliveries", account] }),
      ]),
  });
}
