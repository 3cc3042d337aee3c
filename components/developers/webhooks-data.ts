"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { GivenOf } from "#lib/contract/endpoint.ts";
import {
  changeEndpointCall,
  createEndpointCall,
  deleteEndpointCall,
  getDeliveriesCall,
  getEndpointsCall,
  resendCall,
  rotateSecretCall,
  sendTestCall,
} from "#lib/webhooks/calls.ts";
import type { createEndpointEndpoint, resendEndpoint } from "#lib/webhooks/contract.ts";
import type { DeliveryFilter } from "#lib/webhooks/delivery-filters.ts";
import { renew, WEBHOOKS } from "#components/keys.ts";
import { useList } from "#components/live/list.ts";
import { usePagesOf } from "#components/live/pages-of.ts";
import { type Api, useApi } from "#components/staff.tsx";

const PAGE = 50;
/** A delivery under way shows soon after it ends. */
const RENEW_MS = 5_000;

/** The account's endpoints, newest first, renewed while they are looked at. */
export const useEndpoints = () =>
  useQuery({
    ...useApi().queryOptions(getEndpointsCall, {}),
    select: ({ data }) => data,
    refetchInterval: RENEW_MS,
  });

/** One endpoint's deliveries with their tries, newest event first, as they are made. */
export function useDeliveries(endpointId: string, filters: DeliveryFilter) {
  return useList({
    ...usePagesOf(getDeliveriesCall, { endpointId, ...filters }, PAGE),
    idOf: ({ deliveryId }) => deliveryId,
    arriving: "show",
    renewMs: () => RENEW_MS,
  });
}

export type EndpointInput = GivenOf<typeof createEndpointEndpoint>;

export type EndpointCommand =
  | { command: "add"; input: EndpointInput }
  | { command: "edit"; endpointId: string; input: EndpointInput }
  | { command: "switch"; endpointId: string; disabled: boolean }
  | { command: "remove" | "rotate" | "test"; endpointId: string };

/** Whatever is done to an endpoint; making one and rotating answer a secret. */
export const useEndpointCommand = () => useWebhookMutation(sent);

function sent({ mutate }: Api, command: EndpointCommand): Promise<{ secret?: string | undefined }> {
  if (command.command === "add") return mutate(createEndpointCall, command.input);
  const { endpointId } = command;
  switch (command.command) {
    case "edit":
      return plain(mutate(changeEndpointCall, { endpointId, ...command.input }));
    case "switch":
      return plain(mutate(changeEndpointCall, { endpointId, disabled: command.disabled }));
    case "remove":
      return plain(mutate(deleteEndpointCall, { endpointId }));
    case "rotate":
      return mutate(rotateSecretCall, { endpointId });
    default:
      return plain(mutate(sendTestCall, { endpointId }));
  }
}

/** An answer that holds no secret. */
const plain = (answer: Promise<object>): Promise<object> => answer;

export type ResendInput = Omit<GivenOf<typeof resendEndpoint>, "endpointId">;

/** Makes deliveries due again; answers how many. */
export const useResend = (endpointId: string) =>
  useWebhookMutation(({ mutate }, input: ResendInput) => mutate(resendCall, { endpointId, ...input }));

function useWebhookMutation<Input, Answer>(send: (api: Api, input: Input) => Promise<Answer>) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => send(api, input),
    onSettled: () => renew(client, api.account, WEBHOOKS),
  });
}
