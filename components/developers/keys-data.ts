"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { GivenOf, OutputOf } from "#lib/contract/endpoint.ts";
import { isHouseScope, isScope } from "#lib/contract/permissions.ts";
import {
  getHouseKeysCall,
  getKeysCall,
  makeHouseKeyCall,
  makeKeyCall,
  revokeHouseKeyCall,
  revokeKeyCall,
  rotateKeyCall,
} from "#lib/keys/calls.ts";
import type { makeKeyEndpoint, rotateKeyEndpoint } from "#lib/keys/contract.ts";
import { APPROVALS, only, renew } from "#components/keys.ts";
import { useApi } from "#components/staff.tsx";
import { useOf } from "#components/whose.tsx";

/** A key just made, with the secret that no later answer holds; one proven by a public key has none. */
export type MadeKey = OutputOf<typeof makeKeyEndpoint>;
type KeyInput = Omit<GivenOf<typeof makeKeyEndpoint>, "scopes"> & { scopes: readonly string[] };

/** A new key may wait for a second person. */
const CHANGED = [only(getKeysCall), only(getHouseKeysCall), APPROVALS];

/** The keys of the account or of the house, newest first. */
export function useKeys(enabled: boolean) {
  const { queryOptions } = useApi();
  const options = useOf() === "house" ? queryOptions(getHouseKeysCall, {}) : queryOptions(getKeysCall, {});
  return useQuery({ ...options, select: ({ data }) => data, enabled });
}

export function useMakeKey(onMade: (key: MadeKey) => void) {
  const { account, mutate } = useApi();
  const client = useQueryClient();
  const house = useOf() === "house";
  return useMutation({
    mutationFn: ({ scopes, ...input }: KeyInput): Promise<MadeKey> =>
      house
        ? mutate(makeHouseKeyCall, { ...input, scopes: scopes.filter(isHouseScope) })
        : mutate(makeKeyCall, { ...input, scopes: scopes.filter(isScope) }),
    onSuccess: onMade,
    onSettled: () => renew(client, account, ...CHANGED),
  });
}

export function useRotateKey(onMade: (key: MadeKey) => void) {
  const { account, mutate } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: GivenOf<typeof rotateKeyEndpoint>) => mutate(rotateKeyCall, input),
    onSuccess: onMade,
    onSettled: () => renew(client, account, ...CHANGED),
  });
}

export function useRevokeKey(onRevoked: () => void) {
  const { account, mutate } = useApi();
  const client = useQueryClient();
  const house = useOf() === "house";
  return useMutation({
    mutationFn: (keyId: string) => (house ? mutate(revokeHouseKeyCall, { keyId }) : mutate(revokeKeyCall, { keyId })),
    onSuccess: onRevoked,
    onSettled: () => renew(client, account, ...CHANGED),
  });
}
