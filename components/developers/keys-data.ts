"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { GivenOf, OutputOf } from "#lib/contract/endpoint.ts";
import { getKeysCall, makeKeyCall, revokeKeyCall, rotateKeyCall } from "#lib/keys/calls.ts";
import type { makeKeyEndpoint, rotateKeyEndpoint } from "#lib/keys/contract.ts";
import { only, renew } from "#components/keys.ts";
import { useApi } from "#components/staff.tsx";

/** A key just made, with the secret that no later answer holds; one proven by a public key has none. */
export type MadeKey = OutputOf<typeof makeKeyEndpoint>;
export type KeyInput = GivenOf<typeof makeKeyEndpoint>;

const KEYS = only(getKeysCall);

/** The account's keys, newest first. */
export const useKeys = (enabled: boolean) =>
  useQuery({ ...useApi().queryOptions(getKeysCall, {}), select: ({ data }) => data, enabled });

export function useMakeKey(onMade: (key: MadeKey) => void) {
  const { account, mutate } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: KeyInput) => mutate(makeKeyCall, input),
    onSuccess: onMade,
    onSettled: () => renew(client, account, KEYS),
  });
}

export function useRotateKey(onMade: (key: MadeKey) => void) {
  const { account, mutate } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: GivenOf<typeof rotateKeyEndpoint>) => mutate(rotateKeyCall, input),
    onSuccess: onMade,
    onSettled: () => renew(client, account, KEYS),
  });
}

export function useRevokeKey(onRevoked: () => void) {
  const { account, mutate } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) => mutate(revokeKeyCall, { keyId }),
    onSuccess: onRevoked,
    onSettled: () => renew(client, account, KEYS),
  });
}
