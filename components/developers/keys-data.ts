"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { KeyRecord } from "#lib/keys/contract.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { useApi } from "#components/staff.tsx";

const PATH = "/manage/v1/keys";

/** A key just made, with the secret that no later answer holds; one proven by a public key has none. */
export type MadeKey = { keyId: string; name: string; secret?: string };

export type KeyWish = {
  name: string;
  scopes: readonly string[];
  /** Requests a second; absent: the default. */
  rate?: number | undefined;
  ipAllow: readonly string[];
  /** Ed25519; then no secret is made. */
  publicKey?: string | undefined;
  /** Wall clock, epoch milliseconds. */
  expiresAt?: number | undefined;
};

type Answered = Omit<KeyRecord, "rate"> & { rate: Decimal };

const recordOf = (answered: Answered): KeyRecord => ({ ...answered, rate: Number(answered.rate.toString()) });

/** The account's keys, newest first. */
export function useKeys(enabled: boolean) {
  const { account, call } = useApi();
  return useQuery({
    queryKey: ["keys", account],
    queryFn: async ({ signal }) => (await call<{ data: Answered[] }>(PATH, { signal })).data.map(recordOf),
    enabled,
  });
}

export function useMakeKey(onMade: (key: MadeKey) => void) {
  const { account, call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: KeyWish) => call<MadeKey>(PATH, { method: "POST", body: wish }),
    onSuccess: onMade,
    onSettled: () => client.invalidateQueries({ queryKey: ["keys", account] }),
  });
}

export function useRotateKey(onMade: (key: MadeKey) => void) {
  const { account, call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ keyId, ...body }: { keyId: string; overlapMs: number; publicKey?: string | undefined }) =>
      call<MadeKey>(`${PATH}/${keyId}/rotate`, { method: "POST", body }),
    onSuccess: onMade,
    onSettled: () => client.invalidateQueries({ queryKey: ["keys", account] }),
  });
}

export function useRevokeKey(onRevoked: () => void) {
  const { account, call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) => call(`${PATH}/${keyId}`, { method: "DELETE" }),
    onSuccess: onRevoked,
    onSettled: () => client.invalidateQueries({ queryKey: ["keys", account] }),
  });
}
