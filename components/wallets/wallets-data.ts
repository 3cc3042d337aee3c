"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { GivenOf, OutputOf } from "#lib/contract/endpoint.ts";
import { activateWalletCall, listWalletsCall, makeWalletCall, retireWalletCall } from "#lib/wallets/calls.ts";
import type { makeWalletEndpoint } from "#lib/wallets/contract.ts";
import { only, renew } from "#components/keys.ts";
import { useApi } from "#components/staff.tsx";

const WALLETS = only(listWalletsCall);

/** A watch-only wallet with what was handed out and paid of it. */
export type Wallet = OutputOf<typeof makeWalletEndpoint>;
export type WalletKind = Wallet["kind"];
export type WalletInput = GivenOf<typeof makeWalletEndpoint>;

/** In the order in which they are offered. */
export const KINDS = [
  "BTC_P2WPKH",
  "BTC_P2PKH",
  "BCH_P2PKH",
  "ETH",
  "TRON",
  "ETH_SAFE",
] as const satisfies readonly WalletKind[];

/** A Safe is one address, signed for by its owners: it has no key, no path and no past here. */
export const isSafe = (kind: string): boolean => kind === "ETH_SAFE";

/** What an output to such an address is called; accounts have no outputs. */
export const SCRIPT: Partial<Record<WalletKind, string>> = {
  BTC_P2PKH: "P2PKH",
  BTC_P2WPKH: "P2WPKH",
  BCH_P2PKH: "P2PKH",
};

/** How often a past that is being read is looked at. */
const READING_MS = 5_000;

/** Whether what the key had received on before is still being read: until then it cannot be activated. */
export const isReading = ({ history }: Wallet): boolean => history !== undefined && history.finishedAt === undefined;

/** Every wallet of the house, the active ones first. */
export const useWallets = () =>
  useQuery({
    ...useApi().queryOptions(listWalletsCall, {}),
    select: ({ data }) => data,
    refetchInterval: ({ state }) => (state.data?.data.some(isReading) ? READING_MS : false),
  });

/** Adds a wallet that receives nothing yet, and answers it with its first addresses. */
export function useMakeWallet() {
  const { account, mutate } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: WalletInput) => mutate(makeWalletCall, input),
    onSettled: () => renew(client, account, WALLETS),
  });
}

/** Has new bills take their addresses from a wallet whose first address the person has seen elsewhere. */
export function useActivateWallet() {
  const { account, mutate } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (seen: { walletId: string; firstAddress: string }) => mutate(activateWalletCall, seen),
    onSettled: () => renew(client, account, WALLETS),
  });
}

/** Has an account's new bills take the house's addresses again; its own wallet stays watched. */
export function useRetireWallet() {
  const { account, mutate } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (retired: { walletId: string; note: string }) => mutate(retireWalletCall, retired),
    onSettled: () => renew(client, account, WALLETS),
  });
}
