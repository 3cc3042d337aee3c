"use client";

import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { GivenOf, OutputOf } from "#lib/contract/endpoint.ts";
import {
  changeEndpointEndpoint,
  createEndpointEndpoint,
  deleteEndpointEndpoint,
  getDeliveriesEndpoint,
  getEndpointsEndpoint,
  resendEndpoint,
  rotateSecretEndpoint,
  sendTestEndpoint,
} from "#lib/webhooks/contract.ts";
import type { DeliveryFilter } from "#lib/webhooks/delivery-filters.ts";
import { keyOf, renew, WEBHOOKS } from "#components/keys.ts";
import { type Api, useApi } from "#components/staff.tsx";

const PAGE = 50;
/** A delivery under way shows soon after it ends. */
const RENEW_MS = 5_000;

/** The account's endpoints, newest first, renewed while they are looked at. */
export const useEndpoints = () =>
  useQuery({
    ...useApi().queryOptions(getEndpointsEndpoint, {}),
    select: ({ data }) => data,
    refetchInterval: RENEW_MS,
  });

/** One endpoint's deliveries with their tries, newest event first. */
export function useDeliveries(endpointId: string, filters: DeliveryFilter) {
  const { account, query } = useApi();
  const filter = { endpointId, ...filters };
  return useInfiniteQuery({
    queryKey: keyOf(getDeliveriesEndpoint, account, "pages", filter),
    queryFn: ({ pageParam, signal }) =>
      query(getDeliveriesEndpoint, { ...filter, limit: PAGE, startsAfter: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: OutputOf<typeof getDeliveriesEndpoint>) => last.startsAfter ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
  });
}

export type EndpointWish = GivenOf<typeof createEndpointEndpoint>;

export type EndpointCommand =
  | { command: "add"; wish: EndpointWish }
  | { command: "edit"; endpointId: string; wish: EndpointWish }
  | { command: "switch"; endpointId: string; disabled: boolean }
  | { command: "remove" | "rotate" | "test"; endpointId: string };

/** Whatever is done to an endpoint; making one and rotating answer a secret. */
export const useEndpointCommand = () => useWebhookMutation(sent);

function sent({ mutate }: Api, asked: EndpointCommand): Promise<{ secret?: string | undefined }> {
  if (asked.command === "add") return mutate(createEndpointEndpoint, asked.wish);
  const { endpointId } = asked;
  switch (asked.command) {
    case "edit":
      return plain(mutate(changeEndpointEndpoint, { endpointId, ...asked.wish }));
    case "switch":
      return plain(mutate(changeEndpointEndpoint, { endpointId, disabled: asked.disabled }));
    case "remove":
      return plain(mutate(deleteEndpointEndpoint, { endpointId }));
    case "rotate":
      return mutate(rotateSecretEndpoint, { endpointId });
    default:
      return plain(mutate(sendTestEndpoint, { endpointId }));
  }
}

/** An answer that holds no secret. */
const plain = (answer: Promise<object>): Promise<object> => answer;

export type ResendWish = Omit<GivenOf<typeof resendEndpoint>, "endpointId">;

/** Makes deliveries due again; answers how many. */
export const useResend = (endpointId: string) =>
  useWebhookMutation(({ mutate }, wish: ResendWish) => mutate(resendEndpoint, { endpointId, ...wish }));

function useWebhookMutation<Wish, Answer>(send: (api: Api, wish: Wish) => Promise<Answer>) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: Wish) => send(api, wish),
    onSettled: () => renew(client, api.account, WEBHOOKS),
  });
}
